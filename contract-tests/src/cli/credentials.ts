import type { Contract } from "../contract/contract.js";
import { exchangeToken } from "./exchange-token.js";
import { readTokenFile, writeTokenFile } from "./token-file.js";
import { UsageError } from "./usage-error.js";

/** The options that say who calls. */
export const credentialOptions = {
  token: { type: "string" },
  "client-id": { type: "string" },
  "client-secret": { type: "string" },
  "refresh-token": { type: "string" },
  "token-file": { type: "string" },
} as const;

/** Their values. */
export type CredentialSettings = { readonly [Name in keyof typeof credentialOptions]?: string | undefined };

/** Who calls. */
export interface Credentials {
  readonly token: string;
  /** Given beside a token, a refresh token is there to be checked. */
  readonly refresh: RefreshForCheck | undefined;
  /** What must stand in no report. */
  readonly secrets: readonly string[];
}

/** A refresh token for the checks of the token server, and what keeps the next one. */
export interface RefreshForCheck {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly onTokens: (tokens: { readonly accessToken: string; readonly refreshToken: string }) => void;
}

/**
 * Finds out who calls: by a token, or by exchanging a refresh token for one. An option counts before the environment,
 * and the token file before both, since what it holds is newer.
 *
 * A refresh token works once. So the next one is in the token file before the access token is used, and that it can be
 * written is found out before the first one is spent.
 *
 * Throws a `UsageError` when something is missing or the token server refuses.
 */
export async function findCredentials(
  settings: CredentialSettings,
  { contract, authUrl }: { readonly contract: Contract; readonly authUrl: string | undefined },
): Promise<Credentials> {
  const given = (name: keyof CredentialSettings): string | undefined =>
    settings[name] || process.env[`CONTENT_${name.toUpperCase().replace("-", "_")}`] || undefined;
  const token = given("token");
  const file = settings["token-file"];
  const clientId = given("client-id");
  const clientSecret = given("client-secret");
  const refreshToken = (file === undefined ? undefined : readTokenFile(file)) ?? given("refresh-token");
  const refresh =
    clientId !== undefined && clientSecret !== undefined && refreshToken !== undefined
      ? { clientId, clientSecret, refreshToken }
      : undefined;
  const secrets = [token, clientSecret, refreshToken].filter((secret) => secret !== undefined);
  if (token !== undefined) {
    const onTokens: RefreshForCheck["onTokens"] = (tokens) => {
      if (file !== undefined) writeTokenFile(file, tokens);
    };
    return { token, secrets, refresh: refresh === undefined ? undefined : { ...refresh, onTokens } };
  }
  if (refresh === undefined) {
    throw new UsageError(
      clientId === undefined && clientSecret === undefined && refreshToken === undefined
        ? "A token is missing: set CONTENT_TOKEN, or give refresh credentials. See --help."
        : "Refresh credentials are a client id, a client secret and a refresh token; one of them is missing. See --help.",
    );
  }
  if (authUrl === undefined)
    throw new UsageError("Refresh credentials need --auth-url, the address of the token server");
  if (file === undefined) {
    throw new UsageError(
      "Refresh credentials need --token-file: a refresh token works once, and the next one is kept there",
    );
  }
  writeTokenFile(file, { refreshToken: refresh.refreshToken });
  const next = await exchangeToken(contract, { authUrl, ...refresh });
  writeTokenFile(file, next);
  return { token: next.accessToken, refresh: undefined, secrets: [...secrets, next.accessToken, next.refreshToken] };
}
