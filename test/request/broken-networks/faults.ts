import { cut, silent, unreachable } from "./connection-faults.js";
import { apiError, completeFault, type Fault, fault, gives, noResponse } from "./fault.js";
import {
  floods,
  overGzipBomb,
  redirects,
  respondsWith,
  respondsWithJson,
  user,
  writes,
  writesThenCloses,
} from "./responses.js";

const HEAD = "HTTP/1.1 200 OK\r\n";
const blanks = " ".repeat(65_536);

/** The response is too large. */
export const large: readonly Fault[] = [
  fault(
    "a body of 10 GB",
    floods(`${HEAD}content-length: 10000000000\r\n\r\n`, blanks),
    apiError(200, "longer than maxBodyBytes"),
  ),
  { fault: "a gzip bomb", server: overGzipBomb, gives: apiError(200, "longer than maxBodyBytes") },
  fault(
    "an error response of 10 GB",
    floods("HTTP/1.1 400 Bad Request\r\ncontent-length: 10000000000\r\n\r\n", "no ".repeat(20_000)),
    apiError(400),
  ),
  fault(
    "endless headers",
    floods(HEAD, `x: ${"x".repeat(1000)}\r\n`.repeat(64)),
    noResponse("UND_ERR_HEADERS_OVERFLOW"),
  ),
  fault(
    "a header of 20,000 characters",
    writes(`${HEAD}x: ${"x".repeat(20_000)}\r\ncontent-length: 2\r\n\r\n{}`),
    noResponse("UND_ERR_HEADERS_OVERFLOW"),
  ),
  fault(
    "endless trailers",
    floods(`${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`, `x: ${"x".repeat(1000)}\r\n`.repeat(64)),
    noResponse("UND_ERR_HEADERS_OVERFLOW"),
  ),
];

const HTML = "<html><h1>Sign in to the network</h1></html>";
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** The response is complete, and violates the contract. */
export const unexpected: readonly Fault[] = [
  completeFault(
    "HTML with status 200",
    respondsWith(200, { "content-type": "text/html" }, HTML),
    apiError(200, "not JSON"),
  ),
  completeFault("HTML with status 502", respondsWith(502, { "content-type": "text/html" }, HTML), apiError(502), {
    sent: [4, 1],
  }),
  completeFault(
    "JSON with a wrong content type",
    respondsWith(200, { "content-type": "image/png" }, JSON.stringify(user)),
    gives(user, "the value: the body counts, not its content type"),
  ),
  completeFault(
    "an image",
    respondsWith(200, { "content-type": "image/png" }, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff)),
    apiError(200, "not JSON"),
  ),
  completeFault("an empty body with status 200", respondsWith(200, {}), apiError(200, "empty response")),
  completeFault("invalid JSON", respondsWithJson('{"type":"user",'), apiError(200, "not JSON")),
  completeFault(
    "invalid UTF-8 in a string",
    respondsWithJson(Buffer.concat([Buffer.from('{"id":"1004","name":"'), Buffer.of(0xc3), Buffer.from('"}')])),
    gives({ id: "1004", name: "\ufffd" }, "the value, with U+FFFD for invalid bytes"),
  ),
  completeFault(
    "JSON in UTF-16",
    respondsWithJson(Buffer.from(JSON.stringify(user), "utf16le")),
    apiError(200, "not JSON"),
  ),
  completeFault(
    "JSON nested 100,000 deep",
    respondsWithJson(`{"type":"user","id":"1004","deep":${nested(100_000)}}`),
    gives(user, "the value, at full depth"),
  ),
  completeFault(
    "an error response nested 30,000 deep",
    respondsWithJson(`{"code":"bad_request","message":"Wrong.","context_info":${nested(30_000)}}`, 400),
    apiError(400, "bad_request: Wrong."),
  ),
  completeFault(
    "an error response whose message is not a string",
    respondsWithJson('{"code":"bad_request","message":{"toString":1,"valueOf":1}}', 400),
    apiError(400, "bad_request"),
  ),
  fault(
    "an error response nested 100,000 deep",
    respondsWithJson(`{"code":"bad_request","message":"Wrong.","context_info":${nested(100_000)}}`, 400),
    apiError(400),
  ),
  completeFault(
    "an unknown content encoding",
    respondsWith(200, { "content-encoding": "unknown" }, Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd)),
    apiError(200, "not JSON"),
  ),
  completeFault("invalid gzip", respondsWith(200, { "content-encoding": "gzip" }, "{}"), noResponse("Z_DATA_ERROR")),
  completeFault(
    "a hundred layers of gzip",
    respondsWith(200, { "content-encoding": Array(100).fill("gzip").join(", ") }, "{}"),
    noResponse("TypeError"),
  ),
  completeFault(
    "204 with a body",
    writes("HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}"),
    gives(undefined, "`undefined`: a 204 has no body"),
  ),
];

/** Newer Node versions give no code for a parser error of their fetch. */
const NO_CODE = "TypeError";
/** The undici package gives no code either. For two lengths, newer versions compare the byte count first. */
const parserError = noResponse("HTTPParserError");
const eitherLength = noResponse("UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "HTTPParserError");

/** The response is not valid HTTP, or is ambiguous. */
export const malformed: readonly Fault[] = [
  fault("something other than HTTP", writes("SSH-2.0-Server\r\n"), noResponse("HPE_INVALID_CONSTANT", NO_CODE), {
    overNodeTransport: { gives: parserError },
  }),
  fault(
    "two `content-length` headers",
    writes(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
    noResponse("HPE_UNEXPECTED_CONTENT_LENGTH", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", NO_CODE),
    { overNodeTransport: { gives: eitherLength } },
  ),
  fault(
    "`content-length` with chunked encoding",
    writes(`${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    noResponse("HPE_UNEXPECTED_CONTENT_LENGTH", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", NO_CODE),
    { overNodeTransport: { gives: eitherLength } },
  ),
  fault(
    "more bytes than `content-length`",
    writes(`${HEAD}content-length: 8\r\n\r\n{"type":"user"}`),
    apiError(200, "not JSON"),
  ),
  fault(
    "an invalid chunk size",
    writes(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
    noResponse("HPE_INVALID_CHUNK_SIZE", NO_CODE),
    { overNodeTransport: { gives: parserError } },
  ),
  completeFault(
    "two `content-type` headers",
    writes(
      `${HEAD}content-type: text/html\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"id":"1004"}`,
    ),
    gives({ id: "1004" }, "the value"),
  ),
  completeFault(
    "503 with two `Retry-After` headers",
    writes("HTTP/1.1 503 No\r\nretry-after: 1\r\nretry-after: 99999999\r\ncontent-length: 0\r\n\r\n"),
    apiError(503),
    { sent: [4, 1] },
  ),
  fault("an unexpected 100", writesThenCloses("HTTP/1.1 100 Continue\r\n\r\n"), noResponse("UND_ERR_SOCKET")),
  fault(
    "101 Switching Protocols",
    writes("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"),
    noResponse("UND_ERR_SOCKET"),
  ),
];

/** The response points the client to another address. */
export const misdirected: readonly Fault[] = [
  completeFault(
    "a redirect on the same host",
    redirects(() => "/2.0/elsewhere"),
    apiError(302),
  ),
  completeFault(
    "a redirect to another host",
    redirects(({ elsewhere }) => `http://${elsewhere}/`),
    apiError(302),
  ),
  completeFault(
    "a redirect to another scheme",
    redirects(({ elsewhere }) => `https://${elsewhere}/`),
    apiError(302),
  ),
  completeFault(
    "an endless redirect to itself",
    redirects(({ url, request }) => `${url}${request.url}`),
    apiError(302),
  ),
  completeFault("407 from a proxy", respondsWith(407, { "proxy-authenticate": "Basic" }), noResponse("TypeError"), {
    overNodeTransport: { gives: apiError(407), sent: [1, 1] },
  }),
  fault("421 from the wrong server", respondsWith(421, {}), apiError(421), {
    sent: [2, 2],
    kept: 2,
    overNodeTransport: { sent: [1, 1], kept: 1 },
  }),
];

/** The tables of docs/broken-networks.md, in its order. */
export const tables = { unreachable, silent, cut, large, unexpected, malformed, misdirected };
