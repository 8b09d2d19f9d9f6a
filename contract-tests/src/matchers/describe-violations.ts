import type { Exchange, Violation } from "content-service-contract";
import { createRedaction, type Redaction } from "content-service-contract/redaction";
import { counted } from "content-service-contract/text";

/** A violation with the request line and the status of its exchange. It contains no header and no body. */
export interface FoundViolation extends Violation {
  /** The method and the URL of the request, without the values of its query. */
  readonly request: string;
  /** The status of the response. */
  readonly status: number;
}

/** Adds the request line and the status of the exchange to violations, without the secrets of a run and of the exchange. */
export function foundIn(
  exchange: Exchange,
  violations: readonly Violation[],
  { learn, redact, text }: Redaction = createRedaction(undefined),
): FoundViolation[] {
  learn(exchange);
  if (violations.length === 0) return [];
  const { clean } = redact(exchange);
  const safe = (one: string) => text(clean(withoutSecrets(one)));
  const request = safe(requestLine(exchange));
  const { status } = exchange.response;
  return violations.map((one) => ({ ...one, message: safe(one.message), at: safe(one.at), request, status }));
}

/** Formats violations as text: each exchange once, and below it the rule, the message and both pointers. */
export function describeViolations(found: readonly FoundViolation[]): string {
  return found
    .map((violation, index) => {
      const before = found[index - 1];
      const isSame = before?.request === violation.request && before.status === violation.status;
      const heading = isSame ? "" : `${violation.request}, status ${violation.status}\n`;
      const { rule, message, at, contract } = violation;
      return `${heading}  ${rule}: ${message}\n    at        ${at}\n    contract  ${contract}`;
    })
    .join("\n");
}

/** The method and the URL, without query values, which may be secrets. */
export function requestLine({ request }: Exchange): string {
  const [path = "", query] = (request.url ?? request.path).replace(/#.*$/s, "").split(/\?(.*)/s);
  const names = query === undefined ? "" : `?${query.replace(/=[^&]*/g, "=…")}`;
  return `${request.method.toUpperCase()} ${withoutSecrets(path)}${names}`;
}

/** Removes text that a parser error quotes from the body, and passwords in URLs. */
function withoutSecrets(text: string): string {
  return text.replace(/(body is not JSON):.*$/s, "$1").replace(/\/\/[^/@\s]*@/g, "//");
}

/** Thrown when exchanges violate the contract. The message lists every violation. */
export class ContractViolationError extends Error {
  override readonly name = "ContractViolationError";
  /** The violations, in the order of the exchanges. */
  readonly violations: readonly FoundViolation[];

  constructor(violations: readonly FoundViolation[]) {
    super(`${counted(violations.length, "violation")} of the contract:\n\n${describeViolations(violations)}`);
    this.violations = violations;
  }
}
