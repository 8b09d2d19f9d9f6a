import { existsSync } from "node:fs";

/** Where Chromium is on this machine, if it is. `CHROMIUM_PATH` names one that is elsewhere. */
export function chromiumPath(): string | undefined {
  return (
    process.env["CHROMIUM_PATH"] ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path))
  );
}

/** It runs as root in CI, and reaches for nothing by itself. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
