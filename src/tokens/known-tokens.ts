import { isToken } from "../checks.js";
import { type Clock, elapsedMs } from "../core/clock.js";
import type { TokenRequest } from "../core/options.js";
import type { Tokens } from "./token-store.js";

/** The pause after a failed early refresh, or while another process refreshes. */
const PAUSE_MS = 5000;

/** The tokens that this process last read from the store or wrote to it. */
export function knownTokens(clock: Clock, random: () => number, refreshEarlyMs: number) {
  let known: Tokens | undefined;
  let expiresAtMs = 0;
  let refreshAtMs = 0;
  /** No early refresh before this monotonic time. */
  let pausedUntilMs = 0;
  /** How far the clock of the token server is ahead of this one, once this process has refreshed. */
  let skewMs: number | undefined;

  /** Remembers the tokens of the store; returns whether they replace another known access token. */
  const remember = (tokens: Tokens, isOwn = false): boolean => {
    const before = known;
    known = tokens;
    if (isOwn) skewMs = tokens.skewMs;
    if (before?.accessToken === tokens.accessToken && before?.expiresAtMs === tokens.expiresAtMs) return false;
    const { obtainedAtMs = -Infinity, skewMs: theirs = 0 } = tokens;
    const theirEndMs = tokens.expiresAtMs ?? Infinity;
    // Until this process has refreshed: its clock is as wrong as theirs, unless their tokens come from its future.
    const ours = skewMs ?? (obtainedAtMs > clock.now() ? 0 : theirs);
    expiresAtMs = theirEndMs + theirs - ours;
    // Random, so that one process is first and the others find its new token.
    refreshAtMs = expiresAtMs - Math.min(refreshEarlyMs, (theirEndMs - obtainedAtMs) / 10) * (1 - random() / 2);
    pausedUntilMs = 0;
    return before !== undefined && before.accessToken !== tokens.accessToken;
  };
  /** The access token, unless it has expired or was rejected. */
  const valid = ({ rejected }: TokenRequest): string | undefined => {
    const token = known?.accessToken;
    return isToken(token) && token !== rejected && clock.now() < expiresAtMs ? token : undefined;
  };
  const isDue = () => clock.now() >= refreshAtMs && elapsedMs(clock) >= pausedUntilMs;

  return {
    remember,
    valid,
    isDue,
    /** Returns the stored access token if it is valid and not due for a refresh. */
    adopt(stored: Tokens | undefined, request: TokenRequest): string | undefined {
      const isNew = stored && remember(stored);
      const token = isDue() ? undefined : stored && valid(request);
      if (token && isNew) request.onEvent?.({ type: "refresh", outcome: "adopted" });
      return token;
    },
    pause() {
      pausedUntilMs = elapsedMs(clock) + PAUSE_MS;
    },
  };
}

export type KnownTokens = ReturnType<typeof knownTokens>;
