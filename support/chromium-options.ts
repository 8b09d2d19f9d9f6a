import { existsSync } from "node:fs";
import type { LaunchOptions } from "playwright-core";

/** How Chromium is started here, or undefined where there is none. `CHROMIUM_PATH` names one that is elsewhere. */
export function chromiumOptions(): LaunchOptions | undefined {
  const { CHROMIUM_PATH } = process.env;
  const paths = CHROMIUM_PATH ? [CHROMIUM_PATH] : ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
  const executablePath = paths.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath, args: FLAGS };
}

/** CI runs as root, and the browser must reach for nothing by itself. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
