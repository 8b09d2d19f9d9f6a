import { createClient, refreshingAuth } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";

/** What a worker process is told: to make so many calls at once, so many times; or to hold the store's lock for ever. */
export type Order = { readonly rounds: number; readonly calls: number } | "hold";

/** What it answers: the calls that went well and the messages of those that did not; or that it holds the lock. */
export type Report = { readonly served: number; readonly failures: readonly string[] } | "held";

const [origin = "", path = ""] = process.argv.slice(2);
const store = fileTokenStore(path);
const auth = refreshingAuth({ authUrl: origin, clientId: "client-id", clientSecret: "client-secret", store });
const client = createClient({ baseUrl: `${origin}/2.0`, auth, retry: false });

process.on("message", async (order: Order) => {
  if (order === "hold") {
    await store.exclusively?.(() => new Promise(() => report("held")));
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
