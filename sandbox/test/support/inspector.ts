import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { browserTest, useChromium } from "../../../support/chromium.js";
import { startSandbox, type TestSandbox, type TestSandboxOptions } from "./start-sandbox.js";

export { browserTest };

/** The inspector of a sandbox in Chromium. */
export interface OpenInspector extends TestSandbox {
  readonly page: Page;
  /** The row of a request in the log, by a part of its text. */
  row(text: string | RegExp): Locator;
  /** The text that the page has copied. */
  copied(): Promise<string>;
  /** Shows the part with this name. */
  show(tab: "Requests" | "Records" | "Controls"): Promise<void>;
}

/** Starts Chromium for a test file. Returns a function that opens the inspector of a new sandbox for the current test. */
export function useInspector() {
  const open = useChromium();
  return async (options: TestSandboxOptions = {}, browser: BrowserContextOptions = {}): Promise<OpenInspector> => {
    const setup = await startSandbox({ strange: true, ...options });
    const { page, context, errors, outside } = await open({ viewport: { width: 1280, height: 900 }, ...browser });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: setup.server.url });
    onTestFinished(() => {
      // Chromium reports each error response.
      const uncaught = errors.filter((text) => !text.startsWith("Failed to load resource"));
      expect({ uncaught, outside }).toEqual({ uncaught: [], outside: [] });
    });
    await page.goto(`${setup.server.url}/_sandbox/ui`);
    await page.getByText(/\d records/).waitFor();
    return {
      ...setup,
      page,
      row: (text) => page.locator(".log").getByRole("button", { name: text }),
      copied: () => page.evaluate(() => navigator.clipboard.readText()),
      show: (tab) => page.getByRole("tab", { name: tab }).click(),
    };
  };
}
