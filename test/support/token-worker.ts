import { createClient, isAuthError } from "content-service-client";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import { createHalts, type Moment } from "./create-halts.js";
import { openStore, type StoreAddress } from "./open-store.js";

/**
 * What a worker process is told: to make so many calls at once, so many times; to hold the store's lock for ever; to go
 * on where it halted.
 */
export type Order = { readonly rounds: number; readonly calls: number } | "hold" | "go on";

/**
 * What it answers: the calls that went well, and the code and message of those that did not; that it holds the lock; or
 * where it halted.
 */
export type Report =
  | { readonly served: number; readonly failures: readonly string[] }
  | { readonly halted: Moment }
  | "held";

/** Where a worker finds its service and its tokens. */
export interface WorkerSettings {
  readonly origin: string;
  readonly store: StoreAddress;
  /** How long it waits for the store. */
  readonly maxWaitMs?: number;
  /** Where it halts, the first time that it comes there. */
  readonly haltAt?: Moment;
}

// A file that grows beyond the limit of a process ends the process, unless it listens: then the write fails.
process.on("SIGXFSZ", () => {});

// Written by forkWorker.
const { origin, store: address, maxWaitMs, haltAt }: WorkerSettings = JSON.parse(process.argv[2] ?? "");
let goOn = () => {};
const halts = createHalts(haltAt, (moment) => {
  report({ halted: moment });
  return new Promise((resolve) => {
    goOn = resolve;
  });
});
const store = halts.watchStore(openStore(address, halts.afterCommand));
const auth = refreshingAuth({
  authUrl: origin,
  clientId: "client-id",
  clientSecret: "client-secret",
  store,
  fetch: halts.fetch,
  ...(maxWaitMs !== undefined && { maxWaitMs }),
});
const client = createClient({ baseUrl: `${origin}/2.0`, auth, retry: false });

process.on("message", async (order: Order) => {
  if (order === "go on") return goOn();
  if (order === "hold") {
    if (await store.tryLock?.()) report("held");
    return;
  }
  await halts.watchFiles();
  let served = 0;
  const failures: string[] = [];
  for (let round = 0; round < order.rounds; round += 1) {
    const calls = Array.from({ length: order.calls }, () => client.getCurrentUser());
    for (const result of await Promise.allSettled(calls)) {
      if (result.status === "fulfilled") served += 1;
      else failures.push(described(result.reason));
    }
  }
  report({ served, failures });
});

function described(error: unknown): string {
  return isAuthError(error) ? `${error.code}: ${error.message}` : String(error);
}

function report(message: Report): void {
  process.send?.(message);
}
