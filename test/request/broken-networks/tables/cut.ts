import { closes, resets, resetsInTheBody, writesAndCloses } from "../answers.js";
import { overHttp } from "../place.js";
import { LOOK_FIRST, noAnswer, type Row, refused } from "../row.js";

/** The connection ends before the answer does. */
export const cut: readonly Row[] = [
  {
    fault: "closed before the headers",
    place: overHttp(closes),
    gives: noAnswer("UND_ERR_SOCKET"),
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "reset before the headers",
    place: overHttp(resets),
    gives: noAnswer("ECONNRESET"),
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "closed in the headers",
    place: overHttp(writesAndCloses("HTTP/1.1 200 OK\r\ncontent-ty")),
    gives: noAnswer("UND_ERR_SOCKET"),
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "reset in the body",
    place: overHttp(resetsInTheBody),
    gives: noAnswer("ECONNRESET"),
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "fewer bytes come than `content-length` says",
    place: overHttp(writesAndCloses('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"type":')),
    gives: noAnswer("UND_ERR_SOCKET"),
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "closed before the last chunk",
    place: overHttp(writesAndCloses('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"type":\r\n')),
    gives: noAnswer("UND_ERR_SOCKET"),
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "closed in the body of a refusal",
    place: overHttp(writesAndCloses('HTTP/1.1 412 Precondition Failed\r\ncontent-length: 1000\r\n\r\n{"type":')),
    gives: refused(412),
    sent: [1, 1],
    advice: "The status stands; what explained it is lost.",
  },
];
