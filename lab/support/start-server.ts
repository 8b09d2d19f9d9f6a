import { fileURLToPath } from "node:url";
import { startProcess } from "./process.js";

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
  const file = fileURLToPath(new URL("server.ts", import.meta.url));
  const { ask, stop } = startProcess(file, [kind], { execArgv: ["--import", "tsx"] });
  const ready = await ask<Ready>();
  return { ...ready, processMs: performance.now() - start, usage: () => ask<Usage>("usage" satisfies Question), stop };
}
