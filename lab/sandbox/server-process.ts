// Starts servers in processes of their own. As a program, it is one: the argument is a `ServerKind`.
import { fileURLToPath } from "node:url";
import { loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { startProcess } from "../support/programs.js";

type ServerKind = "default" | "large" | "mock";

interface Ready {
  readonly baseUrl: string;
  /** The start of the server, without loading its modules. */
  readonly startMs: number;
}

const file = fileURLToPath(import.meta.url);

/** Starts a server in a process of its own. `processMs` is from the start of the process until the server was ready. */
export async function startServer(kind: ServerKind) {
  const start = performance.now();
  const { ask, stop } = startProcess(file, [kind]);
  const ready = await ask<Ready>();
  return { ...ready, processMs: performance.now() - start, peakMb: () => ask<number>("peak"), stop };
}

if (process.argv[1] === file) {
  const kind = process.argv[2] as ServerKind;
  // Loaded here only, since it takes seconds.
  const { startMock } = kind === "mock" ? await import("../../contract-tests/suites/targets.js") : {};
  const seed = kind === "large" ? (await import("./large-seed.js")).largeSeed() : undefined;
  const start = performance.now();
  const { baseUrl } = await (startMock?.(loadContract().document) ?? (await createSandbox({ seed })).listen());
  process.send?.({ baseUrl, startMs: performance.now() - start } satisfies Ready);
  process.on("disconnect", () => process.exit());
  process.on("message", () => {
    // maxRSS is in KiB.
    process.send?.((process.resourceUsage().maxRSS * 1024) / 1e6);
  });
}
