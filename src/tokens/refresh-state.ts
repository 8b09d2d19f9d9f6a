import { type Clock, elapsedMs } from "../core/clock.js";
import { AuthError } from "../core/errors.js";
import type { TokenStore, Tokens } from "./token-store.js";

export interface Write {
  readonly tokens: Tokens;
  readonly replaces: Tokens;
}

/** New tokens that could not be saved yet: the only copy. The access token is missing if there is an error. */
export interface Unsaved extends Write {
  readonly store: TokenStore;
  readonly error?: AuthError | undefined;
}

export interface RefreshState {
  users: number;
  /** Resolves when the running refresh has ended; never if the runtime has dropped it with its request. */
  running?: Promise<void> | undefined;
  /** When the running refresh is lost, in monotonic time, unless its current step ends. */
  lostAtMs: number;
  unsaved?: Unsaved | undefined;
  /** The last `sentAtMs` that this process wrote. */
  sentAtMs?: number;
  saved?: Write;
  writeError?: unknown;
  /** The last failure of the token server, by the settings of the client. */
  readonly failures: Map<string, Failure>;
}

interface Failure extends Pick<Tokens, "refreshToken"> {
  readonly error: AuthError;
  /** No request is sent before this monotonic time; Infinity for a final error. */
  readonly untilMs: number;
  /** The limit of the next wait without a `Retry-After`. */
  readonly nextMs: number;
}

const byStore = /* @__PURE__ */ new WeakMap<TokenStore, RefreshState>();
/** The states by key that are in use, or have new tokens to save. */
const byKey = /* @__PURE__ */ new Map<string, RefreshState>();
/** The other states by key, kept only for backoff or late repairs; the oldest first. */
const idle = /* @__PURE__ */ new Map<string, RefreshState>();
const MAX_IDLE = 1000;

/** The state of a login, which all its clients in this process share; undefined when nothing is known. */
export function stateOf(store: TokenStore): RefreshState | undefined {
  return store.key === undefined ? byStore.get(store) : (byKey.get(store.key) ?? idle.get(store.key));
}

export async function withState<T>(store: TokenStore, step: (state: RefreshState) => Promise<T>): Promise<T> {
  const { key } = store;
  const state: RefreshState = stateOf(store) ?? { users: 0, lostAtMs: 0, failures: new Map() };
  if (key === undefined) byStore.set(store, state);
  else {
    byKey.set(key, state);
    idle.delete(key);
  }
  state.users += 1;
  try {
    return await step(state);
  } finally {
    state.users -= 1;
    if (key !== undefined && state.users === 0 && !state.unsaved) {
      byKey.delete(key);
      if (state.saved || state.failures.size > 0) idle.set(key, state);
      const [oldest = key] = idle.keys();
      if (idle.size > MAX_IDLE) idle.delete(oldest);
    }
  }
}

/** Whether the store still has the tokens that a write replaces, and none of a later login or of another process. */
export function isCurrent(stored: Tokens | undefined, { tokens, replaces }: Write): boolean {
  // A new refresh token is the only valid one, so it is saved even in an empty store.
  const isRotated = tokens.refreshToken !== replaces.refreshToken;
  if (!stored) return isRotated;
  // As JSON, since a store can hold anything.
  const isSame = JSON.stringify(stored.accessToken) === JSON.stringify(replaces.accessToken);
  return stored.refreshToken === replaces.refreshToken && (isRotated || isSame);
}

/** The tokens to save again, after a late write of another client has put back old ones, which have a `sentAtMs`. */
export function revertedIn(stored: Tokens | undefined, { saved }: RefreshState): Write | undefined {
  return stored?.sentAtMs !== undefined && saved && isCurrent(stored, saved) ? saved : undefined;
}

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
const MAX_ASKED_MS = 3_600_000;
const MAX_FAILURES = 100;

/** The errors of RFC 6749 section 5.2 that do not pass: the same request would fail again. */
const FINAL = /^(invalid_(client|grant|request|scope)|unauthorized_client|unsupported_grant_type)$/;

/** Creates the backoff for a failing token server, shared by the clients with these settings. */
export function createBackoff({ failures }: RefreshState, settings: string, clock: Clock, random: () => number) {
  return {
    /** Throws while no request may be sent. */
    check(refreshToken: string): void {
      const { error, untilMs = 0, refreshToken: sent } = failures.get(settings) ?? {};
      const leftMs = untilMs - elapsedMs(clock);
      if (!error || leftMs <= 0) return;
      if (leftMs < Infinity) {
        const time = new Date(clock.now() + leftMs).toJSON();
        const options = { cause: error, retryAfterMs: error.retryAfterMs && Math.ceil(leftMs) };
        const problem = `${error.message.replace(/\.?$/, ".")} No request is sent before ${time}.`;
        throw new AuthError(problem, error.code, options);
      }
      if (sent === refreshToken) throw error;
    },
    /** Remembers a failure: a final error until the store has another refresh token. */
    failed(error: AuthError, refreshToken: string, retryAfterMs = 0): void {
      const waitMs = failures.get(settings)?.nextMs ?? FIRST_WAIT_MS;
      const askedMs = Math.min(retryAfterMs, MAX_ASKED_MS);
      const leftMs = FINAL.test(error.code) ? Infinity : Math.max(askedMs, waitMs * (1 - random() / 2));
      if (error.retryable) error.retryAfterMs = Math.ceil(leftMs);
      const untilMs = elapsedMs(clock) + leftMs;
      if (failures.size >= MAX_FAILURES) failures.clear();
      failures.set(settings, { error, refreshToken, untilMs, nextMs: Math.min(MAX_WAIT_MS, waitMs * 2) });
    },
    succeeded(): void {
      failures.delete(settings);
    },
  };
}

export type Backoff = ReturnType<typeof createBackoff>;
