import type { ServerResponse } from "node:http";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { endToEndHeaders, headerHas, headerOf, pairsOf } from "./end-to-end-headers.js";

/** A server that requests are sent on to. */
export interface Upstream {
  /** Its address without a path. */
  readonly origin: string;
  /** Makes the request, with the head of the one that came in; its body is left to the caller. */
  request(incoming: IncomingMessage, path: string): ClientRequest;
  /** Ends the connections that are kept. */
  close(): void;
}

/** Makes an upstream of an address. `ca` replaces the certificates that are trusted. */
export function createUpstream(address: string, ca?: string): Upstream {
  const { origin, protocol, hostname, port, host } = new URL(address);
  const isTls = protocol === "https:";
  const settings = { keepAlive: true, ...(ca === undefined ? {} : { ca }) };
  const agent = isTls ? new HttpsAgent(settings) : new HttpAgent(settings);
  const send = isTls ? httpsRequest : httpRequest;
  return {
    origin,
    request: (incoming, path) =>
      send({
        hostname: hostname.replace(/^\[|\]$/g, ""),
        port: port === "" ? (isTls ? 443 : 80) : Number(port),
        method: incoming.method,
        path,
        headers: headersOf(incoming, host).flat(),
        // A kept connection may be closed by the service at the moment when it is used again. What cannot be sent twice
        // gets a new one.
        agent: isRetryable(incoming) ? agent : false,
        ...(ca === undefined ? {} : { ca }),
        maxHeaderSize: MAX_HEADER_BYTES,
      }),
    close: () => agent.destroy(),
  };
}

/** More than servers send; Node's own bound is a quarter of it. */
export const MAX_HEADER_BYTES = 65_536;

/** Whether a request may go out again when a kept connection was closed: it is idempotent and has no body. */
export function isRetryable({ method = "GET", rawHeaders }: IncomingMessage): boolean {
  return /^(GET|HEAD|OPTIONS|DELETE)$/.test(method) && !hasBody(pairsOf(rawHeaders));
}

function headersOf({ method = "GET", rawHeaders }: IncomingMessage, host: string): [string, string][] {
  const sent = pairsOf(rawHeaders);
  const isChunked = headerOf(sent, "transfer-encoding") !== undefined;
  const headers = endToEndHeaders(rawHeaders).filter(([name]) => {
    const lower = name.toLowerCase();
    // Node refuses to announce trailers that the framing cannot carry. Both lengths at once are how requests are smuggled.
    return lower !== "host" && (isChunked ? lower !== "content-length" : lower !== "trailer");
  });
  // Node would send a POST without a body as one with an empty, chunked body.
  const framing: [string, string][] = isChunked
    ? [["Transfer-Encoding", "chunked"]]
    : !hasBody(sent) && !/^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method)
      ? [["Content-Length", "0"]]
      : [];
  const trailers: [string, string][] = headerHas(sent, "te", "trailers")
    ? [
        ["TE", "trailers"],
        ["Connection", "TE"],
      ]
    : [];
  return [["Host", host], ...headers, ...framing, ...trailers];
}

function hasBody(headers: readonly (readonly [string, string])[]): boolean {
  return headerOf(headers, "content-length") !== undefined || headerOf(headers, "transfer-encoding") !== undefined;
}

/**
 * Answers in place of a service that gave no response. `Proxy-Status` (RFC 9209) tells that the proxy wrote this, and why.
 */
export function sendBadGateway(outgoing: ServerResponse, error: NodeJS.ErrnoException): string {
  const type =
    PROXY_ERRORS[error.code ?? ""] ?? (TLS.test(error.code ?? "") ? "tls_certificate_error" : "proxy_internal_error");
  const message = `The contract proxy received no response from the service: ${error.code ?? "it broke off"}.`;
  const body = JSON.stringify({ type: "error", status: 502, code: type, message });
  outgoing.writeHead(
    502,
    [
      ["Content-Type", "application/json"],
      ["Content-Length", String(Buffer.byteLength(body))],
      ["Proxy-Status", `content-contract; error=${type}`],
      // The rest of the request may still be on its way, and nobody reads it.
      ["Connection", "close"],
    ].flat(),
  );
  outgoing.end(body);
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
  HPE_INVALID_CONSTANT: "http_protocol_error",
  HPE_INVALID_HEADER_TOKEN: "http_protocol_error",
  HPE_INVALID_CONTENT_LENGTH: "http_protocol_error",
};

const TLS = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^ERR_SSL/;
