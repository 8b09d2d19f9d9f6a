import type { SchemaViolation } from "../model/explain-errors.js";

/** The rules about one exchange, and when each one passes. */
export const EXCHANGE_RULES = {
  "operation-known": "the URL is below the base URL or the token URL, and matches a path",
  "method-allowed": "the path has the method",
  "request-parameter":
    "required parameters are present, values match their schemas, and no query parameter is undocumented",
  "request-content-type": "the media type of the body is documented for the operation",
  "request-body": "a required body is present, can be parsed, and matches its schema",
  "request-security": "the documented credentials are present on every call that needs them",
  "status-documented":
    "the status is documented; `default` covers 4xx and 5xx, and 2xx where no other success is documented. Without `closed`, any 2xx with the documented body will do",
  "response-content-type": "the media type of the body is documented for the status",
  "response-header":
    "required headers are present, documented headers match their schemas, and standard headers fit the body: charset, coding, length, challenge, `Allow`",
  "response-body": "a documented body is present and matches its schema",
  "response-body-closed": "the body has no undocumented property or enum value; only with `closed`",
  "response-body-listed": "the body has every property in `x-listed`; only with `listed`",
  "response-empty": "there is no body after HEAD, with 204 and 304, or if none is documented",
  "response-json":
    "a JSON body can be parsed; with `check` also: valid UTF-8, no byte order mark, no repeated name, no half of a surrogate pair",
  "error-consistent":
    "an error body has the status of its response, a code that fits the status, and the name of the invalid value",
  "error-discreet":
    "an error shows no credentials of the request, stack trace, SQL, file path or internal address, and does not reveal that a hidden record exists",
  "standard-representation":
    "without `fields`, all standard attributes are present; with `fields`, only the listed ones, type, id and name",
  "fully-checked": "the exchange can be checked within the limits of time, size and depth",
} as const;

/** The stable name of a rule. The README of this package describes each one. */
export type RuleId = keyof typeof EXCHANGE_RULES;

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

export function schemaViolations(rule: RuleId, subject: string, at: string, found: readonly SchemaViolation[]) {
  return found.map(({ message, contract, at: inner }) => {
    const place = inner !== "" && /^\/\w+\/body$/.test(at) ? ` at ${inner}` : "";
    return { rule, message: `${subject}${place} ${message}`, contract, at: at + inner };
  });
}
