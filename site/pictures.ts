// npx tsx site/pictures.ts: takes the pictures of the landing page, with Chromium.
import { writeFileSync } from "node:fs";
import { htmlReport, runChecks } from "content-service-contract-tests";
import { createSandbox } from "content-service-sandbox";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../support/chromium-options.js";

/** The place of a picture on the page: that of a computer, and with `-small` that of a phone. */
const SIZES = { "": { width: 960, height: 590 }, "-small": { width: 390, height: 468 } };

const sandbox = await createSandbox({ now: () => Date.UTC(2026, 2, 17, 9) });
const { baseUrl, authUrl } = await sandbox.listen();
sandbox.faults.add({ kind: "html", operation: "getCurrentUser", times: null });
const report = htmlReport(await runChecks({ baseUrl, token: "token-admin" }));
const browser = await chromium.launch(chromiumOptions());
// The policies of the pages allow no images.
const blank = await browser.newPage();
for (const [suffix, viewport] of Object.entries(SIZES)) {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
  await page.setContent(report);
  await take("report");
  await page.goto(`${authUrl}/_sandbox/ui`);
  sandbox.reset();
  await send("users/me", "token-reviewer");
  await send("files/4002", "token-reviewer", { name: "mine.pdf" });
  await send("files/4001", "token-owner", { name: "office lease.pdf", tags: ["signed"] });
  await page
    .locator(".log")
    .getByRole("button", { name: /updateFile.*200/ })
    .first()
    .click();
  await page.getByText("office lease.pdf").first().waitFor();
  await take("inspector");

  /** Takes one scene in both themes. */
  async function take(name: string): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const png = (await page.screenshot()).toString("base64");
      // Only the browser writes WebP.
      const webp = await blank.evaluate(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
        canvas.getContext("2d")?.drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", 0.7).split(",")[1] ?? "";
      }, png);
      writeFileSync(new URL(`style/${name}${suffix}-${colorScheme}.webp`, import.meta.url), webp, "base64");
    }
  }
}
await browser.close();
await sandbox.close();

async function send(path: string, token: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await fetch(`${baseUrl}/${path}`, body ? { method: "PUT", headers, body: JSON.stringify(body) } : { headers });
}
