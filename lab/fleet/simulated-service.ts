import type { Clock, FetchLike } from "content-service-client";
import type { Tokens } from "content-service-client/refreshing-auth";

/** What the token server does with a request: responds, rejects connections (or one), or never responds. */
export type Condition = "up" | "rejects" | "rejects one" | "silent";

/** How long an access token lasts. */
export const LIFE_MS = 3_600_000;

/** A service with its token server, in simulated time: it responds in 150 to 300 ms, and each refresh token works once. */
export function simulatedService(clock: Clock, random: () => number) {
  let issued = 0;
  let exchanges = 0;
  let endMs = 0;
  /** The access tokens that the service takes, and their ends: an older one works until its own. */
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
    // It is decided as soon as the request arrives: of several at one time, the first wins.
    const response = responseTo(new URLSearchParams(String(body)).get("refresh_token"));
    await later(150 + 150 * random());
    return response;
  };

  return {
    fetch,
    /** Whether the service takes an access token. */
    accepts: (token: string) => clock.now() < (taken.get(token) ?? 0),
    /** Logs in; gives the tokens for the store. */
    login(): Tokens {
      issue();
      return {
        accessToken: accessToken(),
        refreshToken: refreshToken(),
        obtainedAtMs: clock.now(),
        expiresAtMs: endMs,
      };
    },
    /** Takes the access tokens back before their end. */
    revoke: () => taken.clear(),
    /** How the token server is from now on. */
    become(next: Condition) {
      condition = next;
    },
    /** When the access token ends. */
    endMs: () => endMs,
    exchanges: () => exchanges,
  };
}
