/** What was asked for cannot be done: it ends the command with exit code 2 and this message as its one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
