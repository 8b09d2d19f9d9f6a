import type { Call } from "./call.js";
import { ApiError } from "./errors.js";
import { retryAfterMs } from "./retry-after.js";

/** Makes the error for an answer that is a refusal, or has a problem that makes it none that the contract knows. */
export function answerError(call: Call, response: Response, problem: string | false, answer?: unknown): ApiError {
  const { status, headers } = response;
  const { operation, info, text, settings } = call;
  // A tolerant reader: whatever is there of the contract's three error forms.
  const form = (answer ?? {}) as { [Key in Keys]?: string };
  const code = [form.code, form.error].find((value) => typeof value === "string");
  const said = problem || form.message || form.error_description || "";
  return new ApiError(
    line([operation, status, code, said, status > 499 && info?.hint].filter(Boolean).join(": ")),
    call,
    {
      status,
      code,
      requestId: form.request_id && `${form.request_id}`,
      retryAfterMs: retryAfterMs(headers, settings.clock.now()),
      body: code && answer,
      // The token server's text may hold a token.
      excerpt: code || info?.token ? undefined : line(text) || undefined,
    },
    { response },
  );
}

type Keys = "code" | "error" | "message" | "error_description" | "request_id";

/** One bounded line, so that a body can neither flood a log nor forge a line of it. */
function line(text: string): string {
  return text.slice(0, 500).replace(/[\p{C}\p{Z}]+/gu, " ");
}
