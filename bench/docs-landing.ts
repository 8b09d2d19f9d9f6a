// npm run bench:docs: how long the first page of the site takes to show something, in a browser that has never seen it.
// Ends with 1 when the middle one of the runs takes a second or more.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../scripts/chromium.js";
import { buildSite } from "../site/build.js";
import { serveSite } from "../site/serve.js";

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
  const sorted = paints.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(RUNS / 2)] ?? Number.NaN;
  const [fastest = 0, slowest = 0] = [sorted[0], sorted.at(-1)];
  console.log(
    `first contentful paint, ${RUNS} runs: median ${median} ms (${fastest} to ${slowest} ms), limit ${LIMIT_MS} ms`,
  );
  process.exitCode = median < LIMIT_MS ? 0 : 1;
} finally {
  await browser.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
}

/** Runs in the page: when it was painted, in milliseconds since the navigation began. */
function firstContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName("first-contentful-paint");
      if (paint) resolve(Math.round(paint.startTime));
    }).observe({ type: "paint", buffered: true });
  });
}
