import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on a real socket, and the requests that reached it. */
export interface Served {
  readonly url: string;
  readonly requests: IncomingMessage[];
  /** Closes it and all its connections. */
  close(): Promise<void>;
}

/** Starts an HTTP server on loopback, which closes when the test ends. */
export async function serve(answer: RequestListener): Promise<Served> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server has an address object; only one on a pipe has a string.
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, requests, close };
}
