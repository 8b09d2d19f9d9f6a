// A process of callers that share a client, and a token file with the other processes. The argument is a `CallersOptions`
// as JSON. The callers run until the parent sends "finish".
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import {
  between,
  fileChanger,
  instanceKeeper,
  itemCreator,
  readByMarker,
  readByOffset,
  readLink,
  readRepeated,
  readSorted,
  readUnsorted,
  readUser,
  type Step,
} from "./calls.js";
import type { KnownFile } from "./ledger.js";
import { type CallersMessage, type CallersOptions, type Question, usageMeter } from "./measures.js";
import { createMeter } from "./meter.js";
import { CLIENT, fileIdOf, knownLists, TIMEOUT_MS } from "./plan.js";

// The parent passes this shape.
const options = JSON.parse(process.argv[2] ?? "") as CallersOptions;
const usage = usageMeter();
const meter = createMeter();
process.on("unhandledRejection", (reason) => meter.problem(`unhandled rejection: ${reason}`));
process.on("warning", (warning) => meter.problem(`Node warning: ${warning}`));

const auth = refreshingAuth({ authUrl: options.authUrl, ...CLIENT, store: fileTokenStore(options.tokenFile) });
const client = createClient({
  baseUrl: options.baseUrl,
  auth,
  timeoutMs: TIMEOUT_MS,
  onEvent: meter.onEvent,
});
const lists = knownLists();
/** Longest pause between calls, so that a small machine does not become the bottleneck. */
const PAUSE_MS = 1000;
let isFinished = false;

process.on("message", async (question: Question) => {
  if (question === "finish") isFinished = true;
  else send({ type: "sample", sample: question.sample, usage: usage(question.collect), measures: meter.take() });
});
process.on("disconnect", () => process.exit());

const first = options.process * options.callers;
const files = await Promise.all(Array.from({ length: options.callers }, (_, index) => callOn(first + index)));
send({ type: "finished", files });

/** One caller: runs random steps one after the other. */
async function callOn(number: number): Promise<KnownFile> {
  const fileId = fileIdOf(number);
  const file = fileChanger(fileId);
  const instance = instanceKeeper(fileId);
  const create = itemCreator();
  const steps: Step[] = [
    ...[readUser, readUser, readLink, readByMarker, readByOffset, readRepeated, readSorted, readUnsorted],
    ...[file.step, file.step, instance.step, instance.step],
  ];
  const caller = { client, meter, lists, name: `soak-${number}`, fileId };
  while (!isFinished) {
    await sleep(Math.random() * PAUSE_MS);
    await create(caller);
    await steps[between(0, steps.length - 1)]?.(caller);
  }
  return { id: fileId, ...file.state(), instance: instance.state() };
}

function send(message: CallersMessage): void {
  process.send?.(message);
}
