// npm run lab -- soak [--minutes 10]: many callers in several processes use one sandbox with injected faults and
// short-lived tokens. Fails if a record is lost or duplicated, a failure has no fault, or memory or sockets grow.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fileTokenStore } from "content-service-client/file-token-store";
import { createSandbox } from "content-service-sandbox";
import { percentile } from "../support/figures.js";
import { startProcess } from "../support/programs.js";
import type { CallersOptions, Question, Sample } from "./callers.js";
import type { FileState } from "./calls.js";
import { checksOf, type SoakRun } from "./checks.js";
import { addMeasures, count, noMeasures, type Tally, total } from "./measures.js";
import { faultPlan, REFRESH_TOKEN, soakSeed, TOKEN_LIFE_MS } from "./plan.js";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const PROCESSES = 5;
const CALLERS = 20;
const SAMPLE_MS = 5000;
/** Longer than Node keeps an idle connection. */
const REST_MS = 6000;
/** Printed problems of a check. */
const SHOWN = 20;
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new TypeError(`Expected a number above 0 for --minutes; received ${values.minutes}`);

const run = await runSoak();
const { totals, requests } = run;
console.log(`${minutes} minutes, ${PROCESSES} processes of ${CALLERS} callers, ${total(requests)} requests`);
const at = (share: number) => percentile(totals.latenciesMs, share);
console.table({ ...totals.events, "latency in ms, p50": at(0.5), "latency in ms, p99": at(0.99) });
console.table(totals.calls);
console.table(totals.failures);
for (const [name, problems] of Object.entries(checksOf(run))) {
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${name}`);
  for (const problem of problems.slice(0, SHOWN)) console.log(`    ${problem}`);
  if (problems.length > SHOWN) console.log(`    and ${problems.length - SHOWN} more`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Starts the sandbox and the callers, samples them every few seconds, and stops them. */
async function runSoak(): Promise<SoakRun> {
  const requests: Tally = {};
  const failures: string[] = [];
  const sandbox = await createSandbox({
    seed: soakSeed(PROCESSES * CALLERS),
    onRequest({ operation, status, failure }) {
      if (operation !== undefined) count(requests, `${operation} ${status}`);
      if (failure !== undefined) failures.push(`${operation}: ${failure}`);
    },
  });
  const { baseUrl, authUrl } = await sandbox.listen();
  for (const fault of faultPlan()) sandbox.faults.add(fault);
  const folder = await mkdtemp(join(tmpdir(), "soak-"));
  const tokenFile = join(folder, "tokens.json");
  const store = fileTokenStore(tokenFile);
  await store.save({ refreshToken: REFRESH_TOKEN });
  const expiring = setInterval(async () => {
    const token = (await store.load())?.accessToken;
    const body = JSON.stringify({ token });
    const headers = { "content-type": "application/json" };
    if (token) await sandbox.fetch(`${sandbox.authUrl}/_sandbox/tokens/revoke`, { method: "POST", headers, body });
  }, TOKEN_LIFE_MS);
  const program = fileURLToPath(new URL("callers.ts", import.meta.url));
  const children = Array.from({ length: PROCESSES }, (_, process) => {
    const numbers = Array.from({ length: CALLERS }, (_, caller) => process * CALLERS + caller);
    const argument = JSON.stringify({ numbers, baseUrl, authUrl, tokenFile } satisfies CallersOptions);
    return startProcess(program, [argument]);
  });
  const ask = <Response>(question: Question) => Promise.all(children.map((child) => child.ask<Response>(question)));
  const heaps = children.map((): number[] => []);
  const totals = noMeasures();
  const sampled = async () => {
    const samples = await ask<Sample>("sample");
    for (const { measures } of samples) addMeasures(totals, measures);
    console.error(`${total(totals.calls)} calls, ${total(totals.failures)} failed`);
    return samples;
  };
  try {
    const endMs = performance.now() + minutes * 60_000;
    while (performance.now() < endMs) {
      await sleep(SAMPLE_MS);
      for (const [process, { heapBytes }] of (await sampled()).entries()) heaps[process]?.push(heapBytes);
    }
    const files = (await ask<FileState[]>("finish")).flat();
    await sleep(REST_MS);
    const atRest = await sampled();
    const faults = sandbox.faults.list();
    const records = sandbox.snapshot();
    return { minutes, callers: CALLERS, heaps, atRest, totals, files, records, faults, requests, failures };
  } finally {
    clearInterval(expiring);
    await Promise.all(children.map((child) => child.stop()));
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}
