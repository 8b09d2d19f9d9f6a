/** An argument of a query has no value, or a value that the query cannot use. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  /** The name of the argument, without the colon. */
  readonly argument: string;
  /** Whether the argument has no value at all, or one that does not fit. */
  readonly reason: "missing" | "unsuitable";

  constructor(message: string, argument: string, reason: "missing" | "unsuitable") {
    super(message);
    this.argument = argument;
    this.reason = reason;
  }
}
