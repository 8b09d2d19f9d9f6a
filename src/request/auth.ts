import { AuthError } from "../core/errors.js";
import { isToken } from "../core/options.js";
import { safeError } from "../core/secrets.js";
import { withDeadline } from "./deadline.js";
import { isBelow, type PreparedRequest, type Send } from "./prepared-request.js";

/** Adds the bearer token (RFC 6750 section 2.1). After a 401 it sends the request once more if there is a newer token. */
export function withAuth(send: Send): Send {
  return async (request) => {
    const { call } = request;
    if (call.info.security) return call.info.security(request, send);
    if (call.info.token || !isBelow(call.url, call.settings.baseUrl)) return send(request);
    const token = await addToken(request);
    const response = await send(request);
    if (response.status !== 401 || call.isLast) return response;
    const newer = await addToken(request, token);
    return newer === token ? response : send(request);
  };
}

/** Adds the token to the headers. Errors of the call then hide it. */
export async function addToken(
  { call, headers }: Pick<PreparedRequest, "call" | "headers">,
  rejected?: string,
): Promise<string> {
  const { auth, onEvent } = call.settings;
  call.signal?.throwIfAborted();
  let result: unknown;
  try {
    result = typeof auth === "string" ? auth : auth({ rejected, onEvent });
  } catch (error) {
    result = Promise.reject(error);
  }
  const token = isToken(result) ? result : await withDeadline(call, Infinity, () => checkedToken(result));
  call.secrets.push(token);
  headers.set("authorization", `Bearer ${token}`);
  return token;
}

async function checkedToken(result: unknown): Promise<string> {
  let cause: unknown;
  try {
    const token = await result;
    if (isToken(token)) return token;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    cause = safeError(error);
  }
  throw new AuthError("auth returned no valid token", "no_token", { cause });
}
