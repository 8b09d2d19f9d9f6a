import { readdirSync, readlinkSync } from "node:fs";

/** What a process uses. */
export interface Usage {
  readonly rssBytes: number;
  /** What is still in use after a collection of garbage, buffers included; undefined where there was none. */
  readonly heapBytes: number | undefined;
  /** Open sockets beside those that the process was started with. */
  readonly sockets: number;
}

/** Makes the function that measures this process. Call it before the first connection. */
export function usageMeter(): (collect: boolean) => Usage {
  const before = socketCount();
  return (collect) => {
    const canCollect = collect && globalThis.gc !== undefined;
    if (canCollect) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    return {
      rssBytes: rss,
      heapBytes: canCollect ? heapUsed + external : undefined,
      sockets: socketCount() - before,
    };
  };
}

function socketCount(): number {
  try {
    return readdirSync("/proc/self/fd").filter(isSocket).length;
  } catch {
    // Not Linux. What Node knows leaves out connections that are kept idle.
    return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
  }
}

function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("socket:");
  } catch {
    // It was closed meanwhile, such as the one that read the folder.
    return false;
  }
}
