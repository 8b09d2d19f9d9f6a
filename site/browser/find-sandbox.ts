import { root } from "./globals.js";
import type { ReachedSandbox } from "./reached-sandbox.js";
import { sandboxInPage } from "./sandbox-in-page.js";

/** The sandbox behind the site, or else one in the page. A page from a folder has none: it cannot start a worker. */
export function findSandbox(): ReachedSandbox | undefined {
  const address = globalThis.sandboxAddress ?? null;
  if (address === null)
    return location.protocol === "file:" ? undefined : sandboxInPage(`${root}assets/sandbox-worker.js`);
  return {
    ...address,
    note: "The sandbox runs behind this site.",
    silence: "Nothing came back: does the sandbox still run?",
    prepare() {},
    fetch: (request) => fetch(request),
  };
}
