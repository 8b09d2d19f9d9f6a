// A process of callers that share a client, and a token file with the other processes. The argument is a `CallersOptions`
// as JSON. The callers run until the parent sends "finish".
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import { memoryInUse } from "../../support/collect-garbage.js";
import { type Caller, changeFile, createTask, type FileState, readList, readUser } from "./calls.js";
import { createMeter, type Measures } from "./measures.js";
import { CLIENT, fileIdOf, firstNameOf, TIMEOUT_MS, TOKEN_LIFE_MS } from "./plan.js";

export interface CallersOptions {
  readonly numbers: readonly number[];
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly tokenFile: string;
}

/** A message of the parent: send a sample, or finish and send the files. */
export type Question = "sample" | "finish";

export interface Sample {
  readonly measures: Measures;
  /** Heap and buffers after a garbage collection. */
  readonly heapBytes: number;
  /** Open sockets, without those at the start. */
  readonly sockets: number;
}

/** Longest pause between calls, so that a small machine does not become the bottleneck. */
const PAUSE_MS = 1000;
/** Interval between creations of a caller. Created records stay for the comparison at the end. */
const EVERY_MS = 2000;

// The parent passes this shape.
const { numbers, baseUrl, authUrl, tokenFile } = JSON.parse(process.argv[2] ?? "") as CallersOptions;
const socketsBefore = socketCount();
const meter = createMeter();
process.on("unhandledRejection", (reason) => meter.problem(`unhandled rejection: ${reason}`));
process.on("warning", (warning) => meter.problem(`Node warning: ${warning}`));

const auth = refreshingAuth({
  ...{ authUrl, ...CLIENT, store: fileTokenStore(tokenFile) },
  async fetch(url, init) {
    const response = await fetch(url, init);
    // The sandbox issues tokens for an hour. The parent revokes them earlier.
    const expires_in = TOKEN_LIFE_MS / 1000;
    return response.ok ? Response.json({ ...(await response.json()), expires_in }) : response;
  },
});
const client = createClient({ baseUrl, auth, timeoutMs: TIMEOUT_MS, onEvent: meter.onEvent });
let isFinished = false;
const finished = Promise.all(numbers.map(callUntilFinished));

process.on("message", async (question: Question) => {
  isFinished ||= question === "finish";
  process.send?.(question === "finish" ? await finished : await sample());
});
process.on("disconnect", () => process.exit());

async function sample(): Promise<Sample> {
  const measures = meter.take();
  const { heapUsed, external } = await memoryInUse();
  return { measures, heapBytes: heapUsed + external, sockets: socketCount() - socketsBefore };
}

/** One caller: runs random steps one after the other. */
async function callUntilFinished(number: number): Promise<FileState> {
  const fileId = fileIdOf(number);
  const caller: Caller = { client, meter, fileId };
  let file: FileState = { id: fileId, name: firstNameOf(fileId), etag: "0", isLocked: false };
  let created = 0;
  let nextMs = performance.now() + Math.random() * EVERY_MS;
  while (!isFinished) {
    await sleep(Math.random() * PAUSE_MS);
    if (performance.now() >= nextMs) {
      nextMs = performance.now() + EVERY_MS;
      created += 1;
      await createTask(caller, `soak-${number}-${created}`);
    }
    const step = Math.random();
    if (step < 0.2) await readUser(caller);
    else if (step < 0.5) file = await changeFile(caller, file);
    else await readList(caller);
  }
  return file;
}

/** On Linux. Node itself does not list idle connections. */
function socketCount(): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("socket:");
    } catch {
      // Closed meanwhile, such as the descriptor that read the folder.
      return false;
    }
  }).length;
}
