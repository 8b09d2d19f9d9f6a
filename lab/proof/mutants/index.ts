// npm run lab -- proof-mutants: runs the kit on sandboxes whose source Stryker has changed in one place, and prints the
// share of the visible mutants that the kit finds. `-- --sample 200` tries some of them, `-- --only query/` those of
// some files, and `--write` keeps the result. With `--at-least 70`, a share below 70% is a failure.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { listFiles, root as ROOT } from "../../../support/repository.js";
import { markdownTable, writeFigures } from "../../support/figures.js";
import { startProcess } from "../../support/programs.js";
import { instrumentSandbox, MUTATED, type Mutant } from "./instrument.js";
import type { MutantResult } from "./worker.js";

const PAGE = `${ROOT}docs/proof.md`;
const SURVIVORS = fileURLToPath(new URL("survivors.yaml", import.meta.url));
/** The code of the service. Seeds, faults, the control API and the log are no part of it. */
const ROOMS =
  /^(handlers|metadata-query|paging|query|responses|serialize|store)\/|^http\/(router|service-api|read-request)/;
const WORKERS = 2;
const TIMEOUT_MS = 60_000;

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "0" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
    "at-least": { type: "string", default: "0" },
  },
});
const files = listFiles("sandbox/src")
  .map((path) => path.slice("sandbox/src/".length))
  .filter((path) => ROOMS.test(path) && path.includes(values.only));
const all = await instrumentSandbox(files);
const sample = Number(values.sample);
// Every n-th mutant, since mutants of a file are adjacent.
const step = sample > 0 ? Math.max(1, Math.floor(all.length / sample)) : 1;
const chosen = all.filter((_, index) => index % step === 0);
const queue = chosen.map(({ id }) => id);
const results = new Map<string, MutantResult>();
let onImport = new Set<string>();

const first = await startWorker();
await Promise.all(Array.from({ length: WORKERS }, async (_, index) => work(index === 0 ? first : await startWorker())));
report();

/** Tries mutants of the queue in a worker, and starts a new worker when one hangs or breaks. */
async function work(started: Worker | undefined): Promise<void> {
  let worker = started;
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const isStatic = onImport.has(id);
    const user = isStatic ? await startWorker(id) : worker;
    const result = user && (await user.try(id));
    results.set(id, result ?? { id, visible: true, foundBy: "no response" });
    if (results.size % 50 === 0) console.error(`${results.size} of ${chosen.length}`);
    if (isStatic) user?.kill();
    else if (result === undefined) worker = await startWorker();
  }
  worker?.kill();
}

interface Worker {
  try(id: string): Promise<MutantResult | undefined>;
  kill(): void;
}

/** Starts a worker; undefined if it ends at once, as with a mutant that breaks an import. */
async function startWorker(active?: string): Promise<Worker | undefined> {
  const { ask, kill } = startProcess(fileURLToPath(new URL("worker.ts", import.meta.url)), [], {
    cwd: ROOT,
    // The import that a mutant breaks is no news.
    ...(active !== undefined && { stdio: ["ignore", "ignore", "ignore", "ipc"] }),
    env: {
      ...process.env,
      TSX_TSCONFIG_PATH: `${MUTATED}tsconfig.json`,
      ...(active !== undefined && { __STRYKER_ACTIVE_MUTANT__: active }),
    },
  });
  try {
    const started = await ask<{ onImport: string[] }>(undefined, 10 * TIMEOUT_MS);
    if (active === undefined) onImport = new Set(started.onImport);
  } catch (error) {
    kill();
    if (active === undefined) throw error;
    return undefined;
  }
  return {
    kill,
    async try(id) {
      try {
        return await ask<MutantResult>(id, TIMEOUT_MS);
      } catch {
        kill();
        return undefined;
      }
    },
  };
}

/** Prints the result by room, and with --write keeps it in docs/proof.md and the survivors in survivors.yaml. */
function report(): void {
  const rooms = new Map<string, Mutant[]>();
  for (const mutant of chosen) {
    const room = mutant.file.split("/")[0] ?? "";
    rooms.set(room, [...(rooms.get(room) ?? []), mutant]);
  }
  const rows = [...rooms, ["all", chosen] as const].map(([room, mutants]) => {
    const visible = mutants.filter(({ id }) => results.get(id)?.visible);
    const found = visible.filter(({ id }) => results.get(id)?.foundBy !== undefined);
    const share = `${((100 * found.length) / Math.max(1, visible.length)).toFixed(1)}%`;
    return [room, mutants.length, visible.length, found.length, share];
  });
  const table = markdownTable(["part of the sandbox", "mutants", "change a response", "found", "share"], rows);
  console.log(table);
  const survivors = chosen.filter(({ id }) => results.get(id)?.visible && results.get(id)?.foundBy === undefined);
  const known = (parse(readFileSync(SURVIVORS, "utf8")) ?? {}) as Record<string, string>;
  const named = survivors.map(
    ({ file, line, original, replacement }) => `${file}: ${line} | ${original} -> ${replacement}`,
  );
  const explained = Object.fromEntries(named.map((name) => [name, known[name] ?? ""]));
  const open = named.filter((name) => !known[name]);
  for (const name of open) console.log(`Not found: ${name}`);
  console.log(`${survivors.length} mutants were not found. ${open.length} of them have no reason in survivors.yaml.`);
  const { length: count } = [...results.values()].filter(({ visible }) => visible);
  if (100 * (count - survivors.length) < count * Number(values["at-least"])) process.exitCode = 1;
  if (!values.write) return;
  writeFileSync(SURVIVORS, stringify(explained, { lineWidth: 0 }));
  const date = new Date().toISOString().slice(0, 10);
  const which = step === 1 ? "Every mutant" : `One in ${step} of ${all.length} mutants`;
  const text = `${which}, on ${date}:\n\n${table}\n\nThe ${survivors.length} mutants that were not found, and why: lab/proof/mutants/survivors.yaml.`;
  writeFigures(PAGE, { mutants: text });
}
