import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { FetchLike } from "content-service-client";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";
import type { ManualClock } from "../../support/manual-clock.js";
import type { Transport } from "../../support/transports.js";

/** What a place may use: the clock and the transport of the client, and an address that nobody may be sent to. */
export interface Context {
  readonly clock: ManualClock;
  readonly transport: Transport;
  readonly elsewhere: string;
}

/** A request as it arrived, whole. */
export interface Received {
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A place on the network where something is wrong, and what reached it. */
export interface FaultyServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Every connection that was offered to it, and those of them that carried a request. */
  readonly connections: readonly Socket[];
  readonly carriers: readonly Socket[];
  /** How to get there, where the transport as it is does not do. */
  readonly fetch?: FetchLike;
  /** How many bytes of bodies it handed on, where it counts them. */
  readonly unpackedBytes?: () => number;
}

/** Makes a place anew, for one test. */
export type ServerFactory = (context: Context) => Promise<FaultyServer>;

/** A request that waits for its answer. What is broken goes right to the socket. */
export interface ServerExchange extends Context {
  readonly url: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

/** What a nodeServer does with a request that it has read to its end. */
export type Respond = (exchange: ServerExchange) => unknown;

/** A nodeServer that takes a request whole, and then answers it in its own way. */
export function overHttp(respond: Respond): ServerFactory {
  return (context) => overServer(context, (listener) => createServer(listener), "http", respond);
}

/** The same over another kind of HTTP nodeServer. */
export async function overServer(
  context: Context,
  create: (listener: RequestListener) => Server,
  protocol: "http" | "https",
  respond: Respond,
): Promise<FaultyServer> {
  const received: Received[] = [];
  const carriers: Socket[] = [];
  const nodeServer = create(async (request, response) => {
    const { method, socket, headers } = request;
    carriers.push(socket);
    received.push({ method, authorization: headers.authorization, body: await text(request) });
    await respond({ ...context, url, request, response, socket });
  });
  const { port, connections } = await listen(nodeServer);
  const url = `${protocol}://127.0.0.1:${port}`;
  return { url, received, connections, carriers };
}

/** A nodeServer of bare sockets, which nobody should reach. */
export async function socketServer(): Promise<FaultyServer> {
  const { port, connections } = await listen(createSocketServer());
  return { url: `http://127.0.0.1:${port}`, received: [], connections, carriers: connections };
}

/** An address where nobody listens any more. */
export const closedPort: ServerFactory = async () => {
  const nodeServer = createServer();
  const { port, connections } = await listen(nodeServer);
  await new Promise((resolve) => nodeServer.close(resolve));
  return { url: `http://127.0.0.1:${port}`, received: [], connections, carriers: connections };
};

/** A host whose name leads nowhere (RFC 2606 section 2). */
export const unknownHost: ServerFactory = async () => ({
  url: "https://service.invalid",
  received: [],
  connections: [],
  carriers: [],
});

/** Starts a nodeServer on loopback, which ends with the test, and keeps every connection that it was offered. */
async function listen(nodeServer: ReturnType<typeof createSocketServer>) {
  const connections: Socket[] = [];
  nodeServer.on("connection", (socket: Socket) => {
    connections.push(socket);
    // Whoever was left in the middle of a write is told so here.
    socket.on("error", () => {});
  });
  nodeServer.listen(0, "127.0.0.1");
  await once(nodeServer, "listening");
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    if (nodeServer.listening) await new Promise((resolve) => nodeServer.close(resolve));
  });
  // A TCP nodeServer has an address object; only one on a pipe has a string.
  const { port } = nodeServer.address() as AddressInfo;
  return { port, connections };
}

interface Certificate {
  /** Whom it is for; this machine unless given. */
  readonly host?: string;
  readonly expired?: boolean;
  /** Whether an authority signed it; it signs itself otherwise. */
  readonly signed?: boolean;
  /** Whether the client knows that authority. */
  readonly trusted?: boolean;
}

const authority = generate([{ name: "commonName", value: "Authority" }], {
  ...newKey(),
  extensions: [{ name: "basicConstraints", cA: true, critical: true }],
});

/** A nodeServer with a certificate made for the test, which would answer as the service does. */
export function overTls({ host, expired = false, signed = false, trusted = false }: Certificate): ServerFactory {
  return async (context) => {
    const { cert, key } = await authority.then(({ cert, private: key }) => ({ cert, key }));
    const made = await generate([{ name: "commonName", value: host ?? "127.0.0.1" }], {
      ...newKey(),
      extensions: [
        { name: "basicConstraints", cA: false },
        {
          name: "subjectAltName",
          altNames: [host === undefined ? { type: 7, ip: "127.0.0.1" } : { type: 2, value: host }],
        },
      ],
      ...(expired && { notBeforeDate: new Date("2020-01-01"), notAfterDate: new Date("2021-01-01") }),
      ...(signed && { ca: { cert, key } }),
    });
    const server = await overServer(
      context,
      (listener) => createTlsServer({ cert: made.cert, key: made.private }, listener),
      "https",
      ({ response }) => response.end('{"type":"user","id":"1004"}'),
    );
    return trusted ? { ...server, fetch: context.transport.trusting(cert) } : server;
  };
}

/** A nodeServer that speaks plain HTTP, at an address that promises TLS. */
export const plainHttpAtHttps: ServerFactory = async (context) => {
  const server = await overHttp(({ response }) => response.end("{}"))(context);
  return { ...server, url: server.url.replace("http:", "https:") };
};

function newKey() {
  return { keyType: "ec", algorithm: "sha256" } as const;
}
