import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fileTokenStore } from "content-service-client/file-token-store";
import { type ActiveFault, createSandbox, type Seed } from "content-service-sandbox";
import { startProcess } from "../support/process.js";
import type { CallersOptions, Finished, Question, Sample } from "./callers.js";
import { count, type Tally, total } from "./explain.js";
import type { FileState } from "./ledger.js";
import { type Measures, noMeasures, type Usage } from "./meter.js";
import { faultPlan, REFRESH_TOKEN, soakSeed, TOKEN_LIFE_MS } from "./plan.js";

interface SoakOptions {
  readonly minutes: number;
  readonly processes: number;
  /** Callers of each process. */
  readonly callers: number;
}

export interface SoakRun {
  readonly options: SoakOptions;
  /** The usage of each process, every second. */
  readonly seconds: readonly (readonly Usage[])[];
  /** The usage of each process after some idle seconds. */
  readonly atRest: readonly Usage[];
  /** Sums over all callers and seconds. */
  readonly totals: Measures;
  readonly files: readonly FileState[];
  /** The final state of the sandbox. */
  readonly records: Seed;
  readonly faults: readonly ActiveFault[];
  /** By operation and status. */
  readonly requests: Tally;
  /** Failures of the sandbox itself. */
  readonly failures: readonly string[];
}

const CALLERS = fileURLToPath(new URL("callers.ts", import.meta.url));
const SECOND_MS = 1000;
/** Seconds between garbage collections, which take time. */
const COLLECT_EVERY = 5;
const REPORT_EVERY = 10;
/** Longer than Node keeps an idle connection. */
const REST_MS = 6000;

/** Starts the sandbox and the callers, samples them every second, and stops them. */
export async function runSoak(options: SoakOptions): Promise<SoakRun> {
  const { minutes, processes, callers } = options;
  const requests: Tally = {};
  const failures: string[] = [];
  const sandbox = await createSandbox({
    seed: soakSeed(processes * callers),
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
  const children = Array.from({ length: processes }, (_, process) => {
    const numbers = Array.from({ length: callers }, (_, caller) => process * callers + caller);
    const argument = JSON.stringify({ numbers, baseUrl, authUrl, tokenFile } satisfies CallersOptions);
    return startProcess(CALLERS, [argument], { execArgv: ["--expose-gc", "--import", "tsx"] });
  });

  const seconds: Usage[][] = [];
  const totals = noMeasures();
  const sampled = async (question: Question) => {
    const samples = await Promise.all(children.map((child) => child.ask<Sample>(question)));
    for (const { measures } of samples) add(totals, measures);
    return samples.map(({ usage }) => usage);
  };
  try {
    const startMs = performance.now();
    while (performance.now() - startMs < minutes * 60_000) {
      const number = seconds.length + 1;
      await sleep(Math.max(0, startMs + number * SECOND_MS - performance.now()));
      seconds.push(await sampled(number % COLLECT_EVERY === 0 ? "collected sample" : "sample"));
      if (number % REPORT_EVERY === 0)
        console.error(`${number} s: ${total(totals.calls)} calls, ${total(totals.failures)} failed`);
    }
    const finished = await Promise.all(children.map((child) => child.ask<Finished>("finish" satisfies Question)));
    const files = finished.flatMap((message) => message.files);
    await sleep(REST_MS);
    const atRest = await sampled("collected sample");
    const faults = sandbox.faults.list();
    return { options, seconds, atRest, totals, files, records: sandbox.snapshot(), faults, requests, failures };
  } finally {
    clearInterval(expiring);
    await Promise.all(children.map((child) => child.stop()));
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function add(totals: Measures, measures: Measures): void {
  for (const part of ["calls", "failures"] as const)
    for (const [name, times] of Object.entries(measures[part])) count(totals[part], name, times);
  for (const part of ["retries", "refreshes", "repeatedPages"] as const) totals[part] += measures[part];
  for (const latency of measures.latenciesMs) totals.latenciesMs.push(latency);
  totals.creations.push(...measures.creations);
  totals.problems.push(...measures.problems);
}
