import { once } from "node:events";
import { isHeaderName } from "content-service-contract";
import { insecureMessage, isInsecure } from "content-service-contract/local-server";
import { visibleText } from "content-service-contract/text";
import { flag, type Values, value } from "./options.js";
import { reasonOf, UsageError } from "./usage-error.js";

export interface Command {
  readonly usage: string;
  /** Resolves with the exit code; undefined for a server that keeps running. Throws a `UsageError` for invalid arguments. */
  run(args: readonly string[]): Promise<number | undefined>;
}

export const exchangeOptions = {
  closed: flag("also report undocumented content as violations"),
  strict: value("<level>", "listed: also report what the interface lists and some services omit (x-listed)"),
  "brand-header": value("<name>", "the name of the header that carries shared links (ServiceApi)"),
};

/** Reads their values. Throws a `UsageError` for an unknown level, and for what is no name of a header. */
export function readExchangeOptions({ closed, strict, "brand-header": brandHeader }: Values<typeof exchangeOptions>) {
  if (strict !== undefined && strict !== "listed") throw new UsageError(`--strict must be listed; received ${strict}`);
  if (brandHeader !== undefined && !isHeaderName(brandHeader))
    throw new UsageError("--brand-header must be the name of a header, such as ServiceApi");
  return { closed, listed: strict === "listed", brandHeader };
}

export const serverOptions = (port: string) => ({
  port: value("<number>", "the port to listen on; 0 takes a free one", port),
  host: value("<address>", "the address to listen on; only this machine can reach the default", "127.0.0.1"),
});

export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535; received ${text}`);
}

/** Reads an address. Throws a `UsageError` when it is not a URL, or has credentials, which a report would show. */
export function readAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} must be an address such as https://api.content.example/2.0`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new UsageError(`${name} must be an address without a password, a query and a fragment`);
  return text.replace(/\/+$/, "");
}

/** Rejects addresses to which a token would go unencrypted, unless that is allowed, with a `UsageError`. */
export function requireSecure(addresses: readonly string[], allowInsecure: boolean): void {
  const insecure = allowInsecure ? undefined : addresses.find(isInsecure);
  if (insecure !== undefined) throw new UsageError(insecureMessage(insecure, "--allow-insecure"));
}

/** The first `SIGINT` or `SIGTERM` calls `onFirst` and aborts the signal, the second exits. An uncaught error aborts it too. */
export function createInterruption(onFirst: () => void = () => {}) {
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
    async requested() {
      if (!controller.signal.aborted) await once(controller.signal, "abort");
    },
    /** The exit code of a command that a signal (130 or 143) or an unexpected error (2) stopped. */
    code: () => code,
    end() {
      for (const { name, listener } of listeners) process.off(name, listener);
      process.off("uncaughtException", onError);
    },
  };
}

const TOGETHER_MS = 500;
