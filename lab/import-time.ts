// npm run lab -- import-time: measures what importing the built package adds to a Node process. Processes with and
// without the import alternate. Other load only adds to the difference, so one round of three within the limit is
// enough.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, isWithin, machineLine, percentile, printFigures } from "./support/figure.js";

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
  let figures = round(emptyFile, importFile);
  for (let more = 1; more < ROUNDS && !figures.every((one) => isWithin(one)); more += 1)
    figures = round(emptyFile, importFile);
  printFigures(figures);
} finally {
  await rm(folder, { recursive: true });
}

/** The medians of both kinds of processes, and their difference. */
function round(emptyFile: string, importFile: string): Figure[] {
  const emptyMs: number[] = [];
  const importMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    emptyMs.push(processMs(emptyFile));
    importMs.push(processMs(importFile));
  }
  const [empty, whole] = [percentile(emptyMs, 0.5), percentile(importMs, 0.5)];
  return [
    { name: "an empty process, p50", value: empty, unit: "ms" },
    { name: "a process that imports the package, p50", value: whole, unit: "ms" },
    { name: "added by the import", value: whole - empty, unit: "ms", allowed: { atMost: MAX_IMPORT_MS } },
  ];
}

function processMs(file: string): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} exited with ${status}: ${stderr}`);
  return performance.now() - startMs;
}
