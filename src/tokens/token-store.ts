/** An access token and its refresh token. */
export interface Tokens {
  /** Undefined when there is none yet: the first call then refreshes. */
  readonly accessToken?: string | undefined;
  /** Single-use: each refresh returns the next one. */
  readonly refreshToken: string;
  /** When the access token was requested, in milliseconds since the epoch, by the clock of the process that saved it. */
  readonly obtainedAtMs?: number | undefined;
  /**
   * When the access token expires: `obtainedAtMs` plus its lifetime, so that a wrong clock does not matter on its own
   * machine. Undefined when unknown. Other machines correct it by `skewMs`.
   */
  readonly expiresAtMs?: number | undefined;
  /**
   * How far the clock of the token server was ahead of the clock of the process that saved the tokens, in milliseconds, by
   * the `Date` header of the token response. A process that knows its own difference corrects `expiresAtMs` by both.
   */
  readonly skewMs?: number | undefined;
  /**
   * When the refresh token was last sent to the token server, in milliseconds since the epoch. Saved before the token is
   * sent: if present, the token may be spent, and its successor was not saved.
   */
  readonly sentAtMs?: number | undefined;
}

/**
 * Keeps the tokens of one login between calls and between processes. Implement it over your own storage: `load` must return
 * what the last `save` of any process stored. `tokenStoreContract` of `content-service-client/testing` tests it.
 *
 * `key`, `load` and `save` are enough for one process. Several processes or machines need `tryLock`.
 */
export interface TokenStore {
  /**
   * Names the login in this process, such as `user:1004`: all store objects with this key must keep the same tokens, and share
   * one refresh at a time. Required where a store object is made more than once for a login, for example in each request.
   * @default the store object itself
   */
  readonly key?: string | undefined;
  /** Reads the tokens; undefined when there are none. Needs no lock. */
  load(): Promise<Tokens | undefined>;
  /**
   * Stores the tokens of a new login atomically. Must not resolve before they are durable. Breaks the lock of another
   * holder, so that a refresh of the old tokens cannot overwrite them.
   */
  save(tokens: Tokens): Promise<void>;
  /**
   * Takes the lock of the store, so that only one process spends a refresh token; undefined when another holds it. Omit
   * it if one process refreshes: its clients take turns by `key`. Two processes without it can send the same refresh token,
   * and many token servers then revoke the login. A login that is saved just before a write can be overwritten: the
   * client compares before it writes, but only a lock makes both one step.
   */
  tryLock?(): Promise<TokenLock | undefined>;
}

/** The lock of a token store. It must expire when its holder dies. */
export interface TokenLock {
  /** Stores tokens as the store's `save` does. Rejects, and stores nothing, when another process has the lock now. */
  save(tokens: Tokens): Promise<void>;
  /** Releases the lock, unless another process has it now. Never rejects. */
  release(): Promise<void>;
}

/**
 * Keeps tokens in memory, for one process. They are lost when it ends, which means a new login: a program that restarts
 * needs `fileTokenStore`, `redisTokenStore` or its own store.
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

/**
 * Parses tokens that a store saved as JSON.
 *
 * @throws Error that names the place, and never quotes the text, when it is not such a JSON.
 */
export function parseTokens(text: string, place: string): Tokens {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which has tokens in it.
  }
  if (
    value !== null &&
    typeof value === "object" &&
    "refreshToken" in value &&
    typeof value.refreshToken === "string"
  ) {
    // The other members are checked where they are used.
    return value as Tokens;
  }
  throw new Error(`${place} holds no tokens: it must be JSON with a refreshToken. Delete it and log in again.`);
}
