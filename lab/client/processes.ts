import { fork } from "node:child_process";
import { once } from "node:events";
import type { OtherResults } from "./results.js";
import type { Took } from "./rounds.js";
import type { Job, Task } from "./worker.js";

interface ServerProcess {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the server in its own process. */
export async function startServer(file: string): Promise<ServerProcess> {
  const child = fork(file);
  const [port] = await once(child, "message", { signal: AbortSignal.timeout(30_000) });
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** Far more than a job needs on a slow machine. */
const JOB_MS = 1_200_000;

/** Runs a job in a new process and returns the result. */
export async function runJob(file: string, node: string, task: Task & { readonly job: Job }): Promise<OtherResults> {
  const child = fork(file, [JSON.stringify(task)], { execPath: node, execArgv: ["--expose-gc"] });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), JOB_MS);
    child.once("message", (said) => resolve(said as OtherResults)); // The worker sends the results of its job.
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`The ${task.job.type} job exited with ${code ?? signal} and no result`));
    });
  });
}

/** Starts the process of a contender. */
export function startContender(
  file: string,
  node: string,
  task: Task,
): { turn: () => Promise<Took>; stop: () => void } {
  const child = fork(file, [JSON.stringify(task)], { execPath: node });
  const ended = new AbortController();
  child.once("exit", (code) => ended.abort(new Error(`The process of a contender exited with ${code} during a turn`)));
  return {
    async turn() {
      const reply = once(child, "message", { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(JOB_MS)]) });
      child.send("turn");
      const [took] = await reply;
      return took as Took; // The worker sends this after each turn.
    },
    stop() {
      if (child.connected) child.disconnect();
    },
  };
}
