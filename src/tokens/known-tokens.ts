import type { Clock } from "../clock.js";
import type { TokenRequest } from "../options.js";
import { isToken } from "./is-token.js";
import type { Tokens } from "./token-store.js";

interface Rules {
  readonly clock: Clock;
  readonly refreshEarlyMs: number;
  readonly random: () => number;
}

/** After an early refresh that failed, or that another process is at, the token that works is used for so long. */
const PAUSE_MS = 5000;

/** What a process knows of the tokens in the store since it last read or wrote them. */
export function knownTokens({ clock, refreshEarlyMs, random }: Rules) {
  let known: Tokens | undefined;
  let endMs = 0;
  /** From when on the token is renewed ahead of its end. */
  let dueMs = 0;

  return {
    /** Notes what the store holds; says whether another access token was known before. */
    note(tokens: Tokens): boolean {
      const before = known;
      known = tokens;
      if (before?.accessToken === tokens.accessToken && before?.expiresAtMs === tokens.expiresAtMs) return false;
      endMs = tokens.expiresAtMs ?? Number.POSITIVE_INFINITY;
      const lifeMs = endMs - (tokens.obtainedAtMs ?? Number.NEGATIVE_INFINITY);
      // Each process draws its own moment, so that one of them is first, and the others find its new token.
      dueMs = endMs - Math.min(refreshEarlyMs, lifeMs / 10) * (1 - random() / 2);
      return before !== undefined && before.accessToken !== tokens.accessToken;
    },
    /** The access token, unless it has expired or is the one that was refused. */
    valid({ rejected }: TokenRequest): string | undefined {
      const token = known?.accessToken;
      return isToken(token) && token !== rejected && clock.now() < endMs ? token : undefined;
    },
    isDue: () => clock.now() >= dueMs,
    pause() {
      dueMs = Math.max(dueMs, clock.now() + PAUSE_MS);
    },
  };
}

export type KnownTokens = ReturnType<typeof knownTokens>;
