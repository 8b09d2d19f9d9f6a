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
import { closedPort, overTls, plainHttpAtHttps, type ServerFactory, unknownHost } from "./servers.js";

/** A server whose certificate or protocol the client rejects, with the code of the platform. */
const tls = (fault: string, server: ServerFactory, code: string): Fault => ({
  fault: `TLS: ${fault}`,
  server,
  gives: noResponse(code),
  reaches: "connections",
});
const ofAuthority = { signed: true, trusted: true };

/** The host is unreachable, or the wrong host: the request, with its token, is never sent. */
export const unreachable: readonly Fault[] = [
  {
    fault: "DNS: unknown host",
    server: unknownHost,
    gives: noResponse("ENOTFOUND", "EAI_AGAIN"),
    reaches: "nothing",
  },
  { fault: "connection refused", server: closedPort, gives: noResponse("ECONNREFUSED"), reaches: "nothing" },
  tls("self-signed certificate", overTls({}), "DEPTH_ZERO_SELF_SIGNED_CERT"),
  tls("unknown certificate authority", overTls({ signed: true }), "UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
  tls(
    "certificate for another host",
    overTls({ host: "other.example", ...ofAuthority }),
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ),
  tls("expired certificate", overTls({ expired: true, ...ofAuthority }), "CERT_HAS_EXPIRED"),
  tls("the server speaks plain HTTP", plainHttpAtHttps, "ERR_SSL_WRONG_VERSION_NUMBER"),
];

/** The server is reachable, and its response never ends. */
export const silent: readonly Fault[] = [
  fault("no response (half-open connection)", neverResponds, timedOut),
  fault("the headers stop in the middle", stalls("HTTP/1.1 200 OK\r\ncontent-ty"), timedOut),
  fault("the body stops in the middle", stallsInTheBody, timedOut),
  fault("one byte a second", drips, timedOut),
  fault(
    "endless interim responses (103)",
    floodsUntilTimeout("", `HTTP/1.1 103 Early Hints\r\nlink: ${"x".repeat(1000)}\r\n\r\n`.repeat(64)),
    timedOut,
    { discarded: true },
  ),
  fault(
    "a chunk size without end",
    floodsUntilTimeout("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;", "x".repeat(65_536)),
    timedOut,
    { discarded: true },
  ),
];

/** The connection closes before the response is complete. */
export const cut: readonly Fault[] = [
  fault("closed before the headers", closes, noResponse("UND_ERR_SOCKET")),
  fault("reset before the headers", resets, noResponse("ECONNRESET")),
  fault("closed in the headers", writesThenCloses("HTTP/1.1 200 OK\r\ncontent-ty"), noResponse("UND_ERR_SOCKET")),
  fault("reset in the body", resetsInTheBody, noResponse("ECONNRESET")),
  fault(
    "fewer bytes than `content-length`",
    writesThenCloses('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"type":'),
    noResponse("UND_ERR_SOCKET"),
  ),
  fault(
    "closed before the last chunk",
    writesThenCloses('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"type":\r\n'),
    noResponse("UND_ERR_SOCKET"),
  ),
  fault(
    "closed in the body of an error response",
    writesThenCloses('HTTP/1.1 412 Precondition Failed\r\ncontent-length: 1000\r\n\r\n{"type":'),
    apiError(412),
  ),
];
