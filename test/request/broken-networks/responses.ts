import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Respond, ServerExchange } from "./servers.js";

/** The default timeout of an attempt. */
export const TIMEOUT_MS = 30_000;

/** The body of a correct response. */
export const user = { type: "user", id: "1004" };

/** A well-formed response. */
export const respondsWith =
  (status: number, headers: Record<string, string>, body: string | Uint8Array = ""): Respond =>
  ({ response }) =>
    response.writeHead(status, headers).end(body);

/** A response with the content type of JSON. */
export const respondsWithJson = (body: string | Uint8Array, status = 200): Respond =>
  respondsWith(status, { "content-type": "application/json" }, body);

/** A redirect. */
export const redirects =
  (location: (exchange: ServerExchange) => string): Respond =>
  (exchange) =>
    exchange.response.writeHead(302, { location: location(exchange) }).end();

/** Writes bytes and leaves the connection open. */
export const writes =
  (bytes: string): Respond =>
  ({ socket }) =>
    socket.write(bytes);

/** Sends one byte of the body a second, for longer than the timeout. */
export const drips: Respond = async ({ response, clock }) => {
  response.writeHead(200, { "content-length": "1000" });
  for (let passedMs = 0; passedMs < TIMEOUT_MS; passedMs += 1000) {
    await new Promise((resolve) => response.write(" ", resolve));
    await clock.advance(1000);
  }
};

/** Writes bytes, then closes the connection. */
export const writesThenCloses =
  (bytes: string): Respond =>
  ({ socket }) =>
    socket.write(bytes, () => socket.destroy());

/** Starts a body and waits until the client has read the headers: a reset discards unread data. */
export function halfABody({ response }: ServerExchange): Promise<void> {
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

/** Writes a start, then the same bytes until the connection closes. */
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

/** Like `floods`, for data that the client discards, so that only the timeout ends the attempt. */
export const floodsUntilTimeout = (start: string, more: string): Respond =>
  floods(start, more, ({ socket, clock }) => socket.once("drain", () => clock.advance(TIMEOUT_MS)));
