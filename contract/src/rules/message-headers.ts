import type { RuleContext } from "../exchange/rule-context.js";
import type { Rule, Violation } from "../exchange/violation.js";

/** Checks the headers that HTTP itself defines, where they contradict the body or the contract. */
export const messageHeaders: Rule<RuleContext> = ({ operation, response }) => {
  const { headers, status } = response;
  const found: { readonly name: string; readonly message: string }[] = [];
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get("content-type") ?? "") ?? [];
  const isJson = /\bjson\b/i.test(headers.get("content-type") ?? "");
  if (isJson && charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    // RFC 8259, section 8.1.
    found.push({ name: "content-type", message: `Expected JSON in UTF-8; received the charset ${charset}` });
  }
  const codings = (headers.get("content-encoding") ?? "").split(",").map((one) => one.trim().toLowerCase());
  const unknown = codings.find((one) => one !== "" && !CODINGS.has(one));
  if (unknown !== undefined) {
    found.push({ name: "content-encoding", message: `Expected a registered content coding; received ${unknown}` });
  }
  const length = headers.get("content-length");
  if (length !== null && headers.has("transfer-encoding")) {
    // RFC 9112, section 6.2.
    found.push({
      name: "content-length",
      message: "Expected either Content-Length or Transfer-Encoding; received both",
    });
  }
  if (status === 204 && length !== null && Number(length) !== 0) {
    // RFC 9110, section 8.6.
    found.push({ name: "content-length", message: `Expected no Content-Length with status 204; received ${length}` });
  }
  const challenge = headers.get("www-authenticate");
  const isBearer = operation.secured && operation.security.flat().every(({ kind }) => kind === "bearer");
  if (status === 401 && isBearer && challenge !== null && !/(^|,)\s*bearer(\s|,|$)/i.test(challenge)) {
    found.push({ name: "www-authenticate", message: "Expected a challenge of the scheme Bearer; received others" });
  }
  return found.map(
    ({ name, message }): Violation => ({
      rule: "response-header",
      message,
      contract: response.documented?.pointer ?? operation.pointer,
      at: `/response/headers/${name}`,
    }),
  );
};

const CODINGS: ReadonlySet<string> = new Set(["gzip", "x-gzip", "compress", "deflate", "br", "zstd", "identity"]);
