import { startProcess } from "../support/process.js";
import type { OtherResults } from "./results.js";
import type { Took } from "./rounds.js";
import type { Job, Task } from "./worker.js";

/** Starts the server in its own process. */
export async function startServer(file: string): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const { ask, stop } = startProcess(file);
  return { origin: `http://127.0.0.1:${await ask<number>()}`, stop };
}

/** Runs a job in a new process and returns the result. */
export async function runJob(file: string, node: string, task: Task & { readonly job: Job }): Promise<OtherResults> {
  const { ask, stop } = startProcess(file, [JSON.stringify(task)], { execPath: node, execArgv: ["--expose-gc"] });
  return ask<OtherResults>().finally(stop);
}

/** Starts the process of a contender. */
export function startContender(file: string, node: string, task: Task) {
  const { ask, stop } = startProcess(file, [JSON.stringify(task)], { execPath: node });
  return { turn: () => ask<Took>("turn"), stop };
}
