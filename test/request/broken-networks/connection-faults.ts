import { apiError, type Fault, fault, noResponse, timedOut } from "./fault.js";
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
  fault("DNS: unknown host", unknownHost, noResponse("ENOTFOUND", "EAI_AGAIN"), { reaches: "nothing" }),
  fault("connection refused", closedPort, noResponse("ECONNREFUSED"), { reaches: "nothing" }),
  fault("TLS: self-signed certificate", overTls({}), noResponse("DEPTH_ZERO_SELF_SIGNED_CERT"), {
    reaches: "connections",
  }),
  fault(
    "TLS: unknown certificate authority",
    overTls({ signed: true }),
    noResponse("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    { reaches: "connections" },
  ),
  fault(
    "TLS: certificate for another host",
    overTls({ host: "other.example", signed: true, trusted: true }),
    noResponse("ERR_TLS_CERT_ALTNAME_INVALID"),
    { reaches: "connections" },
  ),
  fault(
    "TLS: expired certificate",
    overTls({ expired: true, signed: true, trusted: true }),
    noResponse("CERT_HAS_EXPIRED"),
    { reaches: "connections" },
  ),
  fault("TLS: the server speaks plain HTTP", plainHttpAtHttps, noResponse("ERR_SSL_WRONG_VERSION_NUMBER"), {
    reaches: "connections",
  }),
];

/** The server is reachable, and its response never ends. */
export const silent: readonly Fault[] = [
  fault("no response (half-open connection)", overHttp(neverResponds), timedOut),
  fault("the headers stop in the middle", overHttp(stalls("HTTP/1.1 200 OK\r\ncontent-ty")), timedOut),
  fault("the body stops in the middle", overHttp(stallsInTheBody), timedOut),
  fault("one byte a second", overHttp(drips), timedOut),
  fault(
    "endless interim responses (103)",
    overHttp(floodsUntilTimeout("", `HTTP/1.1 103 Early Hints\r\nlink: ${"x".repeat(1000)}\r\n\r\n`.repeat(64))),
    timedOut,
    { discarded: true },
  ),
  fault(
    "a chunk size without end",
    overHttp(floodsUntilTimeout("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;", "x".repeat(65_536))),
    timedOut,
    { discarded: true },
  ),
];

/** The connection closes before the response is complete. */
export const cut: readonly Fault[] = [
  fault("closed before the headers", overHttp(closes), noResponse("UND_ERR_SOCKET")),
  fault("reset before the headers", overHttp(resets), noResponse("ECONNRESET")),
  fault(
    "closed in the headers",
    overHttp(writesThenCloses("HTTP/1.1 200 OK\r\ncontent-ty")),
    noResponse("UND_ERR_SOCKET"),
  ),
  fault("reset in the body", overHttp(resetsInTheBody), noResponse("ECONNRESET")),
  fault(
    "fewer bytes than `content-length`",
    overHttp(writesThenCloses('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"type":')),
    noResponse("UND_ERR_SOCKET"),
  ),
  fault(
    "closed before the last chunk",
    overHttp(writesThenCloses('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"type":\r\n')),
    noResponse("UND_ERR_SOCKET"),
  ),
  fault(
    "closed in the body of an error response",
    overHttp(writesThenCloses('HTTP/1.1 412 Precondition Failed\r\ncontent-length: 1000\r\n\r\n{"type":')),
    apiError(412),
  ),
];
