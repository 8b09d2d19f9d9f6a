import type { Clock, FetchLike } from "content-service-client";
import type { Tokens } from "content-service-client/refreshing-auth";

/** The state of the token server: responds, rejects connections (or one), or never responds. */
export type Condition = "up" | "rejects" | "rejects one" | "silent";

/** The lifetime of an access token. */
export const LIFE_MS = 3_600_000;

/** A service and its token server, in simulated time. Responds in 150 to 300 ms. Refresh tokens are single-use. */
export function simulatedService(clock: Clock, random: () => number) {
  let issued = 0;
  let exchanges = 0;
  let endMs = 0;
  /** The accepted access tokens with their expiry. An older one works until it expires. */
  const taken = new Map<string, number>();
  let condition: Condition = "up";
  const accessToken = () => `access-${issued}`;
  const refreshToken = () => `refresh-${issued}`;

  function issue(): void {
    issued += 1;
    endMs = clock.now() + LIFE_MS;
    taken.set(accessToken(), endMs);
  }

  function responseTo(sent: string | null): Response {
    if (sent !== refreshToken()) return Response.json({ error: "invalid_grant" }, { status: 400 });
    issue();
    const expiresInS = LIFE_MS / 1000;
    return Response.json({ access_token: accessToken(), refresh_token: refreshToken(), expires_in: expiresInS });
  }

  const later = (delayMs: number) => new Promise<void>((resolve) => clock.timer(delayMs, resolve));

  /** The token server. */
  const fetch: FetchLike = async (_, { body }) => {
    exchanges += 1;
    if (condition === "silent") return new Promise(() => {});
    if (condition !== "up") {
      if (condition === "rejects one") condition = "up";
      await later(1);
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
    }
    // Decided when the request arrives: the first of several concurrent requests wins.
    const response = responseTo(new URLSearchParams(String(body)).get("refresh_token"));
    await later(150 + 150 * random());
    return response;
  };

  return {
    fetch,
    /** Whether the service accepts an access token. */
    accepts: (token: string) => clock.now() < (taken.get(token) ?? 0),
    /** Logs in and returns the tokens for the store. */
    login(): Tokens {
      issue();
      return {
        accessToken: accessToken(),
        refreshToken: refreshToken(),
        obtainedAtMs: clock.now(),
        expiresAtMs: endMs,
      };
    },
    /** Revokes all access tokens. */
    revoke: () => taken.clear(),
    /** Changes the state of the token server. */
    become(next: Condition) {
      condition = next;
    },
    /** When the access token expires. */
    endMs: () => endMs,
    exchanges: () => exchanges,
  };
}
