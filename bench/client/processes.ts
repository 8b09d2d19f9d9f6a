import { fork } from "node:child_process";
import { once } from "node:events";
import type { Took } from "./rounds.js";
import type { Job, Task } from "./worker.js";

/** The server of the benchmark, in a process of its own. */
export interface ServerProcess {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the server. */
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

/** A job must not take longer, however slow the machine is. */
const JOB_MS = 1_200_000;

/** Does a job in a process of its own, on a given Node, and gives what it says. */
export async function runJob<Result>(file: string, node: string, task: Task & { readonly job: Job }): Promise<Result> {
  const child = fork(file, [JSON.stringify(task)], { execPath: node, execArgv: ["--expose-gc"] });
  const result = await new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), JOB_MS);
    child.once("message", (said) => resolve(said as Result)); // The worker says what its job gives.
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the ${task.job.type} job ended with ${code ?? signal} and without a result`));
    });
  });
  return result;
}

/** Starts the process of a way of sending a GET. It makes its calls each time that it is asked for a turn. */
export function startWay(file: string, node: string, task: Task): { turn: () => Promise<Took>; stop: () => void } {
  const child = fork(file, [JSON.stringify(task)], { execPath: node });
  const ended = new AbortController();
  child.once("exit", (code) => ended.abort(new Error(`a way ended with ${code} in its turn`)));
  return {
    async turn() {
      const answer = once(child, "message", { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(JOB_MS)]) });
      child.send("turn");
      const [took] = await answer;
      return took as Took; // It says what it took.
    },
    stop() {
      if (child.connected) child.disconnect();
    },
  };
}
