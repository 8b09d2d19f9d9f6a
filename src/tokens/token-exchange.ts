import { refreshAccessToken } from "../../generated/operations.js";
import type { components } from "../../generated/types.js";
import { AuthError, isApiError } from "../errors.js";
import { operationMethod } from "../operations/operation-method.js";
import { type ClientOptions, checkedOptions } from "../options.js";
import { attempt } from "../request/attempt.js";
import { createHttp } from "../request/http.js";
import { withRetry } from "../request/retry.js";
import { isToken } from "./is-token.js";
import type { Tokens } from "./token-store.js";

interface ExchangeOptions extends Pick<ClientOptions, "allowInsecure" | "fetch" | "clock"> {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
}

type Answer = components["schemas"]["AccessToken"];

const MAX_TOKEN_BYTES = 64 * 1024;

/**
 * Makes the function that spends a refresh token. It sends the request once, never twice: when no answer comes, nobody
 * knows whether the token is spent. Every failure is an `AuthError`.
 */
export function createTokenExchange(options: ExchangeOptions): (refreshToken: string) => Promise<Tokens> {
  const { clientId, clientSecret, authUrl, timeoutMs } = options;
  const limits = { totalTimeoutMs: timeoutMs, maxBodyBytes: MAX_TOKEN_BYTES };
  // The operation asks for no token, so `auth` is never used.
  const settings = checkedOptions({ ...options, ...limits, baseUrl: authUrl, auth: "none", retry: false });
  const http = createHttp({ refreshAccessToken }, settings, withRetry(attempt));
  const refresh = operationMethod("refreshAccessToken", refreshAccessToken, http);

  return async (refreshToken) => {
    const obtainedAtMs = settings.clock.now();
    const body = {
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    } satisfies components["schemas"]["TokenRefresh"];
    // A tolerant reader: each property is checked before it is used, and a 204 or 304 has none.
    const answer = ((await refresh({ body }).catch((cause: unknown) => {
      throw authError(cause);
    })) ?? {}) as Partial<Answer>;
    if (!isToken(answer.access_token)) {
      throw new AuthError("the token server's answer holds no access token", "token_server_unavailable");
    }
    return {
      accessToken: answer.access_token,
      // RFC 6749 section 6: without a new refresh token the old one stays in force.
      refreshToken: (typeof answer.refresh_token === "string" && answer.refresh_token) || refreshToken,
      obtainedAtMs,
      expiresAtMs: typeof answer.expires_in === "number" ? obtainedAtMs + answer.expires_in * 1000 : undefined,
    };
  };
}

function authError(cause: unknown): AuthError {
  if (isApiError(cause) && cause.status < 500 && cause.body && "error" in cause.body) {
    const { error } = cause.body;
    if (typeof error === "string")
      return new AuthError(`the token server refused the refresh: ${cause.message}`, error, { cause });
  }
  return new AuthError("the token server gave no tokens, which may pass: try again later", "token_server_unavailable", {
    cause,
  });
}
