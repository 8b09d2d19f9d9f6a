// npm run lab -- import-time: measures what importing the built package adds to a Node process. Processes with and
// without the import alternate. Other load only adds to the difference, so one round of three within the limit is
// enough.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, figureLine, isWithin, machineLine, percentile } from "./support/figure.js";

const MAX_IMPORT_MS = 10;
const WARM_UP = 3;
const ROUNDS = 3;
const RUNS = 41;
const entry = new URL("../dist/src/index.js", import.meta.url).href;

const folder = await mkdtemp(join(tmpdir(), "import-time-"));
try {
  const emptyFile = join(folder, "empty.mjs");
  const importFile = join(folder, "import.mjs");
  await writeFile(emptyFile, "");
  await writeFile(importFile, `import ${JSON.stringify(entry)};\n`);
  for (let run = 0; run < WARM_UP; run += 1) for (const file of [emptyFile, importFile]) processMs(file);

  console.log(`${machineLine()}, ${RUNS} processes of each kind`);
  let isMet = false;
  for (let round = 0; round < ROUNDS && !isMet; round += 1) isMet = isWithin(difference(emptyFile, importFile));
  if (!isMet) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Runs a round, prints both medians and returns their difference. */
function difference(emptyFile: string, importFile: string): Figure {
  const emptyMs: number[] = [];
  const importMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    emptyMs.push(processMs(emptyFile));
    importMs.push(processMs(importFile));
  }
  const medians = { empty: percentile(emptyMs, 0.5), import: percentile(importMs, 0.5) };
  const value = medians.import - medians.empty;
  const figure: Figure = { name: "added by the import", value, unit: "ms", allowed: { atMost: MAX_IMPORT_MS } };
  console.log(figureLine({ name: "an empty process, p50", value: medians.empty, unit: "ms" }));
  console.log(figureLine({ name: "a process that imports the package, p50", value: medians.import, unit: "ms" }));
  console.log(figureLine(figure));
  return figure;
}

function processMs(file: string): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} exited with ${status}: ${stderr}`);
  return performance.now() - startMs;
}
