import { existsSync } from "node:fs";
import type { LaunchOptions } from "playwright-core";

/**
 * The options to start Chromium, or undefined if it is not installed. `CHROMIUM_PATH` sets its path. The headless shell has no
 * window and takes two thirds of the time.
 */
export function chromiumOptions(): LaunchOptions | undefined {
  const { CHROMIUM_PATH } = process.env;
  const names = ["chromium-headless-shell", "chromium", "chromium-browser"];
  const paths = CHROMIUM_PATH ? [CHROMIUM_PATH] : names.map((name) => `/usr/bin/${name}`);
  const executablePath = paths.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath, args: FLAGS };
}

/** CI runs as root, and the browser must send no requests of its own. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
