import type { LaunchOptions } from "playwright-core";

/** Opens a page, and waits for what it tells in `data-told` of its body. Beside it, all that the browser complained of. */
export async function openPage(options: LaunchOptions, url: string): Promise<{ told: string; problems: string[] }> {
  // It takes longer to load than all else here, and most consumers do without.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch(options);
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      // The refusal that the page asks for is told on the console by the browser itself.
      const isRefusal = message.text().includes("412 (Precondition Failed)");
      if (["error", "warning"].includes(message.type()) && !isRefusal) problems.push(message.text());
    });
    page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
    await page.goto(url);
    await page.waitForSelector("body[data-told]", { state: "attached", timeout: 30_000 }).catch(() => {
      problems.push("the page told nothing");
    });
    return { told: (await page.getAttribute("body", "data-told")) ?? "", problems };
  } finally {
    await browser.close();
  }
}
