import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { onTestFinished } from "vitest";
import { listen } from "../../support/local-server.js";

/** A server on a real socket, and the requests that it received. */
export interface Served {
  readonly url: string;
  readonly requests: IncomingMessage[];
  /** Closes it and all its connections. */
  close(): Promise<void>;
}

/** Starts an HTTP server on loopback, with TLS if given, which closes when the test ends. */
export async function serve(listener: RequestListener, tls?: ServerOptions): Promise<Served> {
  const requests: IncomingMessage[] = [];
  const record: RequestListener = (request, response) => {
    requests.push(request);
    listener(request, response);
  };
  const server = tls ? createTlsServer(tls, record) : createServer(record);
  const port = await listen(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `${tls ? "https" : "http"}://127.0.0.1:${port}`, requests, close };
}
