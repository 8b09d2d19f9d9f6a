import { NetworkError } from "../errors.js";
import { answerError } from "./answer-error.js";
import { bounded } from "./bounded.js";
import { type Call, type Send, tell } from "./call.js";
import { readText } from "./read-text.js";
import { withoutSecrets } from "./secrets.js";

/**
 * Sends a request once and reads the whole answer, within the attempt's time. Follows no redirect, so that the token
 * goes nowhere else. Throws `NetworkError`, `TimeoutError`, or the reason of the caller's abort.
 */
export const attempt: Send = async ({ call, url, ...init }) => {
  const { clock } = call.settings;
  const startMs = clock.now();
  tell(call, { type: "request" });
  try {
    const response = await bounded(call, call.settings.timeoutMs, (signal) =>
      // A redirect must come back as it is: following it would be somebody else's choice of where the token goes.
      exchange(call, url, { ...init, signal, redirect: "manual" }),
    );
    tell(call, { type: "response", durationMs: clock.now() - startMs, status: response.status });
    return response;
  } catch (error) {
    tell(call, { type: "failure", durationMs: clock.now() - startMs, error });
    throw error;
  }
};

/** Takes the answer off the network, so that whoever reads it later can neither hang nor fail. */
async function exchange(call: Call, url: string, init: RequestInit): Promise<Response> {
  let answer: Response | undefined;
  let text = "";
  let complete = true;
  try {
    answer = await (call.settings.fetch ?? fetch)(url, init);
    // Of a refusal 64 KiB say enough.
    [text, complete] = await readText(answer, answer.ok ? call.settings.maxBodyBytes : 65_536);
  } catch (cause) {
    // A refusal stands even if its explanation is cut off.
    if (answer?.ok !== false || init.signal?.aborted) {
      // Anything can be thrown; what fetch throws has one of these.
      const failure = cause as Failure | undefined;
      const reason = failure?.cause?.code ?? failure?.code ?? failure?.name;
      throw new NetworkError(`no answer: ${reason}`, call, {}, { cause });
    }
  }
  // A fetch that does not heed its signal comes back after its time, when another attempt may be under way.
  init.signal?.throwIfAborted();
  call.text = answer.ok && complete ? text : withoutSecrets(text, call);
  if (answer.ok && !complete) throw answerError(call, answer, "longer than maxBodyBytes");
  return inMemory(answer, call);
}

/** Gives a response its body back, and makes `json()` tell what came in place of JSON. */
function inMemory(answer: Response, call: Call): Response {
  const text = call.text;
  if (!answer.headers.get("Content-Length")) {
    const headers = new Headers(answer.headers);
    // openapi-fetch uses `json()` only where there is a length.
    headers.set("Content-Length", `${text.length}`);
    Object.defineProperty(answer, "headers", { value: headers });
  }
  answer.text = async () => text;
  answer.json = async () => {
    try {
      // openapi-fetch asks for the JSON of an empty answer when it came in chunks.
      return text ? JSON.parse(text) : undefined;
    } catch {
      // The parser's error is no cause: it quotes the text, secrets and all.
      call.text = withoutSecrets(text, call);
      throw answerError(call, answer, "not JSON");
    }
  };
  return answer;
}

/** undici says "fetch failed", and what happened in the cause's code. */
interface Failure {
  readonly cause?: { readonly code?: string };
  readonly code?: string;
  readonly name?: string;
}
