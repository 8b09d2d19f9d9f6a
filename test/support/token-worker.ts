import { type FileHandle, open } from "node:fs/promises";
import { devNull } from "node:os";
import { createClient, isAuthError } from "content-service-client";
import { refreshingAuth, type TokenStore } from "content-service-client/refreshing-auth";
import { openStore, type StoreAddress } from "./open-store.js";

/** An order for a worker: rounds of concurrent calls, or to continue after a halt. */
export type Order = { readonly rounds: number; readonly calls: number } | "go on";

/** A report: the successful calls and the failures, or the moment of a halt. */
export type Report = { readonly served: number; readonly failures: readonly string[] } | { readonly halted: Moment };

export interface WorkerSettings {
  readonly origin: string;
  readonly store: StoreAddress;
  readonly maxWaitMs?: number;
  /** The worker halts here once. */
  readonly haltAt?: Moment;
}

export type Moment =
  | "before the lock"
  | "with the lock"
  | "before the exchange"
  | "before the save"
  | "while saving"
  | "after the save";

// With a listener, a file above the limit of the process fails the write and does not end the process.
process.on("SIGXFSZ", () => {});

// Written by forkWorker.
const { origin, store: address, maxWaitMs, haltAt }: WorkerSettings = JSON.parse(process.argv[2] ?? "");
let isAhead = true;
let goOn = () => {};
const store = openStore(address, (args) => saved(args.at(-1)));
const auth = refreshingAuth({
  authUrl: origin,
  clientId: "client-id",
  clientSecret: "client-secret",
  store: { ...store, tryLock },
  fetch: haltingFetch,
  ...(maxWaitMs !== undefined && { maxWaitMs }),
});
const client = createClient({ baseUrl: `${origin}/2.0`, auth, retry: false });

process.on("message", async (order: Order) => {
  if (order === "go on") return goOn();
  if (haltAt === "while saving") await watchFiles();
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

/** Halts a refresh once, at its moment, until it may go on. The process itself continues. */
async function pass(moment: Moment): Promise<void> {
  if (moment !== haltAt || !isAhead) return;
  isAhead = false;
  report({ halted: moment });
  await new Promise<void>((resolve) => {
    goOn = resolve;
  });
}

async function tryLock(): ReturnType<NonNullable<TokenStore["tryLock"]>> {
  await pass("before the lock");
  const lock = await store.tryLock?.();
  if (!lock) return undefined;
  return {
    async save(tokens) {
      if (tokens.sentAtMs !== undefined) await pass("with the lock");
      await lock.save(tokens);
    },
    async release() {
      await pass("after the save");
      await lock.release();
    },
  };
}

async function haltingFetch(url: string, init: RequestInit): Promise<Response> {
  await pass("before the exchange");
  const response = await fetch(url, init);
  await pass("before the save");
  return response;
}

/** Halts after new tokens were written: they have no `sentAtMs`, and a key can have braces. */
async function saved(written: unknown): Promise<void> {
  if (typeof written !== "string" || !/^\{\s*"/.test(written) || written.includes("sentAtMs")) return;
  await pass("while saving");
}

/** A save in a file halts before the new file replaces the old one; one in a database, before the reply is received. */
async function watchFiles(): Promise<void> {
  const handle = await open(devNull);
  await handle.close();
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  const { writeFile } = prototype;
  prototype.writeFile = async function (this: FileHandle, data, options) {
    await writeFile.call(this, data, options);
    await saved(data);
  };
}
