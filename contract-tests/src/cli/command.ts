import { type ParseArgsConfig, parseArgs } from "node:util";
import { isHeaderName } from "content-service-contract";
import { visibleText } from "content-service-contract/text";

/** One command of the program. */
export interface Command {
  /** Everything that `--help` prints. */
  readonly usage: string;
  /**
   * Runs the command. Resolves with the exit code, or undefined for a server that keeps running. Throws a `UsageError`
   * for invalid arguments.
   */
  run(args: readonly string[]): Promise<number | undefined>;
}

/** Invalid usage: the command prints this message in one line and exits with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The message of a thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads the options of a command. Throws a `UsageError` for an unknown option or a missing value. */
export function readOptions<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs<Config>(config);
  } catch (error) {
    // The rest is about positional arguments that begin with a dash.
    const [sentence = ""] = error instanceof Error ? error.message.split(/\.(?:\s|$)/) : [String(error)];
    throw new UsageError(`${sentence}. See --help.`);
  }
}

/** The option of the commands that check exchanges. */
export const brandOptions = { "brand-header": { type: "string" } } as const;

/** Its part of the usage. */
export const BRAND_USAGE = "  --brand-header <name>     the name of the header that carries shared links (ServiceApi)";

/** Reads its value. Throws a `UsageError` when it is no name of a header. */
export function readBrandHeader({ "brand-header": name }: { readonly "brand-header"?: string | undefined }) {
  if (name === undefined || isHeaderName(name)) return name;
  throw new UsageError("--brand-header must be the name of a header, such as ServiceApi");
}

/** Reads `--strict`. Throws a `UsageError` for an unknown level. */
export function readStrict(level: string | undefined): boolean {
  if (level === undefined || level === "listed") return level !== undefined;
  throw new UsageError(`--strict must be listed; received ${level}`);
}

/** Reads a port. Throws a `UsageError` for anything else. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535; received ${text}`);
}

/**
 * Reads an address. Throws a `UsageError` when it is not a URL, or has credentials, which a report would show.
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

/** A request to stop the command. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of a command that a signal (130 or 143) or an unexpected error (2) stopped. */
  code(): number | undefined;
  /** Removes the signal handlers. */
  end(): void;
}

/**
 * Handles `SIGINT` and `SIGTERM`: the first one aborts the signal, and the second one exits at once. An uncaught error aborts
 * the signal, too.
 *
 * @param onFirst called at the first one
 */
export function createInterruption(onFirst: () => void = () => {}): Interruption {
  const controller = new AbortController();
  let code: number | undefined;
  let firstMs = 0;
  const listeners = Object.entries({ SIGINT: 130, SIGTERM: 143 }).map(([name, own]) => {
    const listener = () => {
      // A terminal and a parent process may both send the first one.
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
  // The reports of what was checked before are still written.
  const onError = (error: unknown) => {
    if (code === 2) process.exit(2);
    code = 2;
    console.error(visibleText(`Stopped by an unexpected error: ${reasonOf(error)}`));
    controller.abort();
  };
  process.on("uncaughtException", onError);
  return {
    signal: controller.signal,
    code: () => code,
    end() {
      for (const { name, listener } of listeners) process.off(name, listener);
      process.off("uncaughtException", onError);
    },
  };
}

const TOGETHER_MS = 500;
