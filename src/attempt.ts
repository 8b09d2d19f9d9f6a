import { answerError } from "./answer-error.js";
import { bounded } from "./bounded.js";
import { type Call, type PreparedRequest, type Send, tell } from "./call.js";
import { NetworkError } from "./errors.js";
import { readText } from "./read-text.js";
import { withoutSecrets } from "./secrets.js";

/**
 * Sends a request once and reads the whole answer, within the attempt's time. Follows no redirect, so that the token
 * goes nowhere else. Throws `NetworkError`, `TimeoutError`, or the reason of the caller's abort.
 */
export const attempt: Send = async (request) => {
  const { call } = request;
  const { clock, timeoutMs } = call.settings;
  const startMs = clock.now();
  tell(call, { type: "request" });
  try {
    const response = await bounded(call, timeoutMs, (signal) => exchange(request, signal));
    tell(call, { type: "response", status: response.status, durationMs: clock.now() - startMs });
    return response;
  } catch (error) {
    tell(call, { type: "failure", durationMs: clock.now() - startMs, error });
    throw error;
  }
};

/** Takes the answer off the network, so that whoever reads it later can neither hang nor fail. */
async function exchange(request: PreparedRequest, signal: AbortSignal): Promise<Response> {
  const { call, url, ...init } = request;
  const { fetch = globalThis.fetch, maxBodyBytes } = call.settings;
  let answer: Response | undefined;
  let text = "";
  let complete = true;
  try {
    // A redirect must come back as it is: following it would be somebody else's choice of where the token goes.
    answer = await fetch(url, { ...init, signal, redirect: "manual" });
    // Of a refusal 64 KiB say enough.
    [text, complete] = await readText(answer, answer.ok ? maxBodyBytes : 65_536);
  } catch (cause) {
    // A refusal stands even if its explanation is cut off.
    if (!answer || answer.ok || signal.aborted)
      throw new NetworkError(`no answer: ${reason(cause)}`, call, {}, { cause });
  }
  // A fetch that does not heed its signal comes back after its time, when another attempt may be under way.
  signal.throwIfAborted();
  call.text = answer.ok && complete ? text : withoutSecrets(text, call);
  if (answer.ok && !complete) throw answerError(call, answer, "longer than maxBodyBytes");
  return inMemory(answer, call);
}

/** Gives a response its body back, and makes `json()` tell what came in place of JSON. */
function inMemory(answer: Response, call: Call): Response {
  const { text } = call;
  const headers = new Headers(answer.headers);
  // openapi-fetch uses `json()` only where there is a length.
  headers.set("content-length", `${text.length}`);
  const json = async () => {
    try {
      // openapi-fetch asks for the JSON of an empty answer when it came in chunks.
      return text ? JSON.parse(text) : undefined;
    } catch {
      // The parser's error is no cause: it quotes the text, secrets and all.
      call.text = withoutSecrets(text, call);
      throw answerError(call, answer, "not JSON");
    }
  };
  return Object.defineProperties(answer, {
    headers: { value: headers },
    text: { value: async () => text },
    json: { value: json },
  });
}

/** undici says "fetch failed", and what happened in the cause's code. */
function reason(cause: unknown): unknown {
  const { cause: inner, code, name } = (cause ?? {}) as { cause?: { code?: string }; code?: string; name?: string };
  return inner?.code ?? code ?? name;
}
