import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fileTokenStore } from "content-service-client/file-token-store";
import type { KnownFile } from "./ledger.js";
import {
  addAll,
  type CallersMessage,
  type CallersOptions,
  type Measures,
  type Question,
  type SandboxEnd,
  type SandboxMessage,
  type Second,
  secondOf,
  type Usage,
} from "./measures.js";
import { noMeasures } from "./meter.js";

interface SoakOptions {
  readonly minutes: number;
  readonly processes: number;
  /** Callers of each process. */
  readonly callers: number;
  readonly onSecond: (second: Second) => void;
}

export interface SoakRun {
  readonly options: SoakOptions;
  readonly seconds: readonly Second[];
  /** Sums over all callers and seconds. */
  readonly totals: Measures;
  readonly files: readonly KnownFile[];
  /** The usage of each process after some idle seconds. */
  readonly atRest: readonly Usage[];
  readonly sandbox: SandboxEnd;
}

/** Starts the sandbox and the callers, samples them every second, and stops them. */
export async function runSoak(options: SoakOptions): Promise<SoakRun> {
  const folder = await mkdtemp(join(tmpdir(), "soak-"));
  const children: Child<CallersMessage | SandboxMessage>[] = [];
  const started = <Message extends CallersMessage | SandboxMessage>(child: Child<Message>): Child<Message> => {
    // The list is only for stopping.
    children.push(child as unknown as Child<CallersMessage | SandboxMessage>);
    return child;
  };
  try {
    const number = options.processes * options.callers;
    const sandbox = started(startChild<SandboxMessage>("sandbox-process.ts", String(number)));
    const { baseUrl, authUrl, refreshToken } = await sandbox.next("ready");
    const tokenFile = join(folder, "tokens.json");
    await fileTokenStore(tokenFile).save({ refreshToken });
    const callers = Array.from({ length: options.processes }, (_, process) => {
      const argument: CallersOptions = { process, callers: options.callers, baseUrl, authUrl, tokenFile };
      return started(startChild<CallersMessage>("callers-process.ts", JSON.stringify(argument)));
    });
    return await sampleEverySecond(options, sandbox, callers);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

const SECOND_MS = 1000;
/** Seconds between garbage collections, which take time. */
const COLLECT_EVERY = 5;
/** Longer than Node keeps an idle connection. */
const REST_MS = 6000;

async function sampleEverySecond(
  options: SoakOptions,
  sandbox: Child<SandboxMessage>,
  callers: readonly Child<CallersMessage>[],
): Promise<SoakRun> {
  const seconds: Second[] = [];
  const totals = noMeasures();
  const finished = Promise.all(callers.map((child) => child.next("finished")));
  // An early exit also rejects the next sample.
  finished.catch(() => {});
  let sample = 0;

  async function take(collect: boolean) {
    sample += 1;
    const replies = Promise.all(callers.map((child) => child.next("sample")));
    const ofSandbox = sandbox.next("sample");
    for (const child of [sandbox, ...callers]) child.ask({ sample, collect });
    const measured = await replies;
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
  const files = (await finished).flatMap((message) => message.files);
  await sleep(REST_MS);
  const { measured } = await take(true);
  const ended = sandbox.next("finished");
  sandbox.ask("finish");
  const atRest = measured.map(({ usage }) => usage);
  return { options, seconds, totals, files, atRest, sandbox: (await ended).end };
}

function add(totals: ReturnType<typeof noMeasures>, measures: Measures): void {
  for (const part of ["calls", "failures", "attempts", "refreshes"] as const) addAll(totals[part], measures[part]);
  for (const part of ["sent", "retries", "repeatedPages"] as const) totals[part] += measures[part];
  for (const latency of measures.latenciesMs) totals.latenciesMs.push(latency);
  totals.creations.push(...measures.creations);
  totals.problems.push(...measures.problems);
}

/** A child process and its messages. */
interface Child<Message extends { readonly type: string }> {
  ask(question: Question): void;
  /** Waits for the next message of a type. */
  next<Type extends Message["type"]>(type: Type): Promise<Extract<Message, { type: Type }>>;
  stop(): Promise<void>;
}

/** Starts a child process. Waiting for a message rejects if the process exits first. */
function startChild<Message extends { readonly type: string }>(script: string, argument: string): Child<Message> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [argument], { execArgv: ["--expose-gc", "--import", "tsx"] });
  const ended = once(child, "exit").then(([code, signal]) => {
    if (!stopped) throw new Error(`${script} exited early with ${code ?? signal}`);
  });
  let stopped = false;
  // Only `next` reports the exit.
  ended.catch(() => {});
  return {
    ask: (question) => void child.send(question),
    next(type) {
      const reply = new Promise<Extract<Message, { type: typeof type }>>((resolve) => {
        // Our own scripts send only these messages.
        const listen = (message: Message) => {
          if (message.type !== type) return;
          child.off("message", listen);
          resolve(message as Extract<Message, { type: typeof type }>);
        };
        child.on("message", listen);
      });
      return Promise.race([reply, ended.then(() => reply)]);
    },
    async stop() {
      stopped = true;
      if (child.connected) child.disconnect();
      await ended.catch(() => {});
    },
  };
}
