import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { chromiumOptions } from "./chromium-options.js";
import { testWith } from "./installed.js";

const launchOptions = chromiumOptions();

export const browserTest = testWith(launchOptions !== undefined, "Chromium", "pages in a browser");

/** Starts Chromium for a test file. Returns a function that opens a page for the current test. */
export function useChromium(flags: readonly string[] = []): (options?: BrowserContextOptions) => Promise<OpenPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (launchOptions === undefined) return;
    browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...flags] });
  });
  afterAll(() => browser?.close());
  return async (options) => {
    if (browser === undefined) throw new Error("Expected Chromium if CI=true; it is not installed");
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    return openPage(context);
  };
}

export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors on the console, and uncaught errors. */
  readonly errors: string[];
  /** Requests to other hosts, which are blocked. */
  readonly outside: string[];
}

async function openPage(context: BrowserContext): Promise<OpenPage> {
  const errors: string[] = [];
  const outside: string[] = [];
  await context.route(/^(?!file:|http:\/\/127\.0\.0\.1:)/, (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  // The default is 30 seconds.
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", ({ message }) => errors.push(message));
  return { context, page, errors, outside };
}
