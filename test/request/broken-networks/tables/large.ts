import { floods, overGzipBomb, writes } from "../answers.js";
import { overHttp } from "../place.js";
import { noAnswer, REPORT, type Row, refused } from "../row.js";

const HEAD = "HTTP/1.1 200 OK\r\n";
const blanks = " ".repeat(65_536);

/** More comes than anybody can hold. */
export const large: readonly Row[] = [
  {
    fault: "a body of 10 GB",
    place: overHttp(floods(`${HEAD}content-length: 10000000000\r\n\r\n`, blanks)),
    gives: refused(200, "longer than maxBodyBytes"),
    sent: [1, 1],
    advice: "Ask for less: `fields`, a smaller `limit`. Or raise `maxBodyBytes`.",
  },
  {
    fault: "a gzip bomb",
    place: overGzipBomb,
    gives: refused(200, "longer than maxBodyBytes"),
    sent: [1, 1],
    advice: "`maxBodyBytes` counts what is unpacked. Ask for less, or raise it.",
  },
  {
    fault: "a refusal of 10 GB",
    place: overHttp(floods("HTTP/1.1 400 Bad Request\r\ncontent-length: 10000000000\r\n\r\n", "no ".repeat(20_000))),
    gives: refused(400),
    sent: [1, 1],
    advice: "64 KiB of it are read. Look at `excerpt`.",
  },
  {
    fault: "headers without end",
    place: overHttp(floods(HEAD, `x: ${"x".repeat(1000)}\r\n`.repeat(64))),
    gives: noAnswer("UND_ERR_HEADERS_OVERFLOW"),
    sent: [4, 1],
    advice: REPORT,
  },
  {
    fault: "a header of 20,000 characters",
    place: overHttp(writes(`${HEAD}x: ${"x".repeat(20_000)}\r\ncontent-length: 2\r\n\r\n{}`)),
    gives: noAnswer("UND_ERR_HEADERS_OVERFLOW"),
    sent: [4, 1],
    advice: "Node takes 16 KiB of headers; `--max-http-header-size` raises that.",
  },
  {
    fault: "trailers without end",
    place: overHttp(floods(`${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`, `x: ${"x".repeat(1000)}\r\n`.repeat(64))),
    gives: noAnswer("UND_ERR_HEADERS_OVERFLOW"),
    sent: [4, 1],
    advice: REPORT,
  },
];
