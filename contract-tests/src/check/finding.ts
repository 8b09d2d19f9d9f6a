import type { Exchange } from "../exchange/exchange.js";
import type { RuleId } from "../exchange/violation.js";

/** The stable name of a rule about what a service does over several calls. The README lists what each one asks for. */
export type ConductRule =
  | "call-succeeds"
  | "wrong-request-refused"
  | "token-required"
  | "method-refused"
  | "list-complete"
  | "list-repeats-nothing"
  | "list-ends"
  | "marker-heeded"
  | "offset-heeded"
  | "limit-heeded"
  | "precondition-heeded"
  | "state-kept"
  | "refresh-token-single-use";

/** What does not hold: a rule about one exchange, or one about several. */
export type FindingRule = RuleId | ConductRule;

/** One way in which a service differs from the contract. */
export interface Finding {
  /** The rule that does not hold. */
  readonly rule: FindingRule;
  /** What is wrong, for a person. The wording may change; build on `rule`. */
  readonly message: string;
  /** The `operationId`; undefined where the request fits no operation. */
  readonly operation: string | undefined;
  /** JSON pointer into the bundled contract: the statement that does not hold. */
  readonly contract: string;
  /** Pointer into the exchange, such as `/response/body/entries/0/id`. */
  readonly at: string;
  /** The exchange that shows it, with its secrets replaced; the last one, where it took several. */
  readonly exchange: Exchange;
}
