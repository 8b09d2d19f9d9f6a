/** The query is not valid, or does not fit the template. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

/** An argument of a query has no value or an invalid value. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  constructor(
    message: string,
    /** The name of the argument, without the colon. */
    readonly argument: string,
    readonly reason: "missing" | "invalid",
  ) {
    super(message);
  }
}

export function excerpt(text: string): string {
  // By code points, so that no surrogate pair is cut.
  return text.length <= MAX_EXCERPT ? text : `${[...text.slice(0, MAX_EXCERPT)].slice(0, -1).join("")}…`;
}

const MAX_EXCERPT = 60;
