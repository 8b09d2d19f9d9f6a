import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fileTokenStore } from "content-service-client/file-token-store";
import type { KnownFile } from "./ledger.js";
import type { CallersOptions, CallersSaid, Measures, Question, SandboxEnd, SandboxSaid } from "./messages.js";
import { nothingYet } from "./meter.js";
import type { PlantedFault } from "./plant.js";
import { addAll, type Second, secondOf, type Usage } from "./second.js";

/** How a soak is done. */
interface SoakOptions {
  readonly minutes: number;
  readonly processes: number;
  /** How many callers each process has. */
  readonly callers: number;
  readonly plant: PlantedFault | undefined;
  readonly onSecond: (second: Second) => void;
}

/** All that was measured in a soak. */
export interface SoakRun {
  readonly options: SoakOptions;
  readonly seconds: readonly Second[];
  /** The sums of all callers, from the first call to the last. */
  readonly totals: Measures;
  readonly files: readonly KnownFile[];
  /** The callers when they had been idle for a while. */
  readonly atRest: readonly Usage[];
  readonly sandbox: SandboxEnd;
}

/** Runs a soak: starts the sandbox and the processes of callers, watches them, and ends them. */
export async function runSoak(options: SoakOptions): Promise<SoakRun> {
  const folder = await mkdtemp(join(tmpdir(), "soak-"));
  const children: Child<CallersSaid | SandboxSaid>[] = [];
  const started = <Said extends CallersSaid | SandboxSaid>(child: Child<Said>): Child<Said> => {
    // It is only stopped from this list.
    children.push(child as unknown as Child<CallersSaid | SandboxSaid>);
    return child;
  };
  try {
    const number = options.processes * options.callers;
    const sandbox = started(startChild<SandboxSaid>("sandbox-process.ts", String(number)));
    const { baseUrl, authUrl, refreshToken } = await sandbox.next("ready");
    const tokenFile = join(folder, "tokens.json");
    await fileTokenStore(tokenFile).save({ refreshToken });
    const callers = Array.from({ length: options.processes }, (_, process) => {
      const plant = process === 0 ? options.plant : undefined;
      const told: CallersOptions = { process, callers: options.callers, baseUrl, authUrl, tokenFile, plant };
      return started(startChild<CallersSaid>("callers-process.ts", JSON.stringify(told)));
    });
    return await watch(options, sandbox, callers);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

const SECOND_MS = 1000;
/** Collecting garbage takes a while: every fifth second is often enough. */
const COLLECT_EVERY = 5;
/** How long Node keeps an idle connection, and a bit more. */
const REST_MS = 6000;

async function watch(
  options: SoakOptions,
  sandbox: Child<SandboxSaid>,
  callers: readonly Child<CallersSaid>[],
): Promise<SoakRun> {
  const seconds: Second[] = [];
  const totals = nothingYet();
  const finished = Promise.all(callers.map((child) => child.next("finished")));
  // A process that ends too early is met below.
  finished.catch(() => {});
  let sample = 0;

  async function take(collect: boolean) {
    sample += 1;
    const told = Promise.all(callers.map((child) => child.next("sample")));
    const ofSandbox = sandbox.next("sample");
    for (const child of [sandbox, ...callers]) child.ask({ sample, collect });
    const measured = await told;
    for (const { measures } of measured) add(totals, measures);
    return { measured, sandbox: (await ofSandbox).usage };
  }

  await take(false);
  const startMs = performance.now();
  let beforeMs = startMs;
  while (beforeMs - startMs < options.minutes * 60_000) {
    await sleep(Math.max(0, startMs + (seconds.length + 1) * SECOND_MS - performance.now()));
    const taken = await take((seconds.length + 1) % COLLECT_EVERY === 0);
    const nowMs = performance.now();
    const second = secondOf({ atMs: nowMs - startMs, lengthMs: nowMs - beforeMs }, taken.measured, taken.sandbox);
    beforeMs = nowMs;
    seconds.push(second);
    options.onSecond(second);
  }
  for (const child of callers) child.ask("finish");
  const files = (await finished).flatMap((said) => said.files);
  await sleep(REST_MS);
  const { measured } = await take(true);
  const ended = sandbox.next("finished");
  sandbox.ask("finish");
  const atRest = measured.map(({ usage }) => usage);
  return { options, seconds, totals, files, atRest, sandbox: (await ended).end };
}

function add(totals: ReturnType<typeof nothingYet>, measures: Measures): void {
  for (const part of ["calls", "failures", "attempts", "refreshes"] as const) addAll(totals[part], measures[part]);
  for (const part of ["sent", "retries", "repeatedPages"] as const) totals[part] += measures[part];
  for (const latency of measures.latenciesMs) totals.latenciesMs.push(latency);
  totals.asked.push(...measures.asked);
  totals.problems.push(...measures.problems);
}

/** A process that the soak has started, and that says `Said`. */
interface Child<Said extends { readonly type: string }> {
  ask(question: Question): void;
  /** Waits for the next message of a type. */
  next<Type extends Said["type"]>(type: Type): Promise<Extract<Said, { type: Type }>>;
  stop(): Promise<void>;
}

/** Starts a process that can collect its garbage when asked. When it ends by itself, whoever waits for it is told. */
function startChild<Said extends { readonly type: string }>(script: string, argument: string): Child<Said> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [argument], { execArgv: ["--expose-gc", "--import", "tsx"] });
  const ended = once(child, "exit").then(([code, signal]) => {
    if (!stopped) throw new Error(`${script} ended by itself, with ${code ?? signal}`);
  });
  let stopped = false;
  // Whoever waits for a message is told; before that nobody has to know.
  ended.catch(() => {});
  return {
    ask: (question) => void child.send(question),
    next(type) {
      const said = new Promise<Extract<Said, { type: typeof type }>>((resolve) => {
        // Only our own scripts send, and each sends what it is said to.
        const listen = (message: Said) => {
          if (message.type !== type) return;
          child.off("message", listen);
          resolve(message as Extract<Said, { type: typeof type }>);
        };
        child.on("message", listen);
      });
      return Promise.race([said, ended.then(() => said)]);
    },
    async stop() {
      stopped = true;
      if (child.connected) child.disconnect();
      await ended.catch(() => {});
    },
  };
}
