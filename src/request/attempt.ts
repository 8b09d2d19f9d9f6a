import { elapsedMs } from "../core/clock.js";
import { NetworkError } from "../core/errors.js";
import type { SendProgress } from "../core/options.js";
import { loggable, redactBody, safeError } from "../core/secrets.js";
import { type Call, emit, isWrite, type Send } from "./call.js";
import { withDeadline } from "./deadline.js";
import { isUnprocessed, requestId, responseError } from "./response-error.js";

/**
 * Sends a request once and reads the whole response, within the timeout of an attempt. Throws `NetworkError`,
 * `TimeoutError`, or the reason of the caller's abort.
 */
export const attempt: Send = async ({ call, url, ...init }) => {
  const { clock } = call.settings;
  const startMs = elapsedMs(clock);
  const earlier = call.mayBeApplied;
  const progress = {
    set sent(value: boolean) {
      call.mayBeApplied = earlier || (value && isWrite(call));
    },
  };
  // Most transports cannot tell.
  progress.sent = true;
  emit(call, { type: "request" });
  try {
    const response = await withDeadline(call, call.settings.timeoutMs, (signal) =>
      // Following a redirect would send the token to an address that someone else chose.
      fetchText(call, url, { ...init, signal, redirect: "manual", progress }),
    );
    const { status } = response;
    // Any other error response says that nothing was changed.
    if (isUnprocessed(call, response) || !(response.ok || /408|5../.test(`${status}`))) progress.sent = false;
    emit(call, {
      type: "response",
      durationMs: elapsedMs(clock) - startMs,
      status,
      requestId: call.settings.onEvent && requestId(call, response),
    });
    return response;
  } catch (error) {
    emit(call, { type: "failure", durationMs: elapsedMs(clock) - startMs, error: loggable(error) });
    throw error;
  }
};

/** Codes of failures before the first byte of a request: no connection, or no trust in the server. */
const NOT_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|E(HOST|NET)UNREACH|UND_ERR_CONNECT)|CERT|ERR_TLS|UNABLE_TO/;

async function fetchText(
  call: Call,
  url: string,
  init: RequestInit & { readonly progress: SendProgress },
): Promise<Response> {
  let response: Response | undefined;
  let text = "";
  let complete = true;
  try {
    response = await (call.settings.fetch ?? fetch)(url, init);
    // Read at most 64 KiB of an error response.
    [text, complete] = await readText(response, response.ok ? call.settings.maxBodyBytes : 65_536);
  } catch (cause) {
    // The status of an error response counts even if its body is truncated.
    if (response?.ok !== false || init.signal?.aborted) {
      const error = safeError(cause, call.secrets);
      const reason = error.cause?.code ?? error.code ?? error.name;
      if (NOT_SENT.test(reason)) init.progress.sent = false;
      throw new NetworkError(`no response: ${reason}`, call, {}, { cause: error });
    }
  }
  // A fetch that ignores its signal can return after the timeout, when another attempt may be running.
  init.signal?.throwIfAborted();
  call.text = response.ok && complete ? text : redactBody(text, call.secrets);
  if (response.ok && !complete) throw responseError(call, response, "longer than maxBodyBytes");
  return withBody(response, call);
}

/** Gives a response its body back from memory. `json()` throws an `ApiError` for invalid JSON. */
function withBody(response: Response, call: Call): Response {
  const text = call.text;
  if (!response.headers.get("Content-Length")) {
    const headers = new Headers(response.headers);
    // openapi-fetch calls `json()` only where there is a length.
    headers.set("Content-Length", `${text.length}`);
    Object.defineProperty(response, "headers", { value: headers, configurable: true });
  }
  // Without secrets after an error.
  response.text = async () => call.text;
  response.json = async () => {
    try {
      // openapi-fetch calls `json()` for an empty response that is chunked.
      return text ? JSON.parse(text) : undefined;
    } catch {
      // No cause: the parser's message quotes the text with its secrets.
      call.text = redactBody(text, call.secrets);
      throw responseError(call, response, "not JSON");
    }
  };
  return response;
}

type Text = readonly [text: string, complete: boolean];

/** The Node transport has a faster method than reading a stream. */
type FastResponse = Response & { readonly readText?: (maxBytes: number) => Promise<Text> };

/** Reads a body as UTF-8, at most `maxBytes`. Closes the connection of a longer body, which is then not complete. */
async function readText(response: FastResponse, maxBytes: number): Promise<Text> {
  if (response.readText) return response.readText(maxBytes);
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value) {
      chunks.push(value);
      length += value.length;
      if (length <= maxBytes) continue;
      // Not awaited: a stream that never settles its cancel must not block the call.
      reader?.cancel().catch(() => {});
    }
    return [decoder.decode(concat(chunks, length).subarray(0, maxBytes)), !value];
  }
}

/** Decoding each chunk would be many times slower. */
function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (first?.length === length) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

const decoder = /* @__PURE__ */ new TextDecoder();
