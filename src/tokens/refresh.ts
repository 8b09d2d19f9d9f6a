import { elapsedMs, withTimeout } from "../core/clock.js";
import { AuthError } from "../core/errors.js";
import type { TokenRequest } from "../core/options.js";
import { checkedTokens, createLockedRefresh, type RefreshOptions, sentBefore } from "./locked-refresh.js";
import { createBackoff, type RefreshState, revertedIn, withState } from "./refresh-state.js";
import { type StoreAccess, storeAccess } from "./store-access.js";
import type { Tokens } from "./token-store.js";

/** Minimum time between two exchanges of one refresh token, to spare a failing token server. */
const RESEND_MS = 500;
/** The maximum number of attempts to save: the store may recover. */
const MAX_WRITES = 3;

/** Gets an access token from the store or, under its lock, the token server. One refresh of a login runs at a time. */
export function refreshTokens(options: RefreshOptions, request: TokenRequest): Promise<string> {
  const { store, known, clock, random, maxWaitMs, revokesOnReuse } = options;
  return withState(store, oneAtATime);

  async function oneAtATime(state: RefreshState): Promise<string> {
    const deadlineMs = elapsedMs(clock) + maxWaitMs;
    // A copy of the state: this is no step of the running refresh.
    const access = storeAccess(options, { ...state });
    if (state.running && !known.valid(request)) {
      // A new client can use a stored token that another one refreshes early.
      const stored = await access.load();
      if (stored) known.remember(stored);
      const valid = known.valid(request);
      if (valid) return valid;
    }
    while (state.running) {
      const { running } = state;
      await withTimeout(running, Math.min(deadlineMs, state.lostAtMs) - elapsedMs(clock), clock, () => {});
      if (state.running !== running) continue;
      if (elapsedMs(clock) >= state.lostAtMs) state.running = undefined;
      else if (elapsedMs(clock) >= deadlineMs) throw timedOut(access);
    }
    const refresh = run(state, storeAccess(options, state), deadlineMs);
    const done = () => {
      if (state.running === running) state.running = undefined;
    };
    const running = refresh.then(done, done);
    state.running = running;
    return refresh;
  }

  async function run(state: RefreshState, access: StoreAccess, deadlineMs: number): Promise<string> {
    const server = JSON.stringify([options.authUrl, options.clientId, options.clientSecret]);
    const backoff = createBackoff(state, server, clock, random);
    // Another process has sent the refresh token, and may still save its successor.
    const mustWait = (stored: Tokens | undefined) =>
      revokesOnReuse && stored?.sentAtMs !== undefined && stored.sentAtMs !== state.sentAtMs;
    const lockedRefresh = createLockedRefresh({ ...options, access, state, backoff, request, mustWait });
    let failure: unknown;
    for (let tries = 0, writes = 0; ; tries += 1) {
      // Another process may have saved new tokens during the wait.
      const stored = state.unsaved ? undefined : await access.load();
      const adopted = revertedIn(stored, state) ? undefined : known.adopt(stored, request);
      if (adopted) return adopted;
      if (!state.unsaved) backoff.check(checkedTokens(stored).refreshToken);
      // Another process has just sent the refresh token: wait for its response. A time in the future comes from the clock
      // of another machine.
      const sentAgoMs = clock.now() - (stored?.sentAtMs ?? -Infinity);
      const isRecent = sentAgoMs >= 0 && sentAgoMs < RESEND_MS;
      const isElsewhere = mustWait(stored);
      const lock = isElsewhere || (store.tryLock && isRecent) ? undefined : await access.tryLock();
      try {
        const token = lock && (await lockedRefresh(lock));
        if (token) return token;
      } catch (error) {
        writes += 1;
        // Every error of a refresh is an AuthError.
        const isEmpty = (error as AuthError).code === "no_token";
        const isWrite = error === state.writeError || (state.unsaved && !isEmpty);
        if (!isWrite || writes === MAX_WRITES) throw error;
        failure = error;
      } finally {
        if (lock) await access.release(lock);
      }
      const valid = known.valid(request);
      // Another process refreshes a token that is still valid: use it meanwhile.
      if (!lock && valid) {
        known.pause();
        return valid;
      }
      if (elapsedMs(clock) >= deadlineMs || (isElsewhere && sentAgoMs >= maxWaitMs))
        throw failure ?? timedOut(access, stored);
      const waitMs = Math.min(1000, 50 * 2 ** tries) * (1 - random() / 2);
      access.startStep(waitMs);
      await new Promise<void>((resolve) => clock.timer(waitMs, resolve));
    }
  }

  /** The error after a wait for others, which got no response or hold the lock. */
  function timedOut(access: StoreAccess, stored?: Tokens): AuthError {
    if (stored?.sentAtMs === undefined)
      return access.failed(`be locked within ${maxWaitMs} ms: another refresh holds it`);
    const code = revokesOnReuse ? "invalid_grant" : "token_server_unavailable";
    return new AuthError(`the refresh token ${sentBefore(stored.sentAtMs)}`, code);
  }
}
