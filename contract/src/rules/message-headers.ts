import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule } from "../exchange/violation.js";

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
