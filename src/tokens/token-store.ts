import { safeError } from "../core/secrets.js";

/** An access token and its refresh token. */
export interface Tokens {
  /** Undefined when there is none yet: the first call then refreshes. */
  readonly accessToken?: string | undefined;
  /** Single-use: each refresh returns the next one. */
  readonly refreshToken: string;
  /** When the access token was requested, in milliseconds since the epoch, by the clock of the process that saved it. */
  readonly obtainedAtMs?: number | undefined;
  /** When the access token expires: `obtainedAtMs` plus its lifetime. Undefined when unknown. */
  readonly expiresAtMs?: number | undefined;
  /**
   * How far the clock of the token server was ahead of that of the process that saved the tokens, in milliseconds, by the
   * `Date` of the token response. Another process corrects `expiresAtMs` by this difference and its own.
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
   * Takes the lock of the store; undefined when another holds it. Required for several processes: without it two can send
   * the same refresh token, for which many token servers revoke the login, and a refresh can overwrite a login that was
   * saved just before. The clients of one process take turns by `key`.
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

/** Keeps tokens in memory. They are lost when the process ends, which means a new login. */
export function memoryTokenStore(tokens?: Tokens): TokenStore {
  let current = tokens;
  return {
    load: async () => current,
    save: async (next) => {
      current = next;
    },
  };
}

/** Parses tokens that a store saved as JSON. An error names the place, and never quotes the text. */
export function parseTokens(text: string, place: string): Tokens {
  try {
    // An editor can add a byte order mark. The other members are checked where they are used.
    const tokens: Tokens | null = JSON.parse(text.replace(/^\ufeff/, ""));
    if (typeof tokens?.refreshToken === "string") return tokens;
  } catch {
    // The parser's message quotes the text, which has tokens in it.
  }
  throw new Error(`${place} holds no tokens: it must be JSON with a refreshToken. Delete it and log in again.`);
}

const MAX_SECRETS = 20;

/** Remembers the last tokens of a store in `secrets`, since its errors can quote those that it should have replaced. */
export function remember<T extends Tokens | undefined>(secrets: string[], tokens: T): T {
  for (const text of [tokens?.accessToken, tokens?.refreshToken])
    if (typeof text === "string" && !secrets.includes(text)) secrets.unshift(text);
  secrets.splice(MAX_SECRETS);
  return tokens;
}

/** Runs a step of a store. Its error has no secrets, and no other properties: those of ioredis have the arguments. */
export async function safely<T>(secrets: readonly string[], step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw safeError(error, secrets);
  }
}
