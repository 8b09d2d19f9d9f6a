import { checkedUrl, checkRecord, checkText, invalid, isToken, known } from "../checks.js";
import { systemClock } from "../core/clock.js";
import { AuthError, isApiError } from "../core/errors.js";
import { type TokenClientOptions, type TokenRequest, type TokenSource, toSettings } from "../core/options.js";
import { defineOperation } from "../operations/define-operation.js";
import type { OperationRequest } from "../operations/operation.js";
import { createCore, createMethod } from "../request/operation-call.js";
import { secured } from "./security.js";

/** Settings of `clientCredentials`. */
export interface ClientCredentialsOptions extends TokenClientOptions {
  /** The token endpoint. Must be `https:` or loopback, without a query. */
  tokenUrl: string;
  /** The scopes to ask for, separated by spaces. @default those of the application */
  scope?: string | undefined;
  /** Further parameters of the token request, such as `audience`. No error repeats their values. @default {} */
  parameters?: Readonly<Record<string, string>> | undefined;
  /** Where the client authenticates: in `Authorization` (Basic), or in the body. @default "header" */
  authenticateIn?: "header" | "body" | undefined;
}

const OPTIONS = {
  ...{ tokenUrl: "", clientId: "", clientSecret: "", scope: "", parameters: {}, authenticateIn: "header" },
  ...{ allowInsecure: false, fetch: undefined, clock: systemClock },
};
/** A token is renewed so long before it expires, but at most a tenth of its lifetime. */
const EARLY_MS = 60_000;

/**
 * Returns access tokens by client credentials (RFC 6749 section 4.4): the `auth` of a client, or one of `credentials`. All
 * calls share one token, which is renewed before it expires and after a 401. Without one they reject with `AuthError`.
 * @throws TypeError when an option is missing, unknown or invalid.
 * @example
 * const auth = clientCredentials({
 *   tokenUrl: "https://auth.content.example/token",
 *   clientId: "my-app",
 *   clientSecret: process.env["CLIENT_SECRET"] ?? "",
 * });
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenSource {
  const requestToken = tokenRequest({ ...OPTIONS, ...known(options, OPTIONS) });
  const { clock = systemClock } = options;
  let token: string | undefined;
  let renewAtMs = 0;
  let running: Promise<string> | undefined;
  const renew = async ({ onEvent }: TokenRequest) => {
    const sentMs = clock.now();
    onEvent?.({ type: "refresh", outcome: "started" });
    try {
      const [received, expires_in] = await requestToken();
      const lifetimeMs = Number(expires_in ?? Infinity) * 1000;
      renewAtMs = sentMs + (lifetimeMs > 0 ? lifetimeMs - Math.min(EARLY_MS, lifetimeMs / 10) : 0);
      token = received;
      onEvent?.({ type: "refresh", outcome: "renewed" });
      return received;
    } catch (error) {
      onEvent?.({ type: "refresh", outcome: "failed", error });
      throw error;
    } finally {
      running = undefined;
    }
  };
  return (request) => {
    if (token !== undefined && token !== request.rejected && clock.now() < renewAtMs) return token;
    running ??= renew(request);
    return running;
  };
}

type TokenResponse = { readonly [Name in "access_token" | "expires_in" | "token_type"]?: unknown };

type Checked = Omit<typeof OPTIONS, "fetch"> & Pick<ClientCredentialsOptions, "fetch">;

/** Creates a function that requests a token and its lifetime, with the retries of a call. */
function tokenRequest(options: Checked): () => Promise<readonly [token: string, expires_in: unknown]> {
  const { clientId, clientSecret, scope, parameters, authenticateIn, allowInsecure, fetch, clock } = options;
  checkText("clientId", clientId);
  checkText("clientSecret", clientSecret);
  checkRecord("parameters", parameters);
  for (const [name, value] of Object.entries<unknown>(parameters))
    if (typeof value !== "string") invalid(`parameters.${name}`, "be a string");
  if (!["header", "body"].includes(authenticateIn)) invalid("authenticateIn", "be header or body");
  const url = URL.canParse(options.tokenUrl) ? new URL(options.tokenUrl) : undefined;
  if (!url || url.search || url.hash || url.username || url.password)
    invalid("tokenUrl", "be an https: URL without a password, query or fragment");
  // RFC 6749 section 2.3.1: encoded as in a form.
  const encode = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
  const basic = btoa(`${encode(clientId)}:${encode(clientSecret)}`);
  const isHeader = authenticateIn === "header";
  // A parameter can be a password, a token or an assertion. A word such as "password" is a type of grant.
  const { grant_type: _, ...hidden }: Readonly<Record<string, string>> = parameters;
  const hook = ({ headers, call }: OperationRequest) => {
    call.secrets.push(clientSecret, encode(clientSecret), basic, ...Object.values(hidden));
    if (isHeader) headers.set("authorization", `Basic ${basic}`);
  };
  const info = defineOperation<{ body: Readonly<Record<string, string>> }, unknown>({
    method: "POST",
    path: url.pathname,
    contentType: "application/x-www-form-urlencoded",
    // A token more or less changes nothing.
    safe: true,
    hooks: [hook],
    // Without a token.
    security: secured(),
  });
  const baseUrl = checkedUrl("tokenUrl", url.origin, allowInsecure);
  const settings = toSettings({ baseUrl, auth: "none", allowInsecure, fetch, clock });
  const method = createMethod(createCore({ info }, settings), settings, "clientCredentials", info);
  const body = {
    grant_type: "client_credentials",
    ...(scope && { scope }),
    ...(!isHeader && { client_id: clientId, client_secret: clientSecret }),
    ...parameters,
  };
  return async () => {
    try {
      const { access_token, expires_in, token_type = "bearer" }: TokenResponse = Object(await method({ body }));
      if (isToken(access_token) && String(token_type).toLowerCase() === "bearer") return [access_token, expires_in];
    } catch (cause) {
      const code = isApiError(cause) && cause.body && "error" in cause.body ? cause.body.error : undefined;
      const isFinal = isApiError(cause) && cause.status < 500 && typeof code === "string";
      const message = `the token server gave no token: ${cause instanceof Error ? cause.message : cause}`;
      throw new AuthError(message, isFinal ? code : "token_server_unavailable", { cause });
    }
    throw new AuthError("the token response has no bearer token", "token_server_unavailable");
  };
}
