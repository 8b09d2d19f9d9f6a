import { type ParseArgsConfig, parseArgs } from "node:util";

/** One command of the program. */
export interface Command {
  /** Everything that `--help` prints. */
  readonly usage: string;
  /**
   * Does it, and gives the exit code; undefined for a server that runs on. Throws a `UsageError` for what it cannot do.
   */
  run(args: readonly string[]): Promise<number | undefined>;
}

/** What was asked for cannot be done: it ends the command with exit code 2 and this message as its one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads the options of a command. Throws a `UsageError` for an option that there is not, or that lacks its value. */
export function readOptions<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs<Config>(config);
  } catch (error) {
    // The first sentence says it; the rest is about positional arguments that begin with a dash.
    const [said = ""] = error instanceof Error ? error.message.split(/\.(?:\s|$)/) : [String(error)];
    throw new UsageError(`${said}. See --help.`);
  }
}

/** Reads a port. Throws a `UsageError` for anything else. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535, not ${text}`);
}

/**
 * Reads an address. Throws a `UsageError` when it is not one, or holds a name and a password, which a report would show.
 */
export function readAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${name} must be an address such as https://api.content.example/2.0`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(`${name} must be an address without a password, a query and a fragment`);
  }
  return text.replace(/\/+$/, "");
}

/** Tells when somebody wants the command to end. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code that a shell expects of a command which a signal has ended: 130 or 143. */
  code(): number | undefined;
  /** Leaves signals to Node again. */
  end(): void;
}

/**
 * Takes `SIGINT` and `SIGTERM`: the first one asks for an end, and the second one ends the process at once.
 *
 * @param onFirst tells that the end was asked for
 */
export function createInterruption(onFirst: () => void = () => {}): Interruption {
  const controller = new AbortController();
  let code: number | undefined;
  let firstMs = 0;
  const listeners = Object.entries({ SIGINT: 130, SIGTERM: 143 }).map(([name, own]) => {
    const listener = () => {
      // A terminal and what started the process may both send the first one.
      if (code !== undefined && performance.now() - firstMs > TOGETHER_MS) process.exit(own);
      if (code !== undefined) return;
      firstMs = performance.now();
      code = own;
      onFirst();
      controller.abort();
    };
    process.on(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    code: () => code,
    end() {
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}

const TOGETHER_MS = 500;
