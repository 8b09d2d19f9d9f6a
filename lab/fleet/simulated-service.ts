import type { Clock, FetchLike } from "content-service-client";
import type { Tokens } from "content-service-client/refreshing-auth";

/** The lifetime of an access token. */
export const LIFE_MS = 3_600_000;

/** A service and its token server, in simulated time. Responds in 150 to 300 ms. Refresh tokens are single-use. */
export function simulatedService(clock: Clock, random: () => number) {
  let issued = 0;
  let exchanges = 0;
  let endMs = 0;
  /** The accepted access tokens with their expiry. An older one works until it expires. */
  const taken = new Map<string, number>();
  /** Whether the token server responds, rejects connections, or never responds. */
  let condition: "up" | "rejects" | "silent" = "up";

  function issue() {
    issued += 1;
    endMs = clock.now() + LIFE_MS;
    taken.set(`access-${issued}`, endMs);
    return { access_token: `access-${issued}`, refresh_token: `refresh-${issued}`, expires_in: LIFE_MS / 1000 };
  }

  const later = (delayMs: number) => new Promise<void>((resolve) => clock.timer(delayMs, resolve));

  /** The token server. */
  const fetch: FetchLike = async (_, { body }) => {
    exchanges += 1;
    if (condition === "silent") return new Promise(() => {});
    if (condition === "rejects") {
      await later(1);
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
    }
    // Decided when the request arrives: the first of several concurrent requests wins.
    const isSpent = new URLSearchParams(String(body)).get("refresh_token") !== `refresh-${issued}`;
    const response = isSpent ? Response.json({ error: "invalid_grant" }, { status: 400 }) : Response.json(issue());
    await later(150 + 150 * random());
    return response;
  };

  return {
    fetch,
    /** Whether the service accepts an access token. */
    accepts: (token: string) => clock.now() < (taken.get(token) ?? 0),
    /** Logs in and returns the tokens for the store. */
    login(): Tokens {
      const { access_token: accessToken, refresh_token: refreshToken } = issue();
      return { accessToken, refreshToken, obtainedAtMs: clock.now(), expiresAtMs: endMs };
    },
    /** Revokes all access tokens. */
    revoke: () => taken.clear(),
    become(next: typeof condition) {
      condition = next;
    },
    /** When the access token expires. */
    endMs: () => endMs,
    exchanges: () => exchanges,
  };
}
