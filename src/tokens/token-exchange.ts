import { refreshAccessToken } from "../../generated/operations.js";
import type { components } from "../../generated/types.js";
import { isToken } from "../checks.js";
import type { Clock } from "../core/clock.js";
import { ApiError, AuthError, type AuthErrorCode, NetworkError } from "../core/errors.js";
import { type TokenClientOptions, toSettings } from "../core/options.js";
import { type Call, line, type PreparedRequest } from "../request/call.js";
import { createCore, createMethod } from "../request/operation-call.js";
import type { Tokens } from "./token-store.js";

export interface ExchangeOptions extends TokenClientOptions {
  readonly clock: Clock;
  readonly authUrl: string;
  readonly timeoutMs: number;
}

/** The result of an exchange. With an error, tokens are only a new refresh token, next to the old access token. */
interface ExchangeResult {
  readonly tokens?: Tokens | undefined;
  readonly error?: AuthError;
  readonly retryAfterMs?: number | undefined;
}

type TokenResponse = { readonly [Key in keyof components["schemas"]["AccessToken"]]?: unknown };

const MAX_TOKEN_BYTES = 2 ** 20;
/** About 30 years: a `Date` cannot hold every later time. */
const MAX_LIFETIME_S = 1e9;

/** Exchanges the refresh token. Never rejects. Sends one request: without a response, the token may be spent. */
export async function exchangeToken(options: ExchangeOptions, stored: Tokens): Promise<ExchangeResult> {
  const { clientId, clientSecret, timeoutMs, allowInsecure, fetch, clock } = options;
  const settings = toSettings({
    baseUrl: options.authUrl,
    authUrl: options.authUrl,
    ...{ allowInsecure, fetch, clock, timeoutMs },
    totalTimeoutMs: timeoutMs,
    maxBodyBytes: MAX_TOKEN_BYTES,
    retry: false,
    // Never used: the operation needs no access token.
    auth: "none",
  });
  const { refreshToken } = stored;
  const obtainedAtMs = clock.now();
  let call: Call | undefined;
  // The text of the response has the new refresh token even if the rest is no JSON.
  const record = (request: object) => {
    // A hook gets the request of the call.
    call = (request as PreparedRequest).call;
  };
  const row = { ...refreshAccessToken, hooks: [...refreshAccessToken.hooks, record] };
  const refresh = createMethod(createCore({ row }, settings), settings, "refreshAccessToken", row);
  const body = {
    grant_type: "refresh_token",
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
  } satisfies components["schemas"]["TokenRefresh"];
  let received: TokenResponse = {};
  let error: AuthError | undefined;
  let retryAfterMs: number | undefined;
  let skewMs: number | undefined;
  try {
    const { data, response } = await refresh({ body }).withResponse();
    // Each property is checked before it is used; a 204 or 304 has none.
    received = (data ?? {}) as TokenResponse;
    error = problemOf(received);
    const dateMs = Date.parse(response.headers.get("date") ?? "");
    if (dateMs) skewMs = dateMs - clock.now();
  } catch (cause) {
    const { text = "" } = call ?? {};
    if (cause instanceof ApiError) {
      retryAfterMs = cause.retryAfterMs;
      // The old refresh token is spent, so the new one is kept even if the rest is truncated or an error.
      if (cause.response?.ok) received = { refresh_token: foundIn(text) };
    }
    error = authError(cause, settings.baseUrl, text);
  }
  const { access_token, refresh_token, expires_in } = received;
  const isRotated = typeof refresh_token === "string" && refresh_token !== "" && refresh_token !== refreshToken;
  if (error) {
    const tokens = isRotated ? { ...stored, refreshToken: refresh_token, sentAtMs: undefined } : undefined;
    return { tokens, error, retryAfterMs };
  }
  const lifetimeS = typeof expires_in === "string" && /^\d+$/.test(expires_in) ? Number(expires_in) : expires_in;
  const isKnown = typeof lifetimeS === "number" && lifetimeS >= 0;
  const tokens = {
    // Checked by `problemOf`.
    accessToken: access_token as string,
    // RFC 6749 section 6: without a new refresh token the old one stays valid.
    refreshToken: isRotated ? refresh_token : refreshToken,
    obtainedAtMs,
    expiresAtMs: isKnown ? obtainedAtMs + Math.min(lifetimeS, MAX_LIFETIME_S) * 1000 : undefined,
    skewMs,
  };
  return { tokens };
}

function problemOf({ access_token, token_type }: TokenResponse): AuthError | undefined {
  const type = typeof token_type === "string" ? token_type : typeof token_type;
  if (token_type !== undefined && type.toLowerCase() !== "bearer") {
    // A long value could be a token.
    const received = /^[\w-]{1,12}$/.test(type) ? type : `${type.length} characters`;
    return unavailable(`the token response has an unknown token_type: expected bearer, received ${received}`);
  }
  return isToken(access_token) ? undefined : unavailable("the token response has no access token");
}

function unavailable(message: string, cause?: unknown): AuthError {
  return new AuthError(message, "token_server_unavailable", { cause });
}

/** Finds the refresh token in a JSON text that may be truncated. */
function foundIn(text: string): string | undefined {
  const [, json] = /"refresh_token"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  try {
    return json && JSON.parse(json);
  } catch {
    return undefined;
  }
}

function authError(cause: unknown, authUrl: string, text: string): AuthError {
  if (cause instanceof ApiError) {
    const { status, body } = cause;
    if (body && "error" in body && typeof body.error === "string" && isFinal(status)) {
      const rejection = `the token server rejected the refresh: ${cause.message}`;
      // One that the contract does not name is a text of the server.
      const error = new AuthError(rejection, line(body.error, 100) as AuthErrorCode, { cause });
      if (!error.retryable) return error;
    }
    const isHtml = text.trimStart().startsWith("<");
    const isWrongUrl = [404, 405, 410].includes(status);
    // A browser hides the status of a redirect.
    const isRedirect = [0, 301, 302, 303, 307, 308].includes(status);
    // Redirects and pages can come from a network that asks for a login first, so they are transient.
    if (isWrongUrl || isRedirect || (isHtml && status < 500 && status !== 429)) {
      const received = `${status || "a redirect"}${isHtml ? " with HTML" : ""}`;
      const fix = "Set authUrl to the base URL of the token server, without /oauth2/token.";
      const problem = `no token server at ${authUrl}/oauth2/token: received ${received}. ${fix}`;
      return new AuthError(problem, isWrongUrl ? "invalid_auth_url" : "token_server_unavailable", { cause });
    }
  }
  const isUnreachable = cause instanceof NetworkError && !cause.mayBeApplied;
  if (!isUnreachable) return unavailable("the token server gave no tokens: try again later.", cause);
  const [reason] = cause.message.split(" (");
  const problem = `no connection to the token server at ${authUrl}: ${reason}. Check authUrl, or try again later.`;
  return unavailable(problem, cause);
}

/** Whether the same request would get the same error again. */
const isFinal = (status: number) => /^(2|4(?!08|29))/.test(`${status}`);
