/** Invalid usage: the command prints this message in one line and exits with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
