import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A sandbox with the default seed, one with the large seed, or the mock. */
export type ServerKind = "default" | "large" | "mock";

/** What a server process says when it is ready. */
export interface Ready {
  readonly baseUrl: string;
  /** How long making the server took, without loading its modules. */
  readonly startMs: number;
}

/** What a server process can be asked. */
export type Question = "usage";

/** What a process uses. */
export interface Usage {
  readonly rssBytes: number;
  /** The most that it ever had. */
  readonly peakBytes: number;
  /** How long processors worked for it so far. */
  readonly cpuMs: number;
}

/** A server in a process of its own. */
export interface ServerProcess extends Ready {
  /** From the start of the process until the server was ready. */
  readonly processMs: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts a server in a process of its own. */
export async function startServer(kind: ServerKind): Promise<ServerProcess> {
  const start = performance.now();
  const child = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [kind], { execArgv: ["--import", "tsx"] });
  // The process says what it is asked, in turn.
  const answer = async <Answer>() => {
    const [said] = await once(child, "message", { signal: AbortSignal.timeout(120_000) });
    return said as Answer;
  };
  const ready = await answer<Ready>();
  const processMs = performance.now() - start;
  return {
    ...ready,
    processMs,
    async usage() {
      child.send("usage" satisfies Question);
      return answer<Usage>();
    },
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
