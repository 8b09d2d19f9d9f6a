import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { plantedDefects } from "./defects/index.js";
import { falseAlarms } from "./false-alarms.js";
import { loadContract } from "./kit.js";
import { fillPage } from "./proof-page.js";
import { sampled } from "./sampled.js";
import { summaryOf } from "./summary.js";
import { tryRespect } from "./try-respect.js";
import type { Proof, Result, Verdict } from "./verdict.js";

const RESULTS = fileURLToPath(new URL("results.json", import.meta.url));
const PAGE = fileURLToPath(new URL("../../docs/proof.md", import.meta.url));
const WORKERS = 2;
const RUNS = 20;
const UNTRIED: Verdict = { outcome: "missed", by: [] };

const TOOLS = ["kit", "prism", "respect"];

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "0" },
    turn: { type: "string", default: "0" },
    only: { type: "string", multiple: true, default: TOOLS },
  },
});
const sample = Number(values.sample);
const turn = Number(values.turn);
if (![sample, turn].every((one) => Number.isInteger(one) && one >= 0)) {
  throw new TypeError("--sample takes a number of defects, and --turn a number");
}
// Both are there to tell whether the kit still finds what it should, and change no page.
const aside = sample > 0 || turn > 0;
const tools = aside ? ["kit"] : values.only;
const unknown = tools.find((tool) => !TOOLS.includes(tool));
if (unknown !== undefined) throw new TypeError(`--only takes ${TOOLS.join(", ")}, not ${unknown}`);

const usesWorkers = tools.some((tool) => tool !== "respect");

const startedMs = Date.now();
const contract = loadContract();
const defects = sampled(await plantedDefects(contract, turn), sample);
const before = readProof();
const known = new Map(aside ? [] : before?.results.map((one) => [one.id, one]));
const [lines, respect] = await Promise.all([
  Promise.all(Array.from({ length: WORKERS }, (_, part) => work(part))).then((all) => new Map(all.flat())),
  tools.includes("respect") ? tryRespect(contract, defects) : new Map<string, Verdict>(),
]);
const results = defects.map(({ id, operation, category, rule, describe }): Result => {
  const line = lines.get(id);
  if (line === undefined && usesWorkers) throw new Error(`Nothing was said of ${id}`);
  const old = known.get(id);
  return {
    ...{ id, operation, category, rule, describe },
    real: line?.real ?? old?.real ?? true,
    kit: line?.kit ?? old?.kit ?? UNTRIED,
    prism: line?.prism ?? old?.prism ?? UNTRIED,
    respect: respect.get(id) ?? old?.respect ?? UNTRIED,
  };
});
const alarms =
  before === undefined || tools.includes("kit") ? await falseAlarms(contract, aside ? 2 : RUNS) : before.healthyRuns;
const proof: Proof = {
  date: new Date().toISOString().slice(0, 10),
  versions: versions(),
  healthyRuns: alarms,
  results,
};
console.log(summaryOf(proof));
if (aside) console.log("Prism and respect were not tried.");
console.log(`It took ${Math.round((Date.now() - startedMs) / 1000)} s.`);
if (!aside) {
  writeFileSync(RESULTS, `${JSON.stringify(proof, null, 1)}\n`);
  writeFileSync(PAGE, fillPage(readFileSync(PAGE, "utf8"), proof));
}
const real = results.every((one) => one.real);
const found = results.filter(({ kit }) => kit.outcome === "found").length;
const calm = alarms.findings === 0 && alarms.failed === 0;
process.exit(real && calm && found >= 0.97 * results.length ? 0 : 1);

type Line = Pick<Result, "id"> & Partial<Result>;

/** Starts a worker, and gives what it says of its defects. */
async function work(part: number): Promise<[string, Line][]> {
  if (!usesWorkers) return [];
  const worker = fileURLToPath(new URL("worker.ts", import.meta.url));
  const options = [part, WORKERS, sample, tools.join(), turn].map(String);
  const child = spawn(process.execPath, ["--import", "tsx", worker, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said: [string, Line][] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    // The worker prints one of these on each line.
    const line = JSON.parse(text) as Line;
    said.push([line.id, line]);
  }
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`A worker ended with ${child.exitCode}`);
  return said;
}

function readProof(): Proof | undefined {
  try {
    // This program has written it.
    return JSON.parse(readFileSync(RESULTS, "utf8")) as Proof;
  } catch {
    return undefined;
  }
}

function versions(): Proof["versions"] {
  const require = createRequire(import.meta.url);
  const versionIn = (path: string): string => {
    // A package has its version there.
    const { version } = require(path) as { version: string };
    return version;
  };
  return {
    kit: versionIn("../package.json"),
    prism: versionIn("@stoplight/prism-http-server/package.json"),
    respect: versionIn("@redocly/cli/package.json"),
    node: process.versions.node,
  };
}
