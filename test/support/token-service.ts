import type { FetchLike } from "content-service-client";
import {
  memoryTokenStore,
  type RefreshingAuthOptions,
  refreshingAuth,
  type Tokens,
} from "content-service-client/refreshing-auth";
import { manualClock } from "../../support/manual-clock.js";
import { json, reset } from "./scripted-fetch.js";

/** A request to the service or to its token server. */
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
export interface TokenService {
  /** The tokens of the first login: `access-1` and `refresh-1`. */
  readonly tokens: Tokens;
  /** A new login; the previous refresh token becomes invalid. */
  login(): Tokens;
  /** Expires all access tokens. */
  expire(): void;
  /** Revokes the refresh token as well. */
  revoke(): void;
  /** Respond to the next token requests, one each. */
  readonly tokenResponses: TokenResponder[];
  /** Runs a step during the next exchange, before the tokens are rotated. */
  duringExchange(step: () => unknown): void;
  /** The refresh tokens that were sent to the token server. */
  readonly exchanges: string[];
  /** The requests with a valid access token, and the others. */
  readonly served: ReceivedRequest[];
  readonly rejected: ReceivedRequest[];
  readonly fetch: FetchLike;
}

/**
 * Creates a service. Its access tokens claim to last `expiresInS` seconds; they work until `expire()`. With `revokesOnReuse`,
 * a spent refresh token revokes all tokens.
 */
export function tokenService(expiresInS = 3600, revokesOnReuse = false): TokenService {
  let issued = 0;
  let refreshToken = "";
  const accessTokens = new Set<string>();
  const service: Pick<TokenService, "tokenResponses" | "exchanges" | "served" | "rejected" | "revoke"> = {
    tokenResponses: [],
    exchanges: [],
    served: [],
    rejected: [],
    revoke() {
      accessTokens.clear();
      refreshToken = "";
    },
  };

  function issue() {
    issued += 1;
    const accessToken = `access-${issued}`;
    accessTokens.add(accessToken);
    refreshToken = `refresh-${issued}`;
    return { accessToken, refreshToken };
  }

  function rotated(form: URLSearchParams): Response {
    if (form.get("refresh_token") !== refreshToken) {
      if (revokesOnReuse) service.revoke();
      return json({ error: "invalid_grant", error_description: "Refresh token has expired" }, 400);
    }
    const { accessToken } = issue();
    const tokens = { access_token: accessToken, refresh_token: refreshToken };
    return json({ ...tokens, expires_in: expiresInS, token_type: "bearer" });
  }

  const fetch: FetchLike = async (url, { headers, body }) => {
    const request = { url, headers: new Headers(headers), body: typeof body === "string" ? body : "" };
    if (new URL(request.url).pathname === "/oauth2/token") {
      const form = new URLSearchParams(request.body);
      service.exchanges.push(form.get("refresh_token") ?? "");
      const rotate = () => rotated(form);
      return (service.tokenResponses.shift() ?? rotate)(rotate, request);
    }
    const works = accessTokens.has((request.headers.get("authorization") ?? "").replace("Bearer ", ""));
    (works ? service.served : service.rejected).push(request);
    if (!works) return new Response("", { status: 401 });
    return json({ type: "user", id: "1004" });
  };

  return {
    ...service,
    tokens: issue(),
    duringExchange: (step) =>
      void service.tokenResponses.push(async (rotate) => {
        await step();
        return rotate();
      }),
    login: issue,
    expire: () => accessTokens.clear(),
    fetch,
  };
}

/** The address of the token server in tests. */
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
