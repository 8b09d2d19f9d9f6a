import {
  type Contract,
  type ExchangeResponse,
  inputRequest,
  isHeaderName,
  isJsonObject,
  parseJson,
  tokenOperation,
} from "content-service-contract";
import { createTokens, type RefreshCredentials } from "../check/refresh/tokens.js";
import { NoResponseError, send } from "../check/session/send.js";
import { readTokenFile, writeTokenFile } from "./files.js";
import { list, type Values, value } from "./options.js";
import { reasonOf, UsageError } from "./usage-error.js";

export const credentialOptions = {
  token: value(
    "<token>",
    "an access token; better CONTENT_TOKEN, since others on the machine can see arguments. An API key, or user:password for HTTP Basic, is given in the same way",
  ),
  header: list('"<name>: <value>"', "a header of each request to the base address, such as a second credential"),
  "client-id": value("<id>", "refresh credentials in place of a token; or CONTENT_CLIENT_ID"),
  "client-secret": value("<secret>", "or CONTENT_CLIENT_SECRET"),
  "refresh-token": value("<token>", "or CONTENT_REFRESH_TOKEN; with a token and --write it is checked, and spent"),
  "token-file": value("<file>", "keeps the next refresh token, since each works once; read from it too"),
  "second-token": value("<token>", "an access token of another user without facts; or CONTENT_SECOND_TOKEN"),
  "expired-token": value("<token>", "an access token that has expired; or CONTENT_EXPIRED_TOKEN"),
  "expired-refresh-token": value("<token>", "one that has expired; or CONTENT_EXPIRED_REFRESH_TOKEN"),
  "other-client-id": value("<id>", "another client, which must not use the refresh token; or CONTENT_OTHER_CLIENT_ID"),
  "other-client-secret": value("<secret>", "its secret; or CONTENT_OTHER_CLIENT_SECRET"),
};

/** What a token must consist of. Undefined where it has that: an API key such as `Token abc` and a password may have spaces. */
export function formOfToken({ operations }: Contract, token = ""): string | undefined {
  const isKnown = operations.some(({ security }) => security.flat().some(({ kind }) => kind !== "bearer"));
  if (!(isKnown ? /^ |[^\x20-\x7e]| $/ : /[^\x21-\x7e]/).test(token)) return undefined;
  return `ASCII characters without spaces${isKnown ? " around them" : ""}`;
}

/**
 * Finds an access token, or exchanges a refresh token, which works once: the token file has the next one before the access
 * token is used. The file takes precedence over options, and these over the environment. Throws a `UsageError`.
 */
export async function findCredentials(
  settings: Values<typeof credentialOptions>,
  { contract, authUrl }: { readonly contract: Contract; readonly authUrl: string | undefined },
) {
  const given = (name: Exclude<keyof typeof settings, "header">): string | undefined =>
    settings[name] || process.env[`CONTENT_${name.toUpperCase().replaceAll("-", "_")}`] || undefined;
  for (const name of ["token", "second-token", "expired-token"] as const) {
    const form = formOfToken(contract, given(name));
    if (form !== undefined) throw new UsageError(`--${name} must be one line of ${form}`);
  }
  const file = settings["token-file"];
  const [token, clientId, clientSecret] = [given("token"), given("client-id"), given("client-secret")];
  const refreshToken = (file === undefined ? undefined : readTokenFile(file)) ?? given("refresh-token");
  const refresh = complete({ clientId, clientSecret, refreshToken });
  const otherClient = complete({ clientId: given("other-client-id"), clientSecret: given("other-client-secret") });
  const spent = given("expired-refresh-token");
  const headers = settings.header.length === 0 ? undefined : Object.fromEntries(settings.header.map(readHeader));
  const others = { secondToken: given("second-token"), expiredToken: given("expired-token"), headers };
  if (token !== undefined || headers !== undefined || !contract.operations.some(({ secured }) => secured)) {
    const onTokens: RefreshCredentials["onTokens"] = (tokens) => {
      if (file !== undefined) writeTokenFile(file, tokens);
    };
    // A refresh token beside an access token is checked, and spent.
    const checked = refresh && { ...refresh, expiredToken: spent, otherClient, onTokens };
    return { token: token ?? "", ...others, refresh: checked, exchanged: [] };
  }
  const operation = tokenOperation(contract);
  if (operation === undefined) throw new UsageError("A token is missing: set CONTENT_TOKEN. See --help.");
  if (refresh === undefined) {
    throw new UsageError(
      clientId === undefined && clientSecret === undefined && refreshToken === undefined
        ? "A token is missing: set CONTENT_TOKEN, or give refresh credentials. See --help."
        : "Refresh credentials are a client id, a client secret and a refresh token; one of them is missing. See --help.",
    );
  }
  if (authUrl === undefined)
    throw new UsageError("Refresh credentials need --auth-url, the address of the token server");
  if (file === undefined)
    throw new UsageError("Refresh credentials need --token-file, which keeps the next refresh token: each works once");
  writeTokenFile(file, { refreshToken: refresh.refreshToken });
  const request = inputRequest(operation, { body: createTokens(operation, refresh).form() }, "");
  const sent = await send({ baseUrl: authUrl, authUrl, token: "" }, operation, request, undefined).catch((error) => {
    const reason = error instanceof NoResponseError ? error.reason : reasonOf(error);
    throw new UsageError(`Cannot reach the token server: ${reason}`, { cause: error });
  });
  const next = readTokens(sent.response);
  writeTokenFile(file, next);
  const exchanged = [refresh.clientSecret, refresh.refreshToken, next.refreshToken];
  return { token: next.accessToken, ...others, refresh: undefined, exchanged };
}

function complete<Name extends string>(values: Record<Name, string | undefined>): Record<Name, string> | undefined {
  // Checked here.
  return Object.values(values).includes(undefined) ? undefined : (values as Record<Name, string>);
}

/** Reads `Name: value`. The message of the `UsageError` does not quote it. */
function readHeader(text: string): [name: string, value: string] {
  const [, name = "", value = ""] = /^([^:]*): *(.*)$/s.exec(text) ?? [];
  if (!isHeaderName(name) || !/^[\x20-\x7e]+$/.test(value))
    throw new UsageError('--header must be a name and a value of ASCII characters, such as "X-Api-Key: value"');
  // `fetch` sets them.
  if (!/^(host|connection|content-length|content-type|transfer-encoding)$/i.test(name)) return [name, value];
  throw new UsageError(`--header cannot set ${name}`);
}

/** Reads the tokens of a token response. Throws a `UsageError` that quotes only the error code. */
function readTokens({ status, body: text }: ExchangeResponse) {
  const json = parseJson(text);
  const body = isJsonObject(json) ? json : {};
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, error } = body;
  if (status !== 200) {
    const code = typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? `, ${error}` : "";
    throw new UsageError(`The token server rejected the refresh token: status ${status}${code}`);
  }
  if (typeof accessToken !== "string" || typeof refreshToken !== "string")
    throw new UsageError("Expected access_token and refresh_token in the token response, received neither or one");
  const expiresAtMs = typeof seconds === "number" ? Date.now() + seconds * 1_000 : undefined;
  return { accessToken, refreshToken, expiresAtMs };
}
