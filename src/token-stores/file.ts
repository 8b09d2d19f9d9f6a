import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Clock, systemClock } from "../clock.js";
import type { TokenStore, Tokens } from "../token-store.js";
import { type Lease, takeLock } from "./file-lock.js";

/** Settings of `fileTokenStore`. */
export interface FileTokenStoreOptions {
  /**
   * How long the lock of a process that died stays respected, in milliseconds. A live holder renews it three times in
   * that span.
   * @default 10000
   */
  leaseMs?: number;
  /**
   * How long to wait for a lock that another process holds, in milliseconds.
   * @default 60000
   */
  maxWaitMs?: number;
  /** Replaces the system's clock, for tests. */
  clock?: Clock;
}

/**
 * Keeps tokens in a JSON file that any number of processes on one machine share. The file is replaced whole and synced
 * to disk before a save resolves, and only its owner can read it (mode 0600). One process refreshes at a time, by a
 * lock in the folder `<path>.lock`; a holder that dies is succeeded after `leaseMs`.
 *
 * Not for network file systems whose clocks or exclusive creates cannot be trusted.
 *
 * @throws TypeError when the path or an option cannot work.
 * @example
 * const store = fileTokenStore("/var/lib/my-app/tokens.json");
 * if (!(await store.load())) await store.save({ refreshToken: "from-your-login" });
 */
export function fileTokenStore(path: string, options: FileTokenStoreOptions = {}): TokenStore {
  const { clock = systemClock, leaseMs = 10_000, maxWaitMs = 60_000 } = options;
  if (typeof path !== "string" || path === "") throw new TypeError("path must be a non-empty string");
  if (!(leaseMs > 0)) throw new TypeError("leaseMs must be a number above 0");
  if (!(maxWaitMs >= 0)) throw new TypeError("maxWaitMs must be a number, 0 or more");
  const file = resolve(path);
  // Each task has its own lease: after a pause, one of them may have succeeded another in this very process.
  const lease = new AsyncLocalStorage<Lease>();

  return {
    async load() {
      const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
      return text === undefined ? undefined : parsed(text, file);
    },
    async save(tokens) {
      const temporary = `${file}.${randomUUID()}.tmp`;
      try {
        await writeSynced(temporary, `${JSON.stringify(tokens, null, 2)}\n`);
        await lease.getStore()?.assertHeld();
        await rename(temporary, file);
        await syncFolder(dirname(file));
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async exclusively(task) {
      const taken = await takeLock(`${file}.lock`, { clock, leaseMs, maxWaitMs });
      try {
        return await lease.run(taken, task);
      } finally {
        await taken.release();
      }
    },
  };
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the rename itself survive a power cut; some platforms cannot open a folder, and need not. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function parsed(text: string, file: string): Tokens {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which is a token.
  }
  if (
    value !== null &&
    typeof value === "object" &&
    "refreshToken" in value &&
    typeof value.refreshToken === "string"
  ) {
    // Written by save(); a reader checks each member before it uses it.
    return value as Tokens;
  }
  throw new Error(`${file} is no token file: it must be JSON with a refreshToken. Delete it and log in again.`);
}
