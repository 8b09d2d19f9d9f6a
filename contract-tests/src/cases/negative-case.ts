import type { Operation } from "../contract/operation.js";
import type { ExchangeRequest } from "../exchange/exchange.js";
import type { RuleId } from "../exchange/violation.js";

/** A request that breaks the contract in one way. */
export interface NegativeCase {
  /** The operation that is called. */
  readonly operation: Operation;
  /** What is wrong, such as `too long`. */
  readonly kind: string;
  /** Where it is wrong, such as `/request/body/name`: the violation is there or inside of it. */
  readonly at: string;
  /** The rule that must find it. */
  readonly rule: RuleId;
  /** The request, with a path below the base address. */
  readonly request: ExchangeRequest & { readonly path: string };
}
