import { refreshAccessToken } from "../../generated/operations.js";
import type { components } from "../../generated/types.js";
import { AuthError, isApiError } from "../core/errors.js";
import { type ClientOptions, isToken, toSettings } from "../core/options.js";
import { attempt } from "../request/attempt.js";
import { createHttp } from "../request/http.js";
import { operationMethod } from "../request/operation-method.js";
import { withRetry } from "../request/retry.js";
import type { Tokens } from "./token-store.js";

interface ExchangeOptions extends Pick<ClientOptions, "allowInsecure" | "fetch" | "clock"> {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
}

type TokenResponse = components["schemas"]["AccessToken"];

const MAX_TOKEN_BYTES = 65_536;

/**
 * Creates the function that exchanges a refresh token. It sends the request only once: without a response, the token may
 * be spent. Every failure is an `AuthError`.
 */
export function createTokenExchange(options: ExchangeOptions): (refreshToken: string) => Promise<Tokens> {
  const { clientId, clientSecret, authUrl, timeoutMs } = options;
  // The operation needs no access token, so `auth` is never used.
  const settings = toSettings({
    ...options,
    baseUrl: authUrl,
    auth: "none",
    totalTimeoutMs: timeoutMs,
    maxBodyBytes: MAX_TOKEN_BYTES,
    retry: false,
  });
  const counters = { calls: 0, retries: 0 };
  const http = createHttp({ refreshAccessToken }, settings, counters, withRetry(attempt, counters));
  const refresh = operationMethod("refreshAccessToken", refreshAccessToken, http);

  return async (refreshToken) => {
    const obtainedAtMs = settings.clock.now();
    const body = {
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    } satisfies components["schemas"]["TokenRefresh"];
    // Each property is checked before it is used; a 204 or 304 has none.
    const response = ((await refresh({ body }).catch((cause: unknown) => {
      throw authError(cause);
    })) ?? {}) as Partial<TokenResponse>;
    if (!isToken(response.access_token)) {
      throw new AuthError("the token response has no access token", "token_server_unavailable");
    }
    return {
      accessToken: response.access_token,
      // RFC 6749 section 6: without a new refresh token the old one stays valid.
      refreshToken: (typeof response.refresh_token === "string" && response.refresh_token) || refreshToken,
      obtainedAtMs,
      expiresAtMs: typeof response.expires_in === "number" ? obtainedAtMs + response.expires_in * 1000 : undefined,
    };
  };
}

function authError(cause: unknown): AuthError {
  if (isApiError(cause) && cause.status < 500 && cause.body && "error" in cause.body) {
    const { error } = cause.body;
    if (typeof error === "string")
      return new AuthError(`the token server rejected the refresh: ${cause.message}`, error, { cause });
  }
  return new AuthError("the token server gave no tokens: try again later", "token_server_unavailable", {
    cause,
  });
}
