/** One command of the program. */
export interface Command {
  /** Everything that `--help` prints. */
  readonly usage: string;
  /**
   * Does it, and gives the exit code; undefined for a server that runs on. Throws a `UsageError` for what it cannot do.
   */
  run(args: readonly string[]): Promise<number | undefined>;
}
