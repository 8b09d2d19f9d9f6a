/** The stable name of a rule. The README of this package describes each one. */
export type RuleId =
  | "operation-known"
  | "method-allowed"
  | "request-parameter"
  | "request-content-type"
  | "request-body"
  | "request-security"
  | "status-documented"
  | "response-content-type"
  | "response-header"
  | "response-body"
  | "response-body-closed"
  | "response-empty"
  | "response-json"
  | "error-consistent"
  | "error-discreet"
  | "standard-representation"
  | "fully-checked";

/** The most violations that are reported for an exchange. The message of the last one says that there are more. */
export const MAX_VIOLATIONS = 100;

/** One way in which an exchange differs from the contract. */
export interface Violation {
  /** The violated rule. */
  readonly rule: RuleId;
  /** Describes the violation. The wording may change; build on `rule`. */
  readonly message: string;
  /** JSON pointer to the violated statement in the bundled contract. */
  readonly contract: string;
  /**
   * Pointer into the exchange, such as `/response/body/entries/0/id` or `/request/query/limit`. For a missing part, the
   * place where it belongs. Header names are in lower case.
   */
  readonly at: string;
}

/** Checks a subject and returns its violations. */
export type Rule<Subject> = (subject: Subject) => Violation[];
