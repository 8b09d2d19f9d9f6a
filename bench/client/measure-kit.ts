import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckResults } from "./results.js";

/** What `bench/check-exchange.ts` writes of a page. */
interface Row {
  readonly page: string;
  readonly shape: string;
  readonly ratio: number;
  readonly ratioLow: number;
  readonly ratioHigh: number;
}

/** Measures what it costs to check a page; the page that costs most counts. Its ends are those of all rounds. */
export async function measureCheckExchange(root: string, node: string): Promise<CheckResults> {
  const folder = await mkdtemp(join(tmpdir(), "check-exchange-"));
  try {
    const file = join(folder, "figures.json");
    const args = ["--import", "tsx", join(root, "bench/check-exchange.ts"), "--shape", "open", "--json", file];
    try {
      execFileSync(node, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    } catch {
      // It fails where its bound does not hold, which is said here too; without figures the next line fails.
    }
    const { rows } = JSON.parse(await readFile(file, "utf8")) as { rows: Row[] }; // It writes them so.
    const worst = rows
      .filter(({ shape }) => shape === "open")
      .reduce((one, other) => (other.ratio > one.ratio ? other : one));
    return { page: worst.page, ratio: { median: worst.ratio, low: worst.ratioLow, high: worst.ratioHigh } };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** How long all that is held against the mock takes, in seconds, from the start of the command to its end; if it passes. */
export function measureSuites(root: string): number | undefined {
  const startMs = performance.now();
  const { status } = spawnSync("npm", ["run", "test:mock"], {
    cwd: root,
    stdio: "ignore",
  });
  if (status === 0) return Number(((performance.now() - startMs) / 1000).toFixed(1));
  console.error("the suites did not pass, so that their time says nothing");
  return undefined;
}
