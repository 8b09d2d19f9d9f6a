import { bounded } from "./bounded.js";
import type { PreparedRequest, Send } from "./call.js";
import { AuthError } from "./errors.js";
import { isToken } from "./is-token.js";
import type { Settings } from "./options.js";

/** Adds the bearer token (RFC 6750 section 2.1), and repeats a request once when a newer token answers its 401. */
export function withAuth(send: Send): Send {
  return async (request) => {
    const { info, settings, url } = request.call;
    if (info?.token || !url.startsWith(`${settings.baseUrl}/`)) return send(request);
    const token = await addToken(request);
    const response = await send(request);
    if (response.status !== 401) return response;
    const newer = await addToken(request, token);
    return newer === token ? response : send(request);
  };
}

async function addToken({ call, headers }: PreparedRequest, rejected?: string): Promise<string> {
  const token = await bounded(call, Infinity, () => tokenFrom(call.settings, rejected));
  call.secrets.push(token);
  headers.set("authorization", `Bearer ${token}`);
  return token;
}

async function tokenFrom({ auth, onEvent }: Settings, rejected: string | undefined): Promise<string> {
  let cause: unknown;
  try {
    const token = typeof auth === "string" ? auth : await auth({ rejected, onEvent });
    if (isToken(token)) return token;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    cause = error;
  }
  throw new AuthError("auth gave no usable token", "no_token", { cause });
}
