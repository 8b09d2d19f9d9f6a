import { writes, writesAndCloses } from "../answers.js";
import { overHttp } from "../place.js";
import { gives, noAnswer, REPORT, type Row, refused } from "../row.js";

const HEAD = "HTTP/1.1 200 OK\r\n";
/** Newer Node gives no code for what the parser of its fetch finds. */
const NO_CODE = "TypeError";
/** The package undici gives none either. Of the lengths, newer versions count the bytes first. */
const parserError = noAnswer("HTTPParserError");
const eitherLength = noAnswer("UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "HTTPParserError");

/** What comes is not the HTTP that it says it is, or means two things at once. */
export const malformed: readonly Row[] = [
  {
    fault: "something other than HTTP",
    place: overHttp(writes("SSH-2.0-Server\r\n")),
    gives: noAnswer("HPE_INVALID_CONSTANT", NO_CODE),
    sent: [4, 1],
    advice: "Check the port of `baseUrl`.",
    overNodeTransport: { gives: parserError },
  },
  {
    fault: "two headers `content-length`",
    place: overHttp(writes(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`)),
    gives: noAnswer("HPE_UNEXPECTED_CONTENT_LENGTH", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", NO_CODE),
    sent: [4, 1],
    advice: REPORT,
    overNodeTransport: { gives: eitherLength },
  },
  {
    fault: "a length and chunks at once",
    place: overHttp(writes(`${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)),
    gives: noAnswer("HPE_UNEXPECTED_CONTENT_LENGTH", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", NO_CODE),
    sent: [4, 1],
    advice: REPORT,
    overNodeTransport: { gives: eitherLength },
  },
  {
    fault: "more bytes than `content-length` says",
    place: overHttp(writes(`${HEAD}content-length: 8\r\n\r\n{"type":"user"}`)),
    gives: refused(200, "not JSON"),
    sent: [1, 1],
    advice: REPORT,
  },
  {
    fault: "a chunk whose size is no number",
    place: overHttp(writes(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`)),
    gives: noAnswer("HPE_INVALID_CHUNK_SIZE", NO_CODE),
    sent: [4, 1],
    advice: REPORT,
    overNodeTransport: { gives: parserError },
  },
  {
    fault: "two headers `content-type`",
    place: overHttp(
      writes(
        `${HEAD}content-type: text/html\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"id":"1004"}`,
      ),
    ),
    gives: gives({ id: "1004" }, "the value"),
    sent: [1, 1],
    kept: 1,
    advice: "Nothing.",
  },
  {
    fault: "503 with two headers `Retry-After`",
    place: overHttp(writes("HTTP/1.1 503 No\r\nretry-after: 1\r\nretry-after: 99999999\r\ncontent-length: 0\r\n\r\n")),
    gives: refused(503),
    sent: [4, 1],
    kept: 1,
    advice: "They do not say how long to wait, so a POST is not repeated. Try again later.",
  },
  {
    fault: "100 to a request that did not ask for it",
    place: overHttp(writesAndCloses("HTTP/1.1 100 Continue\r\n\r\n")),
    gives: noAnswer("UND_ERR_SOCKET"),
    sent: [4, 1],
    advice: REPORT,
  },
  {
    fault: "101, which changes the protocol",
    place: overHttp(writes("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n")),
    gives: noAnswer("UND_ERR_SOCKET"),
    sent: [4, 1],
    advice: REPORT,
  },
];
