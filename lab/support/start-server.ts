import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A sandbox with the default or the large seed, or the mock. */
export type ServerKind = "default" | "large" | "mock";

export interface Ready {
  readonly baseUrl: string;
  /** The start of the server, without loading its modules. */
  readonly startMs: number;
}

export type Question = "usage";

export interface Usage {
  readonly rssBytes: number;
  readonly peakBytes: number;
  readonly cpuMs: number;
}

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
  // The process replies to each message in order.
  const reply = async <Reply>() => {
    const [message] = await once(child, "message", { signal: AbortSignal.timeout(120_000) });
    return message as Reply;
  };
  const ready = await reply<Ready>();
  const processMs = performance.now() - start;
  return {
    ...ready,
    processMs,
    async usage() {
      child.send("usage" satisfies Question);
      return reply<Usage>();
    },
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
