// npm run bench:import [-- --runs 41 --package <folder>]: measures how much longer a Node process takes that imports the
// built package than one that does nothing. The two take turns, so that whatever else the machine does hits both. It only
// ever adds to the difference, so one round of three within the bound is enough.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Figure, holds, line, percentile } from "./figure.js";

const MAX_IMPORT_MS = 10;
const WARM_UP = 3;
const ROUNDS = 3;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "41" },
    package: { type: "string", default: fileURLToPath(new URL("..", import.meta.url)) },
  },
});
const runs = Number(values.runs);
const entry = pathToFileURL(resolve(values.package, "dist/src/index.js")).href;

const folder = await mkdtemp(join(tmpdir(), "import-time-"));
try {
  const emptyFile = join(folder, "empty.mjs");
  const importFile = join(folder, "import.mjs");
  await writeFile(emptyFile, "");
  await writeFile(importFile, `import ${JSON.stringify(entry)};\n`);
  for (let run = 0; run < WARM_UP; run += 1) for (const file of [emptyFile, importFile]) processMs(file);

  const { load, cores } = { load: (loadavg()[0] ?? 0).toFixed(2), cores: availableParallelism() };
  console.log(`Node ${process.version}, ${cores} processors, load ${load}, ${runs} processes of each kind`);
  let held = false;
  for (let round = 0; round < ROUNDS && !held; round += 1) held = holds(difference(emptyFile, importFile));
  if (!held) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** One round: prints how long both take, and gives how far they are apart. */
function difference(emptyFile: string, importFile: string): Figure {
  const emptyMs: number[] = [];
  const importMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    emptyMs.push(processMs(emptyFile));
    importMs.push(processMs(importFile));
  }
  const medians = { empty: percentile(emptyMs, 0.5), import: percentile(importMs, 0.5) };
  const value = medians.import - medians.empty;
  const figure: Figure = { name: "what the import adds", value, unit: "ms", bound: { atMost: MAX_IMPORT_MS } };
  console.log(line({ name: "an empty process, p50", value: medians.empty, unit: "ms" }));
  console.log(line({ name: "a process that imports the package, p50", value: medians.import, unit: "ms" }));
  console.log(line(figure));
  return figure;
}

/** Runs a program from its start to its end. */
function processMs(file: string): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`);
  return performance.now() - startMs;
}
