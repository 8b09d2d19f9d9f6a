import type { FetchLike } from "content-service-client";
import type { RefreshingAuthOptions, Tokens } from "content-service-client/refreshing-auth";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { manualClock } from "../../support/manual-clock.js";
import { json, reset } from "./scripted-fetch.js";

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Responds to a token request; `rotate` is the usual response. */
export type TokenResponder = (rotate: () => Response, request: ReceivedRequest) => Response | Promise<Response>;

/** The token server spends the refresh token, and its response is lost. */
export const lostResponse: TokenResponder = (rotate, request) => {
  rotate();
  return reset({ ...request, method: "POST", init: {} }, 0);
};

/** A service with its token server, in memory: each refresh token works once. */
type TokenService = ReturnType<typeof tokenService>;

/**
 * Creates a service. Its access tokens claim to last `expiresInS` seconds; they work until `expire()`. With `revokesOnReuse`,
 * a spent refresh token revokes all tokens.
 */
export function tokenService(expiresInS = 3600, revokesOnReuse = false) {
  let issued = 0;
  let refreshToken = "";
  const accessTokens = new Set<string>();
  const tokenResponses: TokenResponder[] = [];
  const exchanges: string[] = [];
  const served: ReceivedRequest[] = [];
  const rejected: ReceivedRequest[] = [];

  function login(): Tokens & { accessToken: string } {
    issued += 1;
    const accessToken = `access-${issued}`;
    accessTokens.add(accessToken);
    refreshToken = `refresh-${issued}`;
    return { accessToken, refreshToken };
  }

  function revoke(): void {
    accessTokens.clear();
    refreshToken = "";
  }

  function rotated(sent: string): Response {
    if (sent !== refreshToken) {
      if (revokesOnReuse) revoke();
      return json({ error: "invalid_grant", error_description: "Refresh token has expired" }, 400);
    }
    const { accessToken } = login();
    const tokens = { access_token: accessToken, refresh_token: refreshToken };
    return json({ ...tokens, expires_in: expiresInS, token_type: "bearer" });
  }

  const fetch: FetchLike = async (url, { headers, body }) => {
    const request = { url, headers: new Headers(headers), body: typeof body === "string" ? body : "" };
    if (new URL(request.url).pathname === "/oauth2/token") {
      const sent = new URLSearchParams(request.body).get("refresh_token") ?? "";
      exchanges.push(sent);
      const rotate = () => rotated(sent);
      return (tokenResponses.shift() ?? rotate)(rotate, request);
    }
    const works = accessTokens.has((request.headers.get("authorization") ?? "").replace("Bearer ", ""));
    (works ? served : rejected).push(request);
    return works ? json({ type: "user", id: "1004" }) : new Response("", { status: 401 });
  };

  return {
    /** The tokens of the first login: `access-1` and `refresh-1`. */
    tokens: login(),
    /** A new login; the previous refresh token becomes invalid. */
    login,
    expire: () => accessTokens.clear(),
    /** Revokes the refresh token as well. */
    revoke,
    /** Respond to the next token requests, one each. */
    tokenResponses,
    /** Runs a step during the next exchange, before the tokens are rotated. */
    duringExchange: (step: () => unknown) =>
      void tokenResponses.push(async (rotate) => {
        await step();
        return rotate();
      }),
    /** The refresh tokens that were sent to the token server. */
    exchanges,
    /** The requests with a valid access token, and the others. */
    served,
    rejected,
    fetch,
  };
}

export const authUrl = "https://auth.content.example";

interface Settings extends Partial<RefreshingAuthOptions> {
  service?: TokenService;
  /** Changes of the stored tokens, which are those of the first login. */
  tokens?: Partial<Tokens>;
}

/** Creates a refreshing auth over a service in memory, with a manual clock. */
export function authWith({ service = tokenService(), tokens, ...options }: Settings = {}) {
  const clock = manualClock();
  const settings: RefreshingAuthOptions = {
    authUrl,
    clientId: "client-id",
    clientSecret: "client-secret",
    store: memoryTokenStore({ ...service.tokens, ...tokens }),
    fetch: service.fetch,
    clock,
    random: () => 0,
    ...options,
  };
  const auth = refreshingAuth(settings);
  const outcomes: string[] = [];
  /** Requests a token as the client does: at the start of a call, or with a rejected token. */
  const token = async (rejected?: string) =>
    auth({ rejected, onEvent: (event) => event.type === "refresh" && outcomes.push(event.outcome) });
  return { auth, token, clock, store: settings.store, service, outcomes };
}
