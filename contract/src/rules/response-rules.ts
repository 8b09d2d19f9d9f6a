import { readParameter, readValue } from "../exchange/read-values.js";
import type { RuleContext } from "../exchange/rule-context.js";
import { type Rule, schemaViolations, type Violation } from "../exchange/violation.js";
import { pointer } from "../model/json-pointer.js";

/** Checks that the contract documents the status: with `closed` this one, otherwise any 2xx. */
export const statusDocumented: Rule<RuleContext> = ({ operation, response }) => {
  if (response.documented !== undefined) return [];
  const known = operation.responses.map(({ status }) => status).join(", ");
  const message = `${operation.id} does not document status ${response.status}; expected ${known}`;
  const contract = pointer(operation.pointer, "responses");
  return [{ rule: "status-documented", message, contract, at: "/response/status" }];
};

export const responseContentType: Rule<RuleContext> = (context) => {
  const { response } = context;
  const { body, documented, media } = response;
  if (documented === undefined || body.kind === "empty" || media !== undefined || mustBeEmpty(context)) return [];
  if (documented.content.length === 0) return [];
  const known = documented.content.map(({ type }) => type).join(", ");
  const message = `Expected a response body of type ${known}; received ${body.type ?? "no media type"}`;
  const contract = pointer(documented.pointer, "content");
  return [{ rule: "response-content-type", message, contract, at: "/response/headers/content-type" }];
};

/** Checks that there is no body after HEAD, with 204 and 304, and where the contract documents none. */
export const responseEmpty: Rule<RuleContext> = (context) => {
  const { body, documented } = context.response;
  if (documented === undefined || body.kind === "empty" || !mustBeEmpty(context)) return [];
  const { response } = context;
  const message = `Expected no body in the ${response.status} response to ${response.method.toUpperCase()}`;
  return [{ rule: "response-empty", message, contract: documented.pointer, at: "/response/body" }];
};

/** Whether a response must not have a body (RFC 9110, sections 9.3.2, 15.3.5 and 15.4.5). */
function mustBeEmpty({ contract, closed, response }: RuleContext): boolean {
  const { method, status, documented } = response;
  if (method === "head" || status === 204 || status === 304) return true;
  // Many documents leave `content` out where they say nothing about the body.
  return documented?.content.length === 0 && (closed || contract.follows("errors"));
}

export const responseJson: Rule<RuleContext> = ({ response }) => {
  const { body, media } = response;
  if (media === undefined || body.kind !== "broken") return [];
  const message = `The response body is not JSON: ${body.reason}`;
  return [{ rule: "response-json", message, contract: media.pointer, at: "/response/body" }];
};

export const responseBody: Rule<RuleContext> = (context) => {
  const { contract, response } = context;
  const { body, documented, media } = response;
  // A text or a file can be empty.
  const hasJson = documented?.content.some(({ type }) => /json$/.test(type)) ?? false;
  if (hasJson && documented !== undefined && body.kind === "empty" && !mustBeEmpty(context)) {
    const message = `The body of the ${response.status} response is missing`;
    return [{ rule: "response-body", message, contract: documented.pointer, at: "/response/body" }];
  }
  const value = readValue(body);
  if (media?.schema === undefined || value === undefined || response.fits(media.schema)) return [];
  const found = contract.validate(media.schema, value);
  return schemaViolations("response-body", "The response body", "/response/body", found);
};

/** Checks for undocumented content: only with `closed`, and only in a body that matches the open schema. */
export const responseBodyClosed: Rule<RuleContext> = ({ closed, contract, response }) => {
  const { body, media } = response;
  const value = readValue(body);
  if (!closed || media?.schema === undefined || value === undefined) return [];
  if (!response.fits(media.schema) || response.fits(media.schema, "closed")) return [];
  const found = contract.validate(media.schema, value, "closed");
  return schemaViolations("response-body-closed", "The response body", "/response/body", found);
};

export const responseHeader: Rule<RuleContext> = ({ contract, response }) => {
  const headers = response.documented?.headers ?? [];
  return headers.flatMap((header): Violation[] => {
    const at = pointer("/response/headers", header.name);
    const value = response.headers.get(header.name);
    if (value === null) {
      if (!header.required) return [];
      const message = `The response header ${header.name} is missing`;
      return [{ rule: "response-header", message, contract: header.pointer, at }];
    }
    const parameter = { ...header, in: "header", explode: false, style: "simple" } as const;
    const found = contract.validate(header.schema, readParameter(contract, parameter, [value]));
    return schemaViolations("response-header", `The response header ${header.name}`, at, found);
  });
};

/** Checks the headers that HTTP itself defines, where they contradict the body or the contract. */
export const messageHeaders: Rule<RuleContext> = (context) => {
  const contract = context.response.documented?.pointer ?? context.operation.pointer;
  return [...headerProblems(context)].map(([name, message]) => {
    return { rule: "response-header", message, contract, at: `/response/headers/${name}` };
  });
};

function* headerProblems({ operation, response }: RuleContext): Generator<[name: string, message: string]> {
  const { headers, status } = response;
  const type = headers.get("content-type") ?? "";
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? [];
  // RFC 8259, section 8.1.
  if (/\bjson\b/i.test(type) && charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    yield ["content-type", `Expected JSON in UTF-8; received the charset ${charset}`];
  const codings = (headers.get("content-encoding") ?? "").split(",").map((one) => one.trim().toLowerCase());
  const unknown = codings.find((one) => one !== "" && !CODINGS.has(one));
  if (unknown !== undefined) yield ["content-encoding", `Expected a registered content coding; received ${unknown}`];
  const length = headers.get("content-length");
  // RFC 9112, section 6.2.
  if (length !== null && headers.has("transfer-encoding"))
    yield ["content-length", "Expected either Content-Length or Transfer-Encoding; received both"];
  // RFC 9110, section 8.6.
  if (status === 204 && length !== null && Number(length) !== 0)
    yield ["content-length", `Expected no Content-Length with status 204; received ${length}`];
  const challenge = headers.get("www-authenticate");
  const isBearer = operation.secured && operation.security.flat().every(({ kind }) => kind === "bearer");
  if (status === 401 && isBearer && challenge !== null && !/(^|,)\s*bearer(\s|,|$)/i.test(challenge))
    yield ["www-authenticate", "Expected a challenge of the scheme Bearer; received others"];
}

const CODINGS: ReadonlySet<string> = new Set(["gzip", "x-gzip", "compress", "deflate", "br", "zstd", "identity"]);
