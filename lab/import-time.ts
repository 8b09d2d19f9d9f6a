// npm run lab -- import-time: measures what importing the built package adds to a Node process. Processes with and
// without the import alternate. Other load only adds to the difference, so one round of three within the limit is
// enough.
import { spawnSync } from "node:child_process";
import { type Figure, isWithin, machineLine, percentile, printFigures } from "./support/figures.js";

const MAX_IMPORT_MS = 10;
const WARM_UP = 3;
const ROUNDS = 3;
const RUNS = 41;
const EMPTY = "";
const IMPORT = `import ${JSON.stringify(new URL("../dist/src/index.js", import.meta.url).href)};`;

for (let run = 0; run < WARM_UP; run += 1) for (const code of [EMPTY, IMPORT]) processMs(code);
console.log(`${machineLine()}, ${RUNS} processes of each kind`);
let figures = round();
for (let more = 1; more < ROUNDS && !figures.every((one) => isWithin(one)); more += 1) figures = round();
printFigures(figures);

/** The medians of both kinds of processes, and their difference. */
function round(): Figure[] {
  const emptyMs: number[] = [];
  const importMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    emptyMs.push(processMs(EMPTY));
    importMs.push(processMs(IMPORT));
  }
  const [empty, whole] = [percentile(emptyMs, 0.5), percentile(importMs, 0.5)];
  return [
    { name: "an empty process, p50", value: empty, unit: "ms" },
    { name: "a process that imports the package, p50", value: whole, unit: "ms" },
    { name: "added by the import", value: whole - empty, unit: "ms", allowed: { atMost: MAX_IMPORT_MS } },
  ];
}

function processMs(code: string): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
  if (status !== 0) throw new Error(`A process exited with ${status}: ${stderr}`);
  return performance.now() - startMs;
}
