import { type CheckOptions, checkExchange } from "../exchange/check-exchange.js";
import type { Exchange } from "../exchange/exchange.js";
import type { RuleId, Violation } from "../exchange/violation.js";

/** What of an exchange was seen by whoever stood beside it. */
export interface Seen {
  /** Whether the body of the answer was read. @default true */
  readonly bodyRead?: boolean | undefined;
  /** Whether the body of the request was read. @default true */
  readonly requestBodyRead?: boolean | undefined;
}

/** Holds an exchange against the contract as far as it was seen: what rests on a body that was not read is left out. */
export function checkSeen(exchange: Exchange, options: CheckOptions, seen: Seen = {}): Violation[] {
  const { bodyRead = true, requestBodyRead = true } = seen;
  return checkExchange(exchange, options).filter(
    ({ rule }) => (bodyRead || !OF_BODY.has(rule)) && (requestBodyRead || !OF_REQUEST_BODY.has(rule)),
  );
}

const OF_BODY: ReadonlySet<RuleId> = new Set<RuleId>([
  "response-content-type",
  "response-empty",
  "response-json",
  "response-body",
  "response-body-closed",
  "standard-representation",
]);

const OF_REQUEST_BODY: ReadonlySet<RuleId> = new Set<RuleId>(["request-body", "request-content-type"]);
