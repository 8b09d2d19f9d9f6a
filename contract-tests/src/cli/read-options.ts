import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./usage-error.js";

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
 * Reads an address. Throws a `UsageError` when it is none, or holds a name and a password, which a report would show.
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
