/** The stable name of a rule. The README of this package lists what each one asks for. */
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
  | "standard-representation";

/** One way in which an exchange differs from the contract. */
export interface Violation {
  /** The rule that does not hold. */
  readonly rule: RuleId;
  /** Describes the violation. The wording may change; build on `rule`. */
  readonly message: string;
  /** JSON pointer into the bundled contract: the statement that does not hold. */
  readonly contract: string;
  /**
   * Pointer into the message, such as `/response/body/entries/0/id` or `/request/query/limit`.
   * For something that is missing it is the place where it should be. Header names are in lower case.
   */
  readonly at: string;
}

/** Looks at one subject and answers with what it finds; an empty list when the rule holds. */
export type Rule<Subject> = (subject: Subject) => Violation[];
