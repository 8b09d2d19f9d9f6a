// npm run lab -- docs-landing: measures the first contentful paint of the site in a new browser context. Fails if the
// median is a second or more.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { buildSite } from "../site/build.js";
import { serveSite } from "../site/serve.js";
import { chromiumOptions } from "../support/chromium-options.js";
import { percentile } from "./support/figure.js";

const RUNS = 15;
const LIMIT_MS = 1_000;

const launchOptions = chromiumOptions();
if (launchOptions === undefined) throw new Error("Chromium is not installed, or set CHROMIUM_PATH");
const folder = await mkdtemp(join(tmpdir(), "site-"));
await buildSite(folder);
const site = await serveSite(folder);
const browser = await chromium.launch(launchOptions);
try {
  const paints: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.url);
    paints.push(await page.evaluate(firstContentfulPaint));
    await context.close();
  }
  const median = percentile(paints, 0.5);
  console.log(
    `first contentful paint, ${RUNS} runs: median ${median} ms (${Math.min(...paints)} to ${Math.max(...paints)} ms), limit ${LIMIT_MS} ms`,
  );
  process.exitCode = median < LIMIT_MS ? 0 : 1;
} finally {
  await browser.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
}

/** Runs in the page. Milliseconds since the start of the navigation. */
function firstContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName("first-contentful-paint");
      if (paint) resolve(Math.round(paint.startTime));
    }).observe({ type: "paint", buffered: true });
  });
}
