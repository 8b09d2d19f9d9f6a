/** The text of a query cannot be read, or asks something that its fields cannot answer. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  /** 0-based offset of the character in the query where the trouble starts. The message counts from 1. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}
