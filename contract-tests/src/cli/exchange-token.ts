import { inputRequest } from "../cases/call-input.js";
import type { Contract } from "../contract/contract.js";
import { isJsonObject } from "../contract/json.js";
import { reasonOf, UsageError } from "./usage-error.js";

/** What the token server needs. */
export interface Exchanged {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/** A pair of tokens, as it came. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAtMs: number | undefined;
}

/**
 * Exchanges a refresh token, which is spent by it, for an access token and the next refresh token.
 *
 * Throws a `UsageError` when that fails. Its message holds nothing of what was sent or received but the error code.
 */
export async function exchangeToken(contract: Contract, { authUrl, ...given }: Exchanged): Promise<TokenPair> {
  const operation = contract.operation("refreshAccessToken");
  const { path, body } = inputRequest(
    operation,
    {
      body: {
        grant_type: "refresh_token",
        client_id: given.clientId,
        client_secret: given.clientSecret,
        refresh_token: given.refreshToken,
      },
    },
    "",
  );
  const { status, text } = await post(`${authUrl}${path}`, body ?? "");
  const answer = parse(text);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, error } = answer;
  if (status !== 200) {
    const code = typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? `, ${error}` : "";
    throw new UsageError(`The token server gave no token: status ${status}${code}`);
  }
  if (typeof accessToken !== "string" || typeof refreshToken !== "string") {
    throw new UsageError("The token server answered without an access_token and a refresh_token");
  }
  const expiresAtMs = typeof seconds === "number" ? Date.now() + seconds * 1_000 : undefined;
  return { accessToken, refreshToken, expiresAtMs };
}

/** As long as a call of a check may take. */
const TIMEOUT_MS = 30_000;

async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    throw new UsageError(`The token server cannot be reached: ${reasonOf(cause ?? error)}`, { cause: error });
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
