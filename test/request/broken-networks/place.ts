import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { FetchLike } from "content-service-client";
import { onTestFinished } from "vitest";
import type { ManualClock } from "../../support/manual-clock.js";
import type { Transport } from "../../support/transports.js";

/** What a place may use: the clock and the transport of the client, and an address that nobody may be sent to. */
export interface Surroundings {
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
export interface Place {
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
export type PlaceMaker = (around: Surroundings) => Promise<Place>;

/** A request that waits for its answer. What is broken goes right to the socket. */
export interface Exchange extends Surroundings {
  readonly url: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

/** What a server does with a request that it has read to its end. */
export type Answer = (exchange: Exchange) => unknown;

/** A server that takes a request whole, and then answers it in its own way. */
export function overHttp(answer: Answer): PlaceMaker {
  return (around) => overServer(around, (listener) => createServer(listener), "http", answer);
}

/** The same over another kind of HTTP server. */
export async function overServer(
  around: Surroundings,
  create: (listener: RequestListener) => Server,
  protocol: "http" | "https",
  answer: Answer,
): Promise<Place> {
  const received: Received[] = [];
  const carriers: Socket[] = [];
  const server = create(async (request, response) => {
    const { method, socket, headers } = request;
    carriers.push(socket);
    received.push({ method, authorization: headers.authorization, body: await text(request) });
    await answer({ ...around, url, request, response, socket });
  });
  const { port, connections } = await listen(server);
  const url = `${protocol}://127.0.0.1:${port}`;
  return { url, received, connections, carriers };
}

/** A server of bare sockets, which nobody should reach. */
export async function overSocket(): Promise<Place> {
  const { port, connections } = await listen(createSocketServer());
  return { url: `http://127.0.0.1:${port}`, received: [], connections, carriers: connections };
}

/** An address where nobody listens any more. */
export const nobody: PlaceMaker = async () => {
  const server = createServer();
  const { port, connections } = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, received: [], connections, carriers: connections };
};

/** A host whose name leads nowhere (RFC 2606 section 2). */
export const noSuchHost: PlaceMaker = async () => ({
  url: "https://service.invalid",
  received: [],
  connections: [],
  carriers: [],
});

/** Starts a server on loopback, which ends with the test, and keeps every connection that it was offered. */
async function listen(server: ReturnType<typeof createSocketServer>) {
  const connections: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    connections.push(socket);
    // Whoever was left in the middle of a write is told so here.
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  // A TCP server has an address object; only one on a pipe has a string.
  const { port } = server.address() as AddressInfo;
  return { port, connections };
}
