import type { TokenLock, TokenStore, Tokens } from "../tokens/token-store.js";

/** Settings of `tokenStoreContract`. */
export interface TokenStoreContractOptions {
  /** Registers a test: `test` of vitest, jest or `node:test`. */
  test: (title: string, run: () => Promise<void>) => unknown;
  /**
   * Opens a store for the login with this key. Each key is new, so its store is empty. A second call with a key opens another
   * store object over the same tokens, as another process does: if the store has no `key`, there is no second call.
   */
  open: (key: string) => TokenStore | Promise<TokenStore>;
}

/**
 * Registers the tests that every `TokenStore` must pass; those of the lock apply to a store with `tryLock`. They need no
 * clock, so they do not test that the lock of a dead process expires.
 * @example
 * const rows = new Map<string, Tokens>();
 * const open = (key: string): TokenStore => ({
 *   key,
 *   load: async () => rows.get(key),
 *   save: async (tokens) => void rows.set(key, tokens),
 * });
 * tokenStoreContract({ test, open });
 */
export function tokenStoreContract({ test, open }: TokenStoreContractOptions): void {
  for (const [title, run] of Object.entries(tests)) {
    test(`a token store ${title}`, async () => {
      const key = `contract-${crypto.randomUUID()}`;
      const store = await open(key);
      const again = async () => (store.key === undefined ? store : await open(key));
      const held: TokenLock[] = [];
      const locked = async (one: TokenStore) => {
        const lock = await one.tryLock?.();
        expect(lock !== undefined, "tryLock(): expected the free lock, received undefined");
        held.push(lock);
        return lock;
      };
      try {
        await run({ store, again, open, locked });
      } finally {
        // A held lock would renew itself, and keep the process alive.
        for (const lock of held) await lock.release();
      }
    });
  }
}

interface Context extends Pick<TokenStoreContractOptions, "open"> {
  readonly store: TokenStore;
  again(): Promise<TokenStore>;
  /** Takes the lock until the end of the test. */
  locked(store: TokenStore): Promise<TokenLock>;
}

const times = { obtainedAtMs: 1, expiresAtMs: 2, skewMs: -3 };
const first: Tokens = { accessToken: "access-1", refreshToken: "refresh-1", ...times };
const second: Tokens = { refreshToken: 'refresh-2"\\\u{1F511}', sentAtMs: 4 };

const tests: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  async "is empty at first"({ store }) {
    expectTokens(await store.load(), undefined);
  },

  async "returns the last saved tokens, whole and not merged, also to another store object"({ store, again }) {
    await store.save(first);
    expectTokens(await store.load(), first);
    await (await again()).save(second);
    expectTokens(await store.load(), second);
  },

  async "keeps the tokens of logins apart"({ store, open }) {
    await store.save(first);
    const other = await open(`contract-${crypto.randomUUID()}`);
    expectTokens(await other.load(), undefined);
    await other.save(second);
    expectTokens(await store.load(), first);
  },

  async "keeps one of several concurrent saves, and all of them resolve"({ store }) {
    const saves = Array.from({ length: 20 }, (_, index) => ({ ...first, refreshToken: `refresh-${index}` }));
    await Promise.all(saves.map((tokens) => store.save(tokens)));
    const loaded = shown(await store.load());
    expect(saves.map(shown).includes(loaded), `expected one of the saved tokens, received ${loaded}`);
  },

  async "gives its lock to one holder at a time, and to the next after the release"({ store, again, locked }) {
    if (!store.tryLock) return;
    const other = await again();
    const taken = await Promise.all([store, other, store].map((one) => one.tryLock?.()));
    const holders = taken.filter((lock) => lock !== undefined);
    expect(holders.length === 1, `expected 1 of 3 concurrent tryLock() to get the lock, received ${holders.length}`);
    await expectLocked(other);
    await holders[0]?.release();
    await (await locked(other)).release();
    await locked(store);
  },

  async "lets the holder of its lock save repeatedly"({ store, again, locked }) {
    if (!store.tryLock) return;
    const lock = await locked(store);
    for (const tokens of [first, second]) {
      await lock.save(tokens);
      expectTokens(await (await again()).load(), tokens);
    }
    await lock.release();
  },

  async "shuts out a holder that released its lock, and leaves the lock to the next one"({ store, again, locked }) {
    if (!store.tryLock) return;
    const released = await locked(store);
    await released.release();
    const other = await again();
    await (await locked(other)).save(second);
    await expectRejected(released, "a holder that released the lock");
    await released.release();
    await expectLocked(other);
    expectTokens(await store.load(), second);
  },

  async "keeps the tokens of a login, whose save breaks the lock"({ store, again, locked }) {
    if (!store.tryLock) return;
    const holder = await locked(store);
    await (await again()).save(second);
    await expectRejected(holder, "a holder whose lock a login has broken");
    await holder.release();
    expectTokens(await store.load(), second);
    await locked(store);
  },

  async "releases its lock when it is disposed of, and the holder can save no more"({ store, locked }) {
    if (!store.tryLock || !(Symbol.asyncDispose in store)) return;
    const holder = await locked(store);
    // With this member, it is disposable.
    await (store as TokenStore & AsyncDisposable)[Symbol.asyncDispose]();
    await expectRejected(holder, "a holder whose store was disposed of");
    await locked(store);
  },
};

function expect(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw new Error(message);
}

function expectTokens(received: Tokens | undefined, expected: Tokens | undefined): void {
  expect(shown(received) === shown(expected), `load(): expected ${shown(expected)}, received ${shown(received)}`);
}

/** The tokens as JSON, in the order of their names. */
function shown(tokens: Tokens | undefined): string {
  return tokens ? JSON.stringify(tokens, Object.keys(tokens).sort()) : "undefined";
}

async function expectLocked(store: TokenStore): Promise<void> {
  expect((await store.tryLock?.()) === undefined, "tryLock(): expected undefined for a held lock, received a lock");
}

async function expectRejected(lock: TokenLock, holder: string): Promise<void> {
  const [saved] = await Promise.allSettled([lock.save({ refreshToken: "late" })]);
  expect(saved.status === "rejected", `save() of ${holder}: expected a rejection, but it resolved`);
}
