/** An access token, and what it takes to get the next one. */
export interface Tokens {
  /** Left out when there is none yet: the first call then refreshes. */
  readonly accessToken?: string | undefined;
  /** Works once: each refresh returns the next one. */
  readonly refreshToken: string;
  /** When the access token was obtained, in milliseconds since the epoch. */
  readonly obtainedAtMs?: number | undefined;
  /** When the access token expires, in milliseconds since the epoch; unknown when left out. */
  readonly expiresAtMs?: number | undefined;
}

/**
 * Where tokens live between calls, and between processes. Implement it over your own storage: `load` must return what
 * the last `save` of any process stored.
 */
export interface TokenStore {
  /** Reads the tokens; undefined when there are none. */
  load(): Promise<Tokens | undefined>;
  /** Stores the tokens whole: a reader sees the old ones or the new ones. Must not resolve before they are safe. */
  save(tokens: Tokens): Promise<void>;
  /**
   * Runs a task while no other process runs one on this store, so that a refresh token is spent by one of them only.
   * Leave it out for a store that a single process uses.
   */
  exclusively?<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * Keeps tokens in memory, for one process. They are lost when it ends: with single-use refresh tokens that means a new
 * login, so a program that is started again wants `fileTokenStore` or a store of its own.
 *
 * @example
 * const store = memoryTokenStore({ refreshToken: "from-your-login" });
 */
export function memoryTokenStore(tokens?: Tokens): TokenStore {
  let current = tokens;
  return {
    load: async () => current,
    save: async (next) => {
      current = next;
    },
  };
}
