import type { ServerResponse } from "node:http";

/**
 * Answers in place of a service that gave no answer. `Proxy-Status` (RFC 9209) tells that the proxy wrote this, and why.
 */
export function answerBadGateway(outgoing: ServerResponse, error: NodeJS.ErrnoException): string {
  const type =
    PROXY_ERRORS[error.code ?? ""] ?? (TLS.test(error.code ?? "") ? "tls_certificate_error" : "proxy_internal_error");
  const message = `The contract proxy got no answer from the service: ${error.code ?? "it broke off"}.`;
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
