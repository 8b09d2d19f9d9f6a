import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished, test } from "vitest";
import { chromiumOptions } from "../../scripts/chromium.js";

const launchOptions = chromiumOptions();

if (launchOptions === undefined)
  console.warn("Chromium is not installed: the docs site IS NOT TESTED in a browser. Install it to test it.");

/** A test that needs Chromium. With CI=true it fails where there is none; elsewhere it is left out. */
export const browserTest = test.skipIf(launchOptions === undefined && process.env["CI"] !== "true");

/** Starts Chromium for the tests of a file, and gives what opens a page of its own for a test. */
export function useChromium(): (options?: BrowserContextOptions) => Promise<OpenPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (launchOptions !== undefined) browser = await chromium.launch(launchOptions);
  });
  afterAll(() => browser?.close());
  return async (options) => {
    if (browser === undefined) throw new Error("Chromium is not installed, and CI tests the site in it");
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    return openPage(context);
  };
}

/** A page, and what went wrong on it. */
export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Messages of errors on the console, and errors that nobody caught. */
  readonly errors: string[];
  /** Requests to other hosts. They are not let out. */
  readonly outside: string[];
}

async function openPage(context: BrowserContext): Promise<OpenPage> {
  const errors: string[] = [];
  const outside: string[] = [];
  await context.route(/^(?!file:|http:\/\/127\.0\.0\.1:)/, (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  // The default is half a minute; what does not come about here should be told sooner.
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", ({ message }) => errors.push(message));
  return { context, page, errors, outside };
}
