import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { listen } from "../../support/loopback.js";
import type { TokenService } from "./token-service.js";

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

/** Puts a service and its token server on a real socket. */
export function serveTokens(service: TokenService): Promise<Served> {
  return serve(async (request, response) => {
    // Node returns an array only for headers that the client does not send.
    const headers = new Headers(request.headers as Record<string, string>);
    const url = `http://${headers.get("host")}${request.url}`;
    const result = await service.handle({ url, headers, body: await text(request) });
    response.writeHead(result.status, Object.fromEntries(result.headers)).end(await result.text());
  });
}
