import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { percentile } from "../figure.js";
import type { FrontEnd } from "./front-ends.js";
import type { FolderServer } from "./serve-folder.js";

/** Findings of axe: rules that do not hold, and the elements for which they do not. */
export interface Findings {
  readonly rules: readonly string[];
  readonly elements: number;
}

/** What was found of a front end. */
export interface PageFigures {
  readonly name: string;
  /** Everything that one visit loads, compressed. */
  readonly loadedBytes: number;
  /** Requests to other hosts, by host. They were not let through. */
  readonly outside: Readonly<Record<string, number>>;
  /** The same of the page as its own guide makes it, where that differs. */
  readonly outsideByDefault: Readonly<Record<string, number>>;
  readonly firstPaintMs: number;
  /** When the operation can be read. */
  readonly readyMs: number;
  /** Serious and critical ones. */
  readonly light: Findings;
  readonly dark: Findings | undefined;
  readonly hasTryIt: boolean;
  /** What a strict policy stopped, by what it would have to allow. */
  readonly stopped: Readonly<Record<string, number>>;
  /** Whether the operation could be read under that policy. */
  readonly worksUnderPolicy: boolean;
}

const STRICT = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";
const LOADS = 5;
/** Longer than any of them takes on a busy machine. What a policy keeps from starting fails at once. */
const PATIENCE_MS = 60_000;
const PATIENCE_UNDER_POLICY_MS = 15_000;

/** Opens the page of a front end in a fresh browser context each time, and looks at it from all sides. */
export async function measurePage(browser: Browser, server: FolderServer, frontEnd: FrontEnd): Promise<PageFigures> {
  const { name, path, darkPath, defaultPath, tryIt } = frontEnd;
  let isStrict = false;
  const open = async <Result>(
    where: string,
    look: (visit: Visit) => Promise<Result>,
    dark = false,
  ): Promise<Result> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme: dark ? "dark" : "light",
    });
    try {
      const page = await context.newPage();
      const outside: Record<string, number> = {};
      await context.route(
        (url) => !url.href.startsWith(server.url) && /^(?:https?|wss?):$/.test(url.protocol),
        (route) => {
          const { host } = new URL(route.request().url());
          outside[host] = (outside[host] ?? 0) + 1;
          return route.abort();
        },
      );
      await watchPolicy(page);
      server.takeSentBytes();
      await page.goto(server.url + where);
      const isReady = await page
        .waitForSelector(frontEnd.ready, { timeout: isStrict ? PATIENCE_UNDER_POLICY_MS : PATIENCE_MS })
        .then(() => true)
        .catch(() => false);
      const readyMs = await page.evaluate(() => performance.now());
      await page.waitForLoadState("networkidle");
      return await look({ page, outside, isReady, readyMs });
    } finally {
      await context.close();
    }
  };

  const paints: number[] = [];
  const readies: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await open(path, async ({ page, isReady, readyMs }) => {
      if (!isReady) throw new Error(`${name} never showed the operation`);
      paints.push(await firstPaintMs(page));
      readies.push(readyMs);
    });
  }
  const visit = await open(path, async ({ page, outside }) => ({
    loadedBytes: server.takeSentBytes(),
    outside,
    hasTryIt: (await page.locator(tryIt).count()) > 0,
    light: await findings(page),
  }));
  const dark = darkPath === undefined ? undefined : await open(darkPath, ({ page }) => findings(page), true);
  const outsideByDefault = await open(defaultPath ?? path, async ({ outside }) => outside);
  server.setPolicy(STRICT);
  isStrict = true;
  const underPolicy = await open(path, async ({ page, isReady }) => ({
    stopped: await stoppedByPolicy(page),
    worksUnderPolicy: isReady,
  }));
  return {
    name,
    ...visit,
    dark,
    outsideByDefault,
    firstPaintMs: percentile(paints, 0.5),
    readyMs: percentile(readies, 0.5),
    ...underPolicy,
  };
}

interface Visit {
  readonly page: Page;
  readonly outside: Readonly<Record<string, number>>;
  readonly isReady: boolean;
  readonly readyMs: number;
}

function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);
}

async function findings(page: Page): Promise<Findings> {
  // Not as a script of the page: its policy may forbid that.
  await page.evaluate(axe.source);
  // That has put it there.
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return {
    rules: grave.map(({ id, nodes }) => `${id} ${nodes.length}`).sort(),
    elements: grave.reduce((sum, { nodes }) => sum + nodes.length, 0),
  };
}

/** Counts in the page what a policy stops there. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const stopped: Record<string, number> = {};
    Object.assign(globalThis, { stopped });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      const name = `${effectiveDirective.replace(/-(?:elem|attr)$/, "")} ${blockedURI.replace(/^(https?:\/\/[^/]+|\w+:?).*$/, "$1")}`;
      stopped[name] = (stopped[name] ?? 0) + 1;
    });
  });
}

function stoppedByPolicy(page: Page): Promise<Record<string, number>> {
  // `watchPolicy` has put it there.
  return page.evaluate(() => (globalThis as unknown as { stopped: Record<string, number> }).stopped);
}
