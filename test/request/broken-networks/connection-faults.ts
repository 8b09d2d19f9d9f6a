import { apiError, type Fault, noResponse, timedOut } from "./fault.js";
import {
  closes,
  drips,
  floodsUntilTimeout,
  neverResponds,
  resets,
  resetsInTheBody,
  stalls,
  stallsInTheBody,
  writesThenCloses,
} from "./responses.js";
import { closedPort, overHttp, overTls, plainHttpAtHttps, unknownHost } from "./servers.js";

/** The host is unreachable, or the wrong host: the request, with its token, is never sent. */
export const unreachable: readonly Fault[] = [
  {
    fault: "DNS: unknown host",
    server: unknownHost,
    gives: noResponse("ENOTFOUND", "EAI_AGAIN"),
    reaches: "nothing",
  },
  {
    fault: "connection refused",
    server: closedPort,
    gives: noResponse("ECONNREFUSED"),
    reaches: "nothing",
  },
  {
    fault: "TLS: self-signed certificate",
    server: overTls({}),
    gives: noResponse("DEPTH_ZERO_SELF_SIGNED_CERT"),
    reaches: "connections",
  },
  {
    fault: "TLS: unknown certificate authority",
    server: overTls({ signed: true }),
    gives: noResponse("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    reaches: "connections",
  },
  {
    fault: "TLS: certificate for another host",
    server: overTls({ host: "other.example", signed: true, trusted: true }),
    gives: noResponse("ERR_TLS_CERT_ALTNAME_INVALID"),
    reaches: "connections",
  },
  {
    fault: "TLS: expired certificate",
    server: overTls({ expired: true, signed: true, trusted: true }),
    gives: noResponse("CERT_HAS_EXPIRED"),
    reaches: "connections",
  },
  {
    fault: "TLS: the server speaks plain HTTP",
    server: plainHttpAtHttps,
    gives: noResponse("ERR_SSL_WRONG_VERSION_NUMBER"),
    reaches: "connections",
  },
];

/** The server is reachable, and its response never ends. */
export const silent: readonly Fault[] = [
  {
    fault: "no response (half-open connection)",
    server: overHttp(neverResponds),
    gives: timedOut,
  },
  {
    fault: "the headers stop in the middle",
    server: overHttp(stalls("HTTP/1.1 200 OK\r\ncontent-ty")),
    gives: timedOut,
  },
  { fault: "the body stops in the middle", server: overHttp(stallsInTheBody), gives: timedOut },
  {
    fault: "one byte a second",
    server: overHttp(drips),
    gives: timedOut,
  },
  {
    fault: "endless interim responses (103)",
    server: overHttp(
      floodsUntilTimeout("", `HTTP/1.1 103 Early Hints\r\nlink: ${"x".repeat(1000)}\r\n\r\n`.repeat(64)),
    ),
    gives: timedOut,
    discarded: true,
  },
  {
    fault: "a chunk size without end",
    server: overHttp(floodsUntilTimeout("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;", "x".repeat(65_536))),
    gives: timedOut,
    discarded: true,
  },
];

/** The connection closes before the response is complete. */
export const cut: readonly Fault[] = [
  {
    fault: "closed before the headers",
    server: overHttp(closes),
    gives: noResponse("UND_ERR_SOCKET"),
  },
  { fault: "reset before the headers", server: overHttp(resets), gives: noResponse("ECONNRESET") },
  {
    fault: "closed in the headers",
    server: overHttp(writesThenCloses("HTTP/1.1 200 OK\r\ncontent-ty")),
    gives: noResponse("UND_ERR_SOCKET"),
  },
  {
    fault: "reset in the body",
    server: overHttp(resetsInTheBody),
    gives: noResponse("ECONNRESET"),
  },
  {
    fault: "fewer bytes than `content-length`",
    server: overHttp(writesThenCloses('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"type":')),
    gives: noResponse("UND_ERR_SOCKET"),
  },
  {
    fault: "closed before the last chunk",
    server: overHttp(writesThenCloses('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"type":\r\n')),
    gives: noResponse("UND_ERR_SOCKET"),
  },
  {
    fault: "closed in the body of an error response",
    server: overHttp(writesThenCloses('HTTP/1.1 412 Precondition Failed\r\ncontent-length: 1000\r\n\r\n{"type":')),
    gives: apiError(412),
  },
];
