import { type FileHandle, open } from "node:fs/promises";
import { devNull } from "node:os";
import { createClient, isAuthError } from "content-service-client";
import { refreshingAuth, type TokenStore } from "content-service-client/refreshing-auth";
import { openStore, type StoreAddress } from "./open-store.js";

/** An order for a worker: rounds of concurrent calls, or to continue after a halt. */
export type Order = { readonly rounds: number; readonly calls: number } | "go on";

/** A report: the successful calls and the failures, or the moment of a halt. */
export type Report = { readonly served: number; readonly failures: readonly string[] } | { readonly halted: Moment };

/** The settings of a worker. */
export interface WorkerSettings {
  readonly origin: string;
  readonly store: StoreAddress;
  readonly maxWaitMs?: number;
  /** The worker halts here once. */
  readonly haltAt?: Moment;
}

// With a listener, a file above the limit of the process fails the write and does not end the process.
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

/** A moment of a refresh. */
export type Moment =
  | "before the lock"
  | "with the lock"
  | "before the exchange"
  | "before the save"
  | "while saving"
  | "after the save";

/** Creates the hooks that halt a refresh once at one moment. The process itself continues. */
export function createHalts(at: Moment | undefined, halted: (moment: Moment) => Promise<void>) {
  let isAhead = true;
  const pass = async (moment: Moment) => {
    if (moment !== at || !isAhead) return;
    isAhead = false;
    await halted(moment);
  };
  /** New tokens have no `sentAtMs`, and a key can have braces. */
  const saved = async (written: unknown) => {
    if (typeof written !== "string" || !/^\{\s*"/.test(written) || written.includes("sentAtMs")) return;
    await pass("while saving");
  };

  return {
    watchStore(store: TokenStore): TokenStore {
      return {
        ...store,
        async tryLock() {
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
        },
      };
    },
    async fetch(url: string, init: RequestInit): Promise<Response> {
      await pass("before the exchange");
      const response = await fetch(url, init);
      await pass("before the save");
      return response;
    },
    /** A save in Redis halts before the process receives the reply. */
    afterCommand: (args: readonly string[]) => saved(args.at(-1)),
    /** A save in a file halts before the new file replaces the old one. */
    async watchFiles(): Promise<void> {
      if (at !== "while saving") return;
      const handle = await open(devNull);
      await handle.close();
      const prototype: FileHandle = Object.getPrototypeOf(handle);
      const { writeFile } = prototype;
      prototype.writeFile = async function (this: FileHandle, data, options) {
        await writeFile.call(this, data, options);
        await saved(data);
      };
    },
  };
}
