import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadContract } from "content-service-contract";
import { writeFigures } from "../support/figures.js";
import { plantedDefects } from "./defects/index.js";
import {
  fingerprintOf,
  HEALTHY_RUNS,
  type Proof,
  pageFigures,
  problemsOf,
  type Result,
  sampled,
  summarize,
  summaryTable,
  type Verdict,
} from "./results.js";
import { falseAlarms } from "./try-kit.js";
import { tryRespect } from "./try-respect.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const REPORTS = fromHere("../../reports/");
const RESULTS = `${REPORTS}proof.json`;
const SUMMARY = fromHere("summary.json");
const PAGE = fromHere("../../docs/proof.md");
const WORKERS = 2;
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
  throw new TypeError(`--sample and --turn: expected integers; received ${values.sample} and ${values.turn}`);
}
// A sample or another turn only checks that the kit still finds the defects. Nothing is written.
const isPartial = sample > 0 || turn > 0;
const tools = isPartial ? ["kit"] : values.only;
const unknown = tools.find((tool) => !TOOLS.includes(tool));
if (unknown !== undefined) throw new TypeError(`--only: expected ${TOOLS.join(", ")}; received ${unknown}`);
const usesWorkers = tools.some((tool) => tool !== "respect");

const startedMs = Date.now();
const contract = loadContract();
const defects = sampled(await plantedDefects(contract, turn), sample);
const before = isPartial || tools.length === TOOLS.length ? undefined : earlierProof();
const known = new Map(before?.results.map((result) => [result.id, result]));
const [lines, respect] = await Promise.all([
  Promise.all(Array.from({ length: WORKERS }, (_, part) => work(part))).then((all) => new Map(all.flat())),
  tools.includes("respect") ? tryRespect(contract, defects) : new Map<string, Verdict>(),
]);
const results = defects.map(({ id, category, rule, describe }): Result => {
  const line = lines.get(id);
  if (line === undefined && usesWorkers) throw new Error(`Expected a result for ${id}; received none`);
  const old = known.get(id);
  return {
    ...{ id, category, rule, describe },
    real: line?.real ?? old?.real ?? true,
    kit: line?.kit ?? old?.kit ?? UNTRIED,
    prism: line?.prism ?? old?.prism ?? UNTRIED,
    respect: respect.get(id) ?? old?.respect ?? UNTRIED,
  };
});
const healthyRuns =
  before === undefined || tools.includes("kit")
    ? await falseAlarms(contract, isPartial ? 2 : HEALTHY_RUNS)
    : before.healthyRuns;
const proof: Proof = { date: new Date().toISOString().slice(0, 10), versions: versions(), healthyRuns, results };
const summary = summarize(proof);
console.log(summaryTable(summary));
if (isPartial) console.log("Prism and respect did not run.");
console.log(`Took ${Math.round((Date.now() - startedMs) / 1000)} s.`);
if (!isPartial) {
  mkdirSync(REPORTS, { recursive: true });
  writeFileSync(RESULTS, JSON.stringify(proof));
  // The counts of a category take one line.
  const text = JSON.stringify(summary, null, 2).replace(/\[\s+([\d,\s]+?)\s+\]/g, (_, counts: string) => {
    return `[${counts.replace(/\s+/g, " ")}]`;
  });
  writeFileSync(SUMMARY, `${text}\n`);
  writeFigures(PAGE, pageFigures(summary));
}
const problems = problemsOf(summary);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

type Line = Pick<Result, "id"> & Partial<Result>;

/** Starts a worker and reads the results of its defects. */
async function work(part: number): Promise<[string, Line][]> {
  if (!usesWorkers) return [];
  const options = [part, WORKERS, sample, tools.join(), turn].map(String);
  const child = spawn(process.execPath, ["--import", "tsx", fromHere("worker.ts"), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const received: [string, Line][] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    // The worker prints one of these on each line.
    const line = JSON.parse(text) as Line;
    received.push([line.id, line]);
  }
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`Expected worker ${part} to exit with 0; received ${child.exitCode}`);
  return received;
}

/** The full results of the last run of all tools, for `--only`. */
function earlierProof(): Proof {
  const missing = "--only needs reports/proof.json from a run with the same defects (run: npm run lab -- proof)";
  try {
    // This program has written it.
    const earlier = JSON.parse(readFileSync(RESULTS, "utf8")) as Proof;
    if (fingerprintOf(earlier.results) !== fingerprintOf(defects)) throw new Error("Other defects were planted");
    return earlier;
  } catch (cause) {
    throw new Error(missing, { cause });
  }
}

function versions(): Proof["versions"] {
  const require = createRequire(import.meta.url);
  const versionIn = (path: string): string => {
    // The version field of a package.json.
    const { version } = require(path) as { version: string };
    return version;
  };
  return {
    kit: versionIn("../../contract-tests/package.json"),
    prism: versionIn("@stoplight/prism-http-server/package.json"),
    respect: versionIn("@redocly/cli/package.json"),
    node: process.versions.node,
  };
}
