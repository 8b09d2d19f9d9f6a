import { lstat, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { checkText } from "../../checks.js";
import { parseTokens, type Tokens } from "../token-store.js";
import { breakLock, createFolder, takeLock } from "./file-lock.js";
import { type DisposableTokenStore, type LeaseOptions, leasedStore } from "./leased-store.js";
import { checkKind, readPrivate } from "./private-files.js";

export type { DisposableTokenStore };

/** Settings of `fileTokenStore`. */
export interface FileTokenStoreOptions extends LeaseOptions {}

/**
 * Keeps tokens in a JSON file that any number of processes on one machine share. A save replaces the file atomically and
 * syncs it to disk; only its owner can read it (mode 0600). The lock is the folder `<path>.lock`. Not for network file
 * systems without reliable clocks or exclusive creation of files.
 *
 * A symbolic link is rejected, as is a file or lock folder of another user, or one that others can read or write (not on
 * Windows). On Deno it needs `--allow-sys=uid`, to know its user.
 * @throws TypeError when the path or an option is invalid.
 * @example
 * const store = fileTokenStore("/var/lib/my-app/tokens.json");
 * if (!(await store.load())) await store.save({ refreshToken: "from-your-login" });
 */
export function fileTokenStore(path: string, options: FileTokenStoreOptions = {}): DisposableTokenStore {
  checkText("path", path);
  const file = resolve(path);
  const folder = `${file}.lock`;

  const load = async () => {
    const text = await readPrivate(file);
    return text === undefined ? undefined : parseTokens(text, file);
  };
  /** A login replaces an unusable file, but not a device or a link: the file behind it would stay as it is. */
  const refreshToken = async () => {
    const stats = await lstat(file).catch(() => undefined);
    if (stats) checkKind(file, stats, "file");
    return (await load().catch(() => undefined))?.refreshToken;
  };

  return leasedStore(options, {}, (leaseMs) => ({
    key: `file:${file}`,
    load,
    async save(tokens) {
      const before = await refreshToken();
      await createFolder(folder);
      do {
        await replace(file, tokens, join(folder, `save.${crypto.randomUUID()}.tmp`), async (temporary) => {
          await breakLock(folder, leaseMs);
          await rename(temporary, file);
          // A process that took the lock in between may have read the old tokens, and must not save them.
          await breakLock(folder, leaseMs);
        });
        // It may have saved them before that: then replace them once more.
      } while (before !== tokens.refreshToken && before !== undefined && (await refreshToken()) === before);
    },
    async tryLock() {
      const lock = await takeLock(folder, leaseMs);
      if (!lock) return undefined;
      const save = (tokens: Tokens) => replace(file, tokens, lock.temporary(), (one) => lock.publish(one, file));
      return { ...lock, save };
    },
  }));
}

/** Writes tokens to a temporary file, syncs it, and replaces the old file with it. */
async function replace<T>(
  file: string,
  tokens: Tokens,
  temporary: string,
  publish: (temporary: string) => Promise<T>,
): Promise<T> {
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(tokens, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const result = await publish(temporary);
    await syncFolder(dirname(file));
    return result;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Makes the rename survive a power failure. Some platforms cannot open a folder. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
