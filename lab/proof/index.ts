import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import prism from "@stoplight/prism-http-server/package.json" with { type: "json" };
import { loadContract } from "content-service-contract";
import kit from "../../contract-tests/package.json" with { type: "json" };
import { writeFigures } from "../support/figures.js";
import { startProcess } from "../support/programs.js";
import { plantedDefects } from "./defects/index.js";
import type { Proof, Result, WorkerResult } from "./results.js";
import { fingerprintOf, HEALTHY_RUNS, MIN_SHARE, pageFigures, problemsOf, sampled } from "./results.js";
import { falseAlarms } from "./try-kit.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const REPORTS = fromHere("../../reports/");
const PAGE = fromHere("../../docs/proof.md");
const WORKERS = 2;

const { values } = parseArgs({
  options: { sample: { type: "string", default: "0" }, turn: { type: "string", default: "0" } },
});
const sample = Number(values.sample);
const turn = Number(values.turn);
if (![sample, turn].every((one) => Number.isInteger(one) && one >= 0))
  throw new TypeError(`--sample and --turn: expected integers; received ${values.sample} and ${values.turn}`);
// A sample or another turn only checks that the kit still finds the defects. Nothing is written.
const isPartial = sample > 0 || turn > 0;

const startedMs = Date.now();
const contract = loadContract();
const planted = await plantedDefects(contract, turn);
const defects = sampled(planted, sample);
const work = Array.from({ length: WORKERS }, (_, part) => {
  const { ask, stop } = startProcess(fromHere("worker.ts"), [part, WORKERS, sample, turn].map(String));
  return ask<WorkerResult[]>().finally(stop);
});
const worked = await Promise.all(work);
const lines = new Map(worked.flat().map((line) => [line.id, line]));
const results = defects.map(({ id, category, rule, describe }): Result => {
  const line = lines.get(id);
  if (line === undefined) throw new Error(`Expected a result for ${id}; received none`);
  return { ...line, category, rule, describe };
});
const healthyRuns = await falseAlarms(isPartial ? 2 : HEALTHY_RUNS);
const proof: Proof = {
  date: new Date().toISOString().slice(0, 10),
  versions: { kit: kit.version, prism: prism.version, node: process.versions.node },
  healthyRuns,
  results,
};
const figures = pageFigures(proof);
console.log(Object.values(figures).join("\n\n"));
if (isPartial) console.log("Prism did not run.");
console.log(`Took ${Math.round((Date.now() - startedMs) / 1000)} s.`);
if (!isPartial) {
  mkdirSync(REPORTS, { recursive: true });
  writeFileSync(`${REPORTS}proof.json`, JSON.stringify(proof));
}
const problems = problemsOf(proof, sample > 0 ? 1 : MIN_SHARE);
if (isPartial && turn === 0 && !readFileSync(PAGE, "utf8").includes(`<!-- defects ${fingerprintOf(planted)} -->`))
  problems.push("docs/proof.md is stale: the planted defects have changed (run: npm run lab -- proof)");
if (!isPartial && problems.length === 0) writeFigures(PAGE, figures);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
