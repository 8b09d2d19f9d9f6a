import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { createServer as createSocketServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { FetchLike } from "content-service-client";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";
import { listen } from "../../../support/local-server.js";
import { freePort } from "../../../support/loopback.js";
import type { ManualClock } from "../../../support/manual-clock.js";
import type { Transport } from "../../support/transports.js";

/** The clock and the transport of the client, and an address that must not be contacted. */
export interface Context {
  readonly clock: ManualClock;
  readonly transport: Transport;
  readonly elsewhere: string;
}

export interface Received {
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A server with a network fault, and what it received. */
export interface FaultyServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** All connections, and those that carried a request. */
  readonly connections: readonly Socket[];
  readonly carriers: readonly Socket[];
  /** Replaces the fetch of the transport. */
  readonly fetch?: FetchLike;
}

export type ServerFactory = (context: Context) => Promise<FaultyServer>;

/** A request without a response. Invalid HTTP is written to the socket. */
export interface ServerExchange extends Context {
  readonly url: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

export type Respond = (exchange: ServerExchange) => unknown;

/** A server, with TLS if given, that reads a whole request before it responds. */
export const overHttp =
  (respond: Respond, tls?: ServerOptions): ServerFactory =>
  async (context) => {
    const received: Received[] = [];
    const carriers: Socket[] = [];
    const listener: RequestListener = async (request, response) => {
      const { method, socket, headers } = request;
      carriers.push(socket);
      received.push({ method, authorization: headers.authorization, body: await text(request) });
      await respond({ ...context, url, request, response, socket });
    };
    const { port, connections } = await listenFor(tls ? createTlsServer(tls, listener) : createServer(listener));
    const url = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
    return { url, received, connections, carriers };
  };

/** A socket server that must not be contacted. */
export async function socketServer(): Promise<FaultyServer> {
  const { port, connections } = await listenFor(createSocketServer());
  return { url: `http://127.0.0.1:${port}`, received: [], connections, carriers: connections };
}

/** An address without a server. */
export const closedPort: ServerFactory = async () => ({ url: `http://127.0.0.1:${await freePort()}`, ...nothing });

/** A host name that does not resolve (RFC 2606 section 2). */
export const unknownHost: ServerFactory = async () => ({ url: "https://service.invalid", ...nothing });
const nothing = { received: [], connections: [], carriers: [] };

/** Starts a server on loopback for one test, and records its connections. */
async function listenFor(server: ReturnType<typeof createSocketServer>) {
  const connections: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    connections.push(socket);
    // A client that closes the connection during a write causes an error here.
    socket.on("error", () => {});
  });
  const port = await listen(server);
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  return { port, connections };
}

interface Certificate {
  /** @default this machine */
  readonly host?: string;
  readonly expired?: boolean;
  /** Signed by an authority instead of itself. */
  readonly signed?: boolean;
}

const KEY = { keyType: "ec", algorithm: "sha256" } as const;

const authority = generate([{ name: "commonName", value: "Authority" }], {
  ...KEY,
  extensions: [{ name: "basicConstraints", cA: true, critical: true }],
});

export async function certificate({ host, expired = false, signed = false }: Certificate = {}) {
  const { cert: ca, private: caKey } = await authority;
  const made = await generate([{ name: "commonName", value: host ?? "127.0.0.1" }], {
    ...KEY,
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "subjectAltName", altNames: [host ? { type: 2, value: host } : { type: 7, ip: "127.0.0.1" }] },
    ],
    ...(expired && { notBeforeDate: new Date("2020-01-01"), notAfterDate: new Date("2021-01-01") }),
    ...(signed && { ca: { cert: ca, key: caKey } }),
  });
  return { cert: made.cert, key: made.private };
}

/** A server with a certificate of this kind, and otherwise correct responses. */
export function overTls({ trusted = false, ...kind }: Certificate & { readonly trusted?: boolean }): ServerFactory {
  return async (context) => {
    const respond: Respond = ({ response }) => response.end('{"type":"user","id":"1004"}');
    const server = await overHttp(respond, await certificate(kind))(context);
    return trusted ? { ...server, fetch: context.transport.trusting((await authority).cert) } : server;
  };
}

export const plainHttpAtHttps: ServerFactory = async (context) => {
  const server = await overHttp(({ response }) => response.end("{}"))(context);
  return { ...server, url: server.url.replace("http:", "https:") };
};
