import { bounded } from "./bounded.js";
import type { PreparedRequest, Send } from "./call.js";
import { AuthError } from "./errors.js";
import { isToken } from "./is-token.js";
import type { TokenSource } from "./options.js";

/** Adds the bearer token (RFC 6750 section 2.1), and repeats a request once when a newer token answers its 401. */
export function withAuth(send: Send): Send {
  return async (request) => {
    const { call } = request;
    if (call.info?.token || !call.url.startsWith(`${call.settings.baseUrl}/`)) return send(request);
    const token = await addToken(request);
    const response = await send(request);
    if (response.status !== 401) return response;
    const newer = await addToken(request, token);
    return newer === token ? response : send(request);
  };
}

async function addToken({ call, headers }: PreparedRequest, rejected?: string): Promise<string> {
  const { auth, onEvent } = call.settings;
  const ask = async () => {
    let cause: unknown;
    try {
      const given = await (auth as TokenSource)({ rejected, onEvent });
      if (isToken(given)) return given;
    } catch (error) {
      if (error instanceof AuthError) throw error;
      cause = error;
    }
    throw new AuthError("auth gave no usable token", "no_token", { cause });
  };
  const token = typeof auth === "string" ? auth : await bounded(call, Infinity, ask);
  call.secrets.push(token);
  headers.set("authorization", `Bearer ${token}`);
  return token;
}
