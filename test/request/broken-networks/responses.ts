import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { gzipSync } from "node:zlib";
import type { FetchLike } from "content-service-client";
import { overHttp, type Respond, type ServerExchange, type ServerFactory } from "./servers.js";

/** The time that an attempt has by default. */
export const TIMEOUT_MS = 30_000;

/** What the service answers when nothing is wrong. */
export const user = { type: "user", id: "1004" };

/** Answers with a status, headers and a body, all well formed. */
export const respondsWith =
  (status: number, headers: Record<string, string>, body: string | Uint8Array = ""): Respond =>
  ({ response }) =>
    response.writeHead(status, headers).end(body);

/** Answers with what it calls JSON. */
export const respondsWithJson = (body: string | Uint8Array, status = 200): Respond =>
  respondsWith(status, { "content-type": "application/json" }, body);

/** Leads to another address, as `location` makes it. */
export const redirects =
  (location: (exchange: ServerExchange) => string): Respond =>
  (exchange) =>
    exchange.response.writeHead(302, { location: location(exchange) }).end();

/** Writes these bytes, whatever they are, and leaves the connection open. */
export const writes =
  (bytes: string): Respond =>
  ({ socket }) =>
    socket.write(bytes);

/** Writes these bytes, and then nothing: all the time of the attempt passes. */
export const stalls =
  (bytes: string): Respond =>
  ({ socket, clock }) =>
    socket.write(bytes, () => clock.advance(TIMEOUT_MS));

/** Takes the request, and never answers. */
export const neverResponds: Respond = ({ clock }) => clock.advance(TIMEOUT_MS);

/** Sends a byte of its body each second, and has far more of them than the attempt has seconds. */
export const drips: Respond = async ({ response, clock }) => {
  response.writeHead(200, { "content-length": "1000" });
  for (let passedMs = 0; passedMs < TIMEOUT_MS; passedMs += 1000) {
    await new Promise((resolve) => response.write(" ", resolve));
    await clock.advance(1000);
  }
};

/** Closes the connection in good order. */
export const closes: Respond = ({ socket }) => socket.destroy();

/** Resets the connection. */
export const resets: Respond = ({ socket }) => socket.resetAndDestroy();

/** Writes these bytes, and closes the connection behind them. */
export const writesThenCloses =
  (bytes: string): Respond =>
  ({ socket }) =>
    socket.write(bytes, () => socket.destroy());

/** Resets the connection in the middle of the body. */
export const resetsInTheBody: Respond = async (exchange) => {
  await halfABody(exchange);
  exchange.socket.resetAndDestroy();
};

/** Sends half a body, and then nothing. */
export const stallsInTheBody: Respond = async (exchange) => {
  await halfABody(exchange);
  await exchange.clock.advance(TIMEOUT_MS);
};

/** Begins a body, and waits until the client has read the headers before it: a reset takes away what was not read yet. */
function halfABody({ response }: ServerExchange): Promise<void> {
  return new Promise((resolve) => {
    const name = "undici:request:headers";
    const read = () => {
      unsubscribe(name, read);
      resolve();
    };
    subscribe(name, read);
    response.writeHead(200, { "content-length": "1000" }).write('{"type":');
  });
}

/** Writes a start, and then the same again and again until somebody ends it. */
export const floods =
  (start: string, more: string | Uint8Array, onFull: (exchange: ServerExchange) => void = () => {}): Respond =>
  (exchange) => {
    const { socket } = exchange;
    const write = () => {
      while (!socket.destroyed && socket.write(more));
      if (!socket.destroyed) socket.once("drain", write);
    };
    socket.write(start);
    write();
    onFull(exchange);
  };

/** The same, for what is thrown away as it comes, so that time alone ends it. */
export const floodsUntilTimeout = (start: string, more: string): Respond =>
  floods(start, more, ({ socket, clock }) => socket.once("drain", () => clock.advance(TIMEOUT_MS)));

/** Answers with blanks without end, packed to a thousandth by gzip, and counts how many are unpacked. */
export const overGzipBomb: ServerFactory = async (context) => {
  const part = gzipSync(new Uint8Array(2 ** 24).fill(0x20));
  const start = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n";
  let unpackedBytes = 0;
  const count = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        unpackedBytes += bytes.length;
        controller.enqueue(bytes);
      },
    });
  const counting: FetchLike = async (url, init) => {
    const response = await context.transport.fetch(url, init);
    return new Response(response.body?.pipeThrough(count()) ?? null, response);
  };
  const server = await overHttp(floods(start, part))(context);
  return { ...server, fetch: counting, unpackedBytes: () => unpackedBytes };
};
