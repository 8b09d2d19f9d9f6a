// A process of callers that share a client, and a token file with the other processes. The argument is a `CallersOptions`
// as JSON. The callers run until the parent sends "finish".
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import { between, type Caller, changeFile, createTask, readList, readUser } from "./calls.js";
import type { FileState } from "./ledger.js";
import { createMeter, type Measures, type Usage, usageMeter } from "./meter.js";
import { CLIENT, fileIdOf, firstNameOf, knownLists, TIMEOUT_MS, TOKEN_LIFE_MS } from "./plan.js";

/** The argument of a process. */
export interface CallersOptions {
  /** The numbers of its callers. */
  readonly numbers: readonly number[];
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly tokenFile: string;
}

/** A message of the parent: send a sample, with or without a garbage collection, or finish and send the files. */
export type Question = "sample" | "collected sample" | "finish";

/** The responses to the questions. */
export type Sample = { readonly usage: Usage; readonly measures: Measures };
export type Finished = { readonly files: readonly FileState[] };

/** Longest pause between calls, so that a small machine does not become the bottleneck. */
const PAUSE_MS = 1000;
/** Interval between creations of a caller. Created records stay for the comparison at the end. */
const EVERY_MS = 2000;

// The parent passes this shape.
const { numbers, baseUrl, authUrl, tokenFile } = JSON.parse(process.argv[2] ?? "") as CallersOptions;
const usage = usageMeter();
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
const lists = knownLists();
let isFinished = false;
const finished = Promise.all(numbers.map(callUntilFinished));

process.on("message", async (question: Question) => {
  if (question !== "finish") {
    process.send?.({ usage: usage(question !== "sample"), measures: meter.take() } satisfies Sample);
    return;
  }
  isFinished = true;
  process.send?.({ files: await finished } satisfies Finished);
});
process.on("disconnect", () => process.exit());

/** One caller: runs random steps one after the other. */
async function callUntilFinished(number: number): Promise<FileState> {
  const fileId = fileIdOf(number);
  const caller: Caller = { client, meter, lists, name: `soak-${number}`, fileId };
  let file: FileState = { id: fileId, name: firstNameOf(fileId), etag: "0", isLocked: false };
  let created = 0;
  let nextMs = performance.now() + Math.random() * EVERY_MS;
  while (!isFinished) {
    await sleep(Math.random() * PAUSE_MS);
    if (performance.now() >= nextMs) {
      nextMs = performance.now() + EVERY_MS;
      created += 1;
      await createTask(caller, `${caller.name}-${created}`);
    }
    const step = between(1, 10);
    if (step <= 2) await readUser(caller);
    else if (step <= 5) file = await changeFile(caller, file);
    else await readList(caller);
  }
  return file;
}
