import { createHash } from "node:crypto";
import type { FetchLike } from "content-service-client";
import {
  memoryTokenStore,
  type RefreshingAuthOptions,
  refreshingAuth,
  type Tokens,
} from "content-service-client/refreshing-auth";
import { manualClock } from "./manual-clock.js";
import { json } from "./scripted-fetch.js";

/** A request to the service or to its token server. */
export interface ReceivedRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Answers a token request; `rotate` is what the token server would do by itself. */
export type TokenResponder = (rotate: () => Response, request: ReceivedRequest) => Response | Promise<Response>;

/** A service with its token server, in memory: each refresh token works once. */
export interface TokenService {
  /** What the first login gave: `access-1` and `refresh-1`. */
  readonly tokens: Tokens;
  /** Logs in anew; the refresh token before that ends. */
  login(): Tokens;
  /** Lets every access token run out that was issued so far. */
  expire(): void;
  /** Takes the refresh token away as well. */
  revoke(): void;
  /** Replies to the token requests to come, one each; the token server rotates by itself after that. */
  readonly tokenResponses: TokenResponder[];
  /** The refresh tokens that were sent to the token server. */
  readonly exchanges: string[];
  /** The requests that carried an access token which works, and those that did not. */
  readonly served: ReceivedRequest[];
  readonly rejected: ReceivedRequest[];
  handle(request: ReceivedRequest): Promise<Response>;
  readonly fetch: FetchLike;
}

/** Makes a service whose access tokens are said to last `expiresInS` seconds. They work until `expire()`. */
export function tokenService(expiresInS = 3600): TokenService {
  let issued = 0;
  let refreshToken = "";
  const accessTokens = new Set<string>();
  const service: Pick<TokenService, "tokenResponses" | "exchanges" | "served" | "rejected"> = {
    tokenResponses: [],
    exchanges: [],
    served: [],
    rejected: [],
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
      return json({ error: "invalid_grant", error_description: "Refresh token has expired" }, 400);
    }
    const { accessToken } = issue();
    return json({
      access_token: accessToken,
      expires_in: expiresInS,
      token_type: "bearer",
      refresh_token: refreshToken,
    });
  }

  async function handle(request: ReceivedRequest): Promise<Response> {
    if (new URL(request.url).pathname === "/oauth2/token") {
      const form = new URLSearchParams(request.body);
      service.exchanges.push(form.get("refresh_token") ?? "");
      const rotate = () => rotated(form);
      return (service.tokenResponses.shift() ?? rotate)(rotate, request);
    }
    const works = accessTokens.has((request.headers.get("authorization") ?? "").replace("Bearer ", ""));
    (works ? service.served : service.rejected).push(request);
    if (!works) return new Response("", { status: 401 });
    return json({ type: "user", id: "1004", login: createHash("sha1").update(request.body).digest("hex") });
  }

  return {
    ...service,
    tokens: issue(),
    login: issue,
    expire: () => accessTokens.clear(),
    revoke() {
      accessTokens.clear();
      refreshToken = "";
    },
    handle,
    fetch: (url, init) =>
      handle({ url, headers: new Headers(init.headers), body: typeof init.body === "string" ? init.body : "" }),
  };
}

/** The address of the token server in tests. */
export const authUrl = "https://auth.content.example";

interface Settings extends Partial<RefreshingAuthOptions> {
  service?: TokenService;
  /** What the store holds instead of what the login gave: `access-1` and `refresh-1`. */
  tokens?: Partial<Tokens>;
}

/** Makes a refreshing auth over a service in memory, with a clock that stands still. */
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
  /** Asks for a token as the client does: at the start of a call, or with the token that was refused. */
  const token = async (rejected?: string) =>
    auth({
      ...(rejected !== undefined && { rejected }),
      onEvent: (event) => event.type === "refresh" && outcomes.push(event.outcome),
    });
  return { auth, token, clock, store: settings.store, service, outcomes };
}
