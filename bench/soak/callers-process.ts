// A process of callers that share one client and, with other processes, one token file. The first argument is a
// `CallersOptions` as JSON. They go on until the parent says that it is enough.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import {
  between,
  type Deed,
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
} from "./calls.js";
import { TIMEOUT_MS } from "./fault-plan.js";
import type { KnownFile } from "./ledger.js";
import type { CallersOptions, CallersSaid, Question } from "./messages.js";
import { createMeter } from "./meter.js";
import { planted } from "./plant.js";
import { usageMeter } from "./second.js";
import { CLIENT, fileIdOf, knownLists } from "./soak-seed.js";

// The parent writes it.
const options = JSON.parse(process.argv[2] ?? "") as CallersOptions;
const usage = usageMeter();
const meter = createMeter();
process.on("unhandledRejection", (reason) => meter.problem(`unhandled rejection: ${reason}`));
process.on("warning", (warning) => meter.problem(`warning of Node: ${warning}`));

const plant = planted(options.plant, options);
const auth = refreshingAuth({ authUrl: options.authUrl, ...CLIENT, store: fileTokenStore(options.tokenFile) });
const client = createClient({
  baseUrl: options.baseUrl,
  auth,
  timeoutMs: TIMEOUT_MS,
  fetch: plant.fetch,
  onEvent(event) {
    plant.onEvent(event);
    meter.onEvent(event);
  },
});
const lists = knownLists();
/** A caller rests for so long at most, so that a small machine is not measured instead of the client. */
const PAUSE_MS = 1000;
let isOver = false;

process.on("message", async (question: Question) => {
  if (question === "finish") isOver = true;
  else say({ type: "sample", sample: question.sample, usage: usage(question.collect), measures: meter.take() });
});
process.on("disconnect", () => process.exit());

const first = options.process * options.callers;
const files = await Promise.all(Array.from({ length: options.callers }, (_, index) => callOn(first + index)));
say({ type: "finished", files });

/** One caller: does one thing after the other, in no order. */
async function callOn(number: number): Promise<KnownFile> {
  const fileId = fileIdOf(number);
  const file = fileChanger(fileId);
  const instance = instanceKeeper(fileId);
  const create = itemCreator();
  const deeds: Deed[] = [
    ...[readUser, readUser, readLink, readByMarker, readByOffset, readRepeated, readSorted, readUnsorted],
    ...[file.deed, file.deed, instance.deed, instance.deed],
  ];
  const caller = { client, meter, lists, name: `soak-${number}`, fileId };
  while (!isOver) {
    await sleep(Math.random() * PAUSE_MS);
    await create(caller);
    await deeds[between(0, deeds.length - 1)]?.(caller);
  }
  return { id: fileId, ...file.state(), instance: instance.state() };
}

function say(message: CallersSaid): void {
  process.send?.(message);
}
