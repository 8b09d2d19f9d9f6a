// A process with one server. The argument is a `ServerKind`; a message goes to the parent when it is ready.
import { loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import type { Question, Ready, ServerKind, Usage } from "./start-server.js";

// The parent passes one of these.
const kind = process.argv[2] as ServerKind;
const server = kind === "mock" ? await mock() : await sandbox();
process.send?.(server);
process.on("message", (question: Question) => {
  if (question === "usage") process.send?.(usage());
});
process.on("disconnect", () => process.exit());

async function sandbox(): Promise<Ready> {
  const seed = kind === "large" ? (await import("./large-seed.js")).largeSeed() : undefined;
  const start = performance.now();
  const made = await createSandbox({ seed });
  const { baseUrl } = await made.listen();
  return { baseUrl, startMs: performance.now() - start };
}

async function mock(): Promise<Ready> {
  // Loaded here only, since it takes seconds.
  const { startMock } = await import("../../contract-tests/suites/targets.js");
  const start = performance.now();
  const { baseUrl } = await startMock(loadContract().document);
  return { baseUrl, startMs: performance.now() - start };
}

function usage(): Usage {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  // maxRSS is in KiB, times are in microseconds.
  return {
    rssBytes: process.memoryUsage().rss,
    peakBytes: maxRSS * 1024,
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
  };
}
