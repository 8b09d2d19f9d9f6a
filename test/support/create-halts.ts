import { type FileHandle, open } from "node:fs/promises";
import { devNull } from "node:os";
import type { TokenStore } from "content-service-client/refreshing-auth";

/** A moment of a refresh. */
export type Moment =
  | "before the lock"
  | "with the lock"
  | "before the exchange"
  | "before the save"
  | "while saving"
  | "after the save";

/** Makes what halts a refresh at one moment, the first time that it comes there. The process itself goes on. */
export function createHalts(at: Moment | undefined, halted: (moment: Moment) => Promise<void>) {
  let isAhead = true;
  const pass = async (moment: Moment) => {
    if (moment !== at || !isAhead) return;
    isAhead = false;
    await halted(moment);
  };
  /** New tokens carry no note of when they were sent. */
  const saved = async (written: unknown) => {
    if (typeof written !== "string" || !written.startsWith("{") || written.includes("sentAtMs")) return;
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
      const answer = await fetch(url, init);
      await pass("before the save");
      return answer;
    },
    /** A save in Redis halts when Redis has done it, and the process has not heard of it. */
    afterCommand: (args: readonly string[]) => saved(args.at(-1)),
    /** A save in a file halts when the new file is written, and not yet in the place of the old one. */
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
