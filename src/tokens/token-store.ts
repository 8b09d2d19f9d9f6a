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
  /**
   * When the refresh token was last sent to the token server, in milliseconds since the epoch. It is saved before the
   * token is sent: whoever finds it knows that the token may be spent, and that its successor was not saved.
   */
  readonly sentAtMs?: number | undefined;
}

/**
 * Where tokens live between calls, and between processes. Implement it over your own storage: `load` must return what
 * the last `save` of any process stored.
 */
export interface TokenStore {
  /** Reads the tokens; undefined when there are none. Needs no lock. */
  load(): Promise<Tokens | undefined>;
  /**
   * Stores the tokens of a new login, whole: a reader sees the old ones or the new ones. Must not resolve before they
   * are safe. Takes the lock away from whoever holds it, so that a refresh of the old tokens cannot overwrite them.
   */
  save(tokens: Tokens): Promise<void>;
  /**
   * Takes the lock of the store, so that a refresh token is spent by one process only; undefined when another holds it.
   * Leave it out for a store that a single process uses.
   */
  tryLock?(): Promise<TokenLock | undefined>;
}

/** The lock of a token store, held by one process. It must pass to another when its holder dies. */
export interface TokenLock {
  /** Stores tokens as the store's `save` does. Rejects, and stores nothing, when the lock has passed to another. */
  save(tokens: Tokens): Promise<void>;
  /** Lets the lock go. Never rejects; a lock that has passed to another stays theirs. */
  release(): Promise<void>;
}

/**
 * Keeps tokens in memory, for one process. They are lost when it ends: with single-use refresh tokens that means a new
 * login, so a program that is started again wants `fileTokenStore`, `redisTokenStore` or a store of its own.
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
