import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "../../support/loopback.js";

/** A server on a real socket, and the requests that it received. */
export interface Served {
  readonly url: string;
  readonly requests: IncomingMessage[];
  /** Closes it and all its connections. */
  close(): Promise<void>;
}

/** Starts an HTTP server on loopback, which closes when the test ends. */
export async function serve(listener: RequestListener): Promise<Served> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const port = await listen(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, requests, close };
}
