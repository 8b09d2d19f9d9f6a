import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished, test } from "vitest";
import { chromiumOptions } from "../../../support/chromium-options.js";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const launchOptions = chromiumOptions();

if (launchOptions === undefined)
  console.warn("Chromium is not installed: the reports ARE NOT TESTED in a browser. Install it to test them.");

/** A test that needs Chromium. With CI=true it fails where there is none; elsewhere it is left out. */
export const browserTest = test.skipIf(launchOptions === undefined && process.env["CI"] !== "true");

/** A page that shows a report, and what went wrong on it. */
export interface ReportPage {
  readonly page: Page;
  /** Messages on the console, and errors that nobody caught. */
  readonly messages: string[];
  /** Requests of the page, other than for itself. They are not let out. */
  readonly requests: string[];
}

/** Starts Chromium for the tests of a file, and gives what shows HTML in a page of its own. */
export function useReportPages(): (html: string, options?: BrowserContextOptions) => Promise<ReportPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (launchOptions !== undefined) browser = await chromium.launch(launchOptions);
  });
  afterAll(() => browser?.close());
  return async (html, options) => {
    if (browser === undefined) throw new Error("Chromium is not installed, and CI tests the reports in it");
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    return openReport(await context.newPage(), html);
  };
}

/** The ids of axe violations, with their elements. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run({ preload: false, resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id} ${html}`));
}

const ADDRESS = "http://report.example/";

async function openReport(page: Page, html: string): Promise<ReportPage> {
  const messages: string[] = [];
  const requests: string[] = [];
  await page.route("**", (route) => {
    if (route.request().url() === ADDRESS) return route.fulfill({ body: html, contentType: "text/html" });
    requests.push(route.request().url());
    return route.abort();
  });
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", ({ message }) => messages.push(message));
  await page.goto(ADDRESS);
  return { page, messages, requests: requests.filter((url) => !url.endsWith("/favicon.ico")) };
}
