import { drips, floodsForEver, isSilent, stalls, stallsInTheBody } from "../answers.js";
import { overHttp } from "../place.js";
import { LOOK_FIRST, type Row, tooLate } from "../row.js";

/** Somebody is there, and says nothing that ends. */
export const silent: readonly Row[] = [
  {
    fault: "the request is taken, and nothing comes (half-open)",
    place: overHttp(isSilent),
    gives: tooLate,
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "the headers stop in the middle",
    place: overHttp(stalls("HTTP/1.1 200 OK\r\ncontent-ty")),
    gives: tooLate,
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "the body stops in the middle",
    place: overHttp(stallsInTheBody),
    gives: tooLate,
    sent: [4, 1],
    advice: LOOK_FIRST,
  },
  {
    fault: "one byte comes a second",
    place: overHttp(drips),
    gives: tooLate,
    sent: [4, 1],
    advice: `A slow line needs a larger \`timeoutMs\`. ${LOOK_FIRST}`,
  },
  {
    fault: "interim answers (103) come without end",
    place: overHttp(floodsForEver("", `HTTP/1.1 103 Early Hints\r\nlink: ${"x".repeat(1000)}\r\n\r\n`.repeat(64))),
    gives: tooLate,
    sent: [4, 1],
    discarded: true,
    advice: LOOK_FIRST,
  },
  {
    fault: "the size of a chunk never ends",
    place: overHttp(floodsForEver("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;", "x".repeat(65_536))),
    gives: tooLate,
    sent: [4, 1],
    discarded: true,
    advice: LOOK_FIRST,
  },
];
