import type { BrowserContextOptions } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { browserTest, useChromium } from "../../../support/chromium.js";
import { startSandbox, type TestSandboxOptions } from "./start-sandbox.js";

export { browserTest };

type Tab = "Requests" | "Records" | "Controls";

/** Starts Chromium for a test file. Returns a function that opens the inspector of a new sandbox for the current test. */
export function useInspector() {
  const open = useChromium();
  return async (tab: Tab = "Requests", options: TestSandboxOptions = {}, browser: BrowserContextOptions = {}) => {
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
    const show = (name: Tab) => page.getByRole("tab", { name }).click();
    if (tab !== "Requests") await show(tab);
    return {
      ...setup,
      page,
      /** The row of a request in the log, by a part of its text. */
      row: (text: string | RegExp) => page.locator(".log").getByRole("button", { name: text }),
      /** The text that the page has copied. */
      copied: () => page.evaluate(() => navigator.clipboard.readText()),
      show,
    };
  };
}
