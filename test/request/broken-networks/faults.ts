import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { gzipSync } from "node:zlib";
import type { Respond, ServerExchange, ServerFactory } from "./servers.js";
import { closedPort, overHttp, overTls, plainHttpAtHttps, unknownHost } from "./servers.js";

/** A network fault. `docs/broken-networks.md` has its outcome, and how often a GET and a POST are sent. */
export interface Fault {
  readonly server: ServerFactory;
  /** What reaches the server instead of the request: only connections, or nothing. */
  readonly reaches?: "connections" | "nothing";
  /** After a complete response: whether all requests used one connection, which stays open, or each its own. */
  readonly connections?: "one" | "each";
  /** The client discards the data as it arrives, so that a deadline limits it instead of a byte count. */
  readonly discarded?: true;
  /** The value of a call that succeeds. */
  readonly value?: object;
}

/** The default timeout of an attempt. */
export const TIMEOUT_MS = 30_000;

const user = { type: "user", id: "1004" };

const respondsWith =
  (status: number, headers: Record<string, string>, body: string | Uint8Array = ""): Respond =>
  ({ response }) =>
    response.writeHead(status, headers).end(body);

const respondsWithJson = (body: string | Uint8Array, status = 200): Respond =>
  respondsWith(status, { "content-type": "application/json" }, body);

const redirects =
  (location: (exchange: ServerExchange) => string): Respond =>
  (exchange) =>
    exchange.response.writeHead(302, { location: location(exchange) }).end();

/** Writes bytes and leaves the connection open. */
const writes =
  (bytes: string): Respond =>
  ({ socket }) =>
    socket.write(bytes);

/** Sends one byte of the body a second, for longer than the timeout. */
const drips: Respond = async ({ response, clock }) => {
  response.writeHead(200, { "content-length": "1000" });
  for (let passedMs = 0; passedMs < TIMEOUT_MS; passedMs += 1000) {
    await new Promise((resolve) => response.write(" ", resolve));
    await clock.advance(1000);
  }
};

const writesThenCloses =
  (bytes: string): Respond =>
  ({ socket }) =>
    socket.write(bytes, () => socket.destroy());

/** Starts a body and waits until the client has read the headers: a reset discards unread data. */
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

/** Writes a start, then the same bytes until the connection closes. */
const floods =
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
const floodsUntilTimeout = (start: string, more: string): Respond =>
  floods(start, more, ({ socket, clock }) => socket.once("drain", () => clock.advance(TIMEOUT_MS)));

/** A response that never ends, or ends too early. */
const broken = (respond: Respond): Fault => ({ server: overHttp(respond) });
const discarded = (respond: Respond): Fault => ({ ...broken(respond), discarded: true });
/** A complete response, which leaves the connection open for the next call. */
const complete = (respond: Respond): Fault => ({ ...broken(respond), connections: "one" });
/** A server whose certificate or protocol the client rejects: the request, with its token, is never sent. */
const tls = (server: ServerFactory): Fault => ({ server, reaches: "connections" });

const HEAD = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
const PNG = { "content-type": "image/png" };
const HTML = "<html><h1>Sign in to the network</h1></html>";
const blanks = " ".repeat(65_536);
const manyHeaders = `x: ${"x".repeat(1000)}\r\n`.repeat(64);
const json = JSON.stringify(user);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const nestedError = (depth: number) =>
  respondsWithJson(`{"code":"bad_request","message":"Wrong.","context_info":${nested(depth)}}`, 400);
const ofAuthority = { signed: true, trusted: true };

/** The faults by their names in `docs/broken-networks.md`. */
export const faults: Readonly<Record<string, Fault>> = {
  "DNS: unknown host": { server: unknownHost, reaches: "nothing" },
  "connection refused": { server: closedPort, reaches: "nothing" },
  "TLS: self-signed certificate": tls(overTls({})),
  "TLS: unknown certificate authority": tls(overTls({ signed: true })),
  "TLS: certificate for another host": tls(overTls({ host: "other.example", ...ofAuthority })),
  "TLS: expired certificate": tls(overTls({ expired: true, ...ofAuthority })),
  "TLS: the server speaks plain HTTP": tls(plainHttpAtHttps),

  "no response (half-open connection)": broken(({ clock }) => clock.advance(TIMEOUT_MS)),
  "the headers stop in the middle": broken(({ socket, clock }) =>
    socket.write(`${HEAD}content-ty`, () => clock.advance(TIMEOUT_MS)),
  ),
  "the body stops in the middle": broken((exchange) =>
    halfABody(exchange).then(() => exchange.clock.advance(TIMEOUT_MS)),
  ),
  "one byte a second": broken(drips),
  "endless interim responses (103)": discarded(
    floodsUntilTimeout("", `HTTP/1.1 103 Early Hints\r\nlink: ${"x".repeat(1000)}\r\n\r\n`.repeat(64)),
  ),
  "a chunk size without end": discarded(floodsUntilTimeout(`${CHUNKED}2;`, "x".repeat(65_536))),

  "closed before the headers": broken(({ socket }) => socket.destroy()),
  "reset before the headers": broken(({ socket }) => socket.resetAndDestroy()),
  "closed in the headers": broken(writesThenCloses(`${HEAD}content-ty`)),
  "reset in the body": broken((exchange) => halfABody(exchange).then(() => exchange.socket.resetAndDestroy())),
  "fewer bytes than `content-length`": broken(writesThenCloses(`${HEAD}content-length: 1000\r\n\r\n{"type":`)),
  "closed before the last chunk": broken(writesThenCloses(`${CHUNKED}8\r\n{"type":\r\n`)),
  "closed in the body of an error response": broken(
    writesThenCloses('HTTP/1.1 412 Precondition Failed\r\ncontent-length: 1000\r\n\r\n{"type":'),
  ),

  "a body of 10 GB": broken(floods(`${HEAD}content-length: 10000000000\r\n\r\n`, blanks)),
  // Endless blanks, compressed a thousandfold.
  "a gzip bomb": broken(floods(`${HEAD}content-encoding: gzip\r\n\r\n`, gzipSync(new Uint8Array(2 ** 24).fill(0x20)))),
  "an error response of 10 GB": broken(
    floods("HTTP/1.1 400 Bad Request\r\ncontent-length: 10000000000\r\n\r\n", "no ".repeat(20_000)),
  ),
  "endless headers": broken(floods(HEAD, manyHeaders)),
  "a header of 20,000 characters": broken(writes(`${HEAD}x: ${"x".repeat(20_000)}\r\ncontent-length: 2\r\n\r\n{}`)),
  "endless trailers": broken(floods(`${CHUNKED}0\r\n`, manyHeaders)),

  "HTML with status 200": complete(respondsWith(200, { "content-type": "text/html" }, HTML)),
  "HTML with status 502": complete(respondsWith(502, { "content-type": "text/html" }, HTML)),
  "JSON with a wrong content type": { ...complete(respondsWith(200, PNG, json)), value: user },
  "an image": complete(respondsWith(200, PNG, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff))),
  "an empty body with status 200": complete(respondsWith(200, {})),
  "invalid JSON": complete(respondsWithJson('{"type":"user",')),
  "invalid UTF-8 in a string": {
    ...complete(respondsWithJson(Buffer.concat([Buffer.from('{"name":"'), Buffer.of(0xc3), Buffer.from('"}')]))),
    value: { name: "\ufffd" },
  },
  "JSON in UTF-16": complete(respondsWithJson(Buffer.from(json, "utf16le"))),
  "JSON nested 100,000 deep": {
    ...complete(respondsWithJson(`{"type":"user","id":"1004","deep":${nested(100_000)}}`)),
    value: user,
  },
  "an error response nested 30,000 deep": complete(nestedError(30_000)),
  "an error response whose message is not a string": complete(
    respondsWithJson('{"code":"bad_request","message":{"toString":1,"valueOf":1}}', 400),
  ),
  "an error response nested 100,000 deep": broken(nestedError(100_000)),
  "an unknown content encoding": complete(
    respondsWith(200, { "content-encoding": "unknown" }, Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd)),
  ),
  "invalid gzip": complete(respondsWith(200, { "content-encoding": "gzip" }, "{}")),
  "a hundred layers of gzip": complete(respondsWith(200, { "content-encoding": `${Array(100).fill("gzip")}` }, "{}")),
  "204 with a body": complete(writes("HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}")),

  "something other than HTTP": broken(writes("SSH-2.0-Server\r\n")),
  "two `content-length` headers": broken(writes(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`)),
  "`content-length` with chunked encoding": broken(
    writes(`${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  ),
  "more bytes than `content-length`": broken(writes(`${HEAD}content-length: 8\r\n\r\n{"type":"user"}`)),
  "an invalid chunk size": broken(writes(`${CHUNKED}zz\r\n{}\r\n0\r\n\r\n`)),
  "two `content-type` headers": {
    ...complete(
      writes(
        `${HEAD}content-type: text/html\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"id":"1004"}`,
      ),
    ),
    value: { id: "1004" },
  },
  "503 with two `Retry-After` headers": complete(
    writes("HTTP/1.1 503 No\r\nretry-after: 1\r\nretry-after: 99999999\r\ncontent-length: 0\r\n\r\n"),
  ),
  "an unexpected 100": broken(writesThenCloses("HTTP/1.1 100 Continue\r\n\r\n")),
  "101 Switching Protocols": broken(
    writes("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"),
  ),

  "a redirect on the same host": complete(redirects(() => "/2.0/elsewhere")),
  "a redirect to another host": complete(redirects(({ elsewhere }) => `http://${elsewhere}/`)),
  "a redirect to another scheme": complete(redirects(({ elsewhere }) => `https://${elsewhere}/`)),
  "an endless redirect to itself": complete(redirects(({ url, request }) => `${url}${request.url}`)),
  "407 from a proxy": complete(respondsWith(407, { "proxy-authenticate": "Basic" })),
  "421 from the wrong server": { ...broken(respondsWith(421, {})), connections: "each" },
};
