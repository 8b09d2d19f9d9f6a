import type { Exchange } from "../exchange/exchange.js";
import type { Violation } from "../exchange/violation.js";

/** A violation, with what names the exchange that it was found in. It holds no header and no body. */
export interface FoundViolation extends Violation {
  /** The method and the URL of the request, without the values of its query. */
  readonly request: string;
  /** The status of the response. */
  readonly status: number;
}

/** Puts violations together with the exchange that they were found in. */
export function foundIn(exchange: Exchange, violations: readonly Violation[]): FoundViolation[] {
  const request = requestLine(exchange);
  const { status } = exchange.response;
  return violations.map((violation) => ({ ...violation, message: withoutSecrets(violation.message), request, status }));
}

/** Writes violations for people: each exchange once, and below it the rule, the words and both pointers. */
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

/** The method and the URL. The values of a query may be secrets, and are left out. */
export function requestLine({ request }: Exchange): string {
  const [path = "", query] = (request.url ?? request.path).replace(/#.*$/s, "").split(/\?(.*)/s);
  const names = query === undefined ? "" : `?${query.replace(/=[^&]*/g, "=…")}`;
  return `${request.method.toUpperCase()} ${withoutSecrets(path)}${names}`;
}

/** Without the start of a broken body, which the reason of a parser quotes, and without a password in a URL. */
function withoutSecrets(text: string): string {
  return text.replace(/(body is not JSON):.*$/s, "$1").replace(/\/\/[^/@\s]*@/g, "//");
}

/** Thrown when exchanges differ from the contract. Its message tells all of it. */
export class ContractViolationError extends Error {
  override readonly name = "ContractViolationError";
  /** What was found, in the order of the exchanges. */
  readonly violations: readonly FoundViolation[];

  constructor(violations: readonly FoundViolation[]) {
    const count = violations.length === 1 ? "1 violation" : `${violations.length} violations`;
    super(`${count} of the contract:\n\n${describeViolations(violations)}`);
    this.violations = violations;
  }
}
