/** The text of a query cannot be read, or asks something that its fields cannot response. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  /** 0-based offset of the character in the query where the trouble starts. The message counts from 1. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

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

/** Cuts a text short, so that a message can quote it. */
export function excerpt(text: string): string {
  // By code points, so that no half of a pair is left over.
  return text.length <= LONGEST ? text : `${[...text.slice(0, LONGEST)].slice(0, -1).join("")}…`;
}

const LONGEST = 60;
