import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Order, Report, WorkerSettings } from "./token-worker.js";

/** A process of its own that uses the client. */
export interface Worker {
  /** Tells it what to do, and waits for its report. */
  do(order: Order): Promise<Report>;
  /** Ends it without a chance to clean up. */
  kill(): Promise<void>;
  /** Stops it where it is, and lets it go on. */
  pause(): void;
  resume(): void;
}

/** Starts a process with a client of a service, whose tokens are in a store that it shares. */
export function forkWorker(settings: WorkerSettings): Worker {
  const script = fileURLToPath(new URL("./token-worker.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(settings)], { execArgv: ["--import", "tsx"] });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  return {
    async do(order) {
      const reported = once(child, "message");
      child.send(order);
      const ended = exited.then(() => Promise.reject(new Error("the worker ended without a report")));
      const [report] = await Promise.race([reported, ended]);
      return report;
    },
    kill,
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
  };
}
