import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

export type Upstream = ReturnType<typeof createUpstream>;

/** Creates an upstream. `ca` replaces the trusted certificates. */
export function createUpstream(address: string, ca?: string) {
  const { origin, protocol, hostname, port, host } = new URL(address);
  const isTls = protocol === "https:";
  const settings = { keepAlive: true, ...(ca === undefined ? {} : { ca }) };
  const agent = isTls ? new HttpsAgent(settings) : new HttpAgent(settings);
  const send = isTls ? httpsRequest : httpRequest;
  return {
    origin,
    /** Creates a request with the head of the incoming one. The caller sends the body. */
    request: (incoming: IncomingMessage, path: string): ClientRequest =>
      send({
        hostname: hostname.replace(/^\[|\]$/g, ""),
        port: port === "" ? (isTls ? 443 : 80) : Number(port),
        method: incoming.method,
        path,
        headers: headersOf(incoming, host).flat(),
        // The service may close a pooled connection just as it is reused, so only retryable requests use the pool.
        agent: isRetryable(incoming) ? agent : false,
        ...(ca === undefined ? {} : { ca }),
        maxHeaderSize: MAX_HEADER_BYTES,
      }),
    close: () => agent.destroy(),
  };
}

/** More than servers send; the default of Node is a quarter of it. */
export const MAX_HEADER_BYTES = 65_536;

/** Whether a request can be retried after a closed connection: it is idempotent and has no body. */
export function isRetryable({ method = "GET", headers }: IncomingMessage): boolean {
  return /^(GET|HEAD|OPTIONS|DELETE)$/.test(method) && !hasBody(headers);
}

function headersOf({ method = "GET", rawHeaders, headers: sent }: IncomingMessage, host: string): [string, string][] {
  const isChunked = sent["transfer-encoding"] !== undefined;
  const headers = endToEndHeaders(rawHeaders).filter(([name]) => {
    const lower = name.toLowerCase();
    // Node rejects `Trailer` without chunks. Both lengths at once allow request smuggling.
    return lower !== "host" && (isChunked ? lower !== "content-length" : lower !== "trailer");
  });
  // Node would send a POST without a body with an empty chunked body.
  const framing: [string, string][] = isChunked
    ? [["Transfer-Encoding", "chunked"]]
    : !hasBody(sent) && !/^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method)
      ? [["Content-Length", "0"]]
      : [];
  const trailers: [string, string][] = /(^|,)\s*trailers\s*(,|$)/i.test(String(sent["te"]))
    ? [
        ["TE", "trailers"],
        ["Connection", "TE"],
      ]
    : [];
  return [["Host", host], ...headers, ...framing, ...trailers];
}

function hasBody(headers: IncomingMessage["headers"]): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Responds for a service that did not. `Proxy-Status` (RFC 9209) names the proxy and the reason. */
export function sendBadGateway(outgoing: ServerResponse, error: NodeJS.ErrnoException): string {
  const type =
    PROXY_ERRORS[error.code ?? ""] ??
    (/^HPE_|^ERR_(?:HTTP|INVALID_CHAR)/.test(error.code ?? "")
      ? "http_protocol_error"
      : TLS.test(error.code ?? "")
        ? "tls_certificate_error"
        : "proxy_internal_error");
  const message = `The contract proxy received no valid response from the service: ${error.code ?? "the connection was closed"}.`;
  const body = JSON.stringify({ type: "error", status: 502, code: type, message });
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Proxy-Status": `content-contract; error=${type}`,
    // The rest of the request is not read.
    Connection: "close",
  };
  // The response of the service may have left an invalid reason phrase.
  outgoing.writeHead(502, "Bad Gateway", headers).end(body);
  return type;
}

/** The names of RFC 9209, section 2.3, for the codes of Node. */
const PROXY_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_terminated",
  EPIPE: "connection_terminated",
  ETIMEDOUT: "connection_timeout",
  ENOTFOUND: "dns_error",
  EAI_AGAIN: "dns_timeout",
  EHOSTUNREACH: "destination_ip_unroutable",
  ENETUNREACH: "destination_ip_unroutable",
  HPE_HEADER_OVERFLOW: "http_response_header_section_size",
};

const TLS = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^ERR_SSL/;

/** The end-to-end headers: without hop-by-hop headers and those that `Connection` names (RFC 9110, section 7.6.1). */
export function endToEndHeaders(raw: readonly string[]): [name: string, value: string][] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(","))
    .map((name) => name.trim().toLowerCase());
  const left = new Set([...HOP_BY_HOP, ...named.filter((name) => !NEVER_NAMED.has(name))]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase()));
}

export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2] ?? "", raw[index * 2 + 1] ?? ""]);
}

const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"];

/** Removing these would change the message. Only a mistake or an attack names them in `Connection`. */
const NEVER_NAMED: ReadonlySet<string> = new Set(["content-length", "content-type", "host", "authorization"]);
