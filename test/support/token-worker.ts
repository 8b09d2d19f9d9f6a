import { createClient, refreshingAuth } from "content-service-client";
import { openStore, type StoreAddress } from "./open-store.js";

/** What a worker process is told: to make so many calls at once, so many times; or to hold the store's lock for ever. */
export type Order = { readonly rounds: number; readonly calls: number } | "hold";

/** What it answers: the calls that went well and the messages of those that did not; or that it holds the lock. */
export type Report = { readonly served: number; readonly failures: readonly string[] } | "held";

/** Where a worker finds its service and its tokens. */
export interface WorkerSettings {
  readonly origin: string;
  readonly store: StoreAddress;
}

// Written by forkWorker.
const { origin, store: address }: WorkerSettings = JSON.parse(process.argv[2] ?? "");
const store = openStore(address);
const auth = refreshingAuth({ authUrl: origin, clientId: "client-id", clientSecret: "client-secret", store });
const client = createClient({ baseUrl: `${origin}/2.0`, auth, retry: false });

process.on("message", async (order: Order) => {
  if (order === "hold") {
    if (await store.tryLock?.()) report("held");
    return;
  }
  let served = 0;
  const failures: string[] = [];
  for (let round = 0; round < order.rounds; round += 1) {
    const calls = Array.from({ length: order.calls }, () => client.getCurrentUser());
    for (const result of await Promise.allSettled(calls)) {
      if (result.status === "fulfilled") served += 1;
      else failures.push(String(result.reason));
    }
  }
  report({ served, failures });
});

function report(message: Report): void {
  process.send?.(message);
}
