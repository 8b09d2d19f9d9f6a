import { ApiError } from "../errors.js";
import type { Call } from "./call.js";
import { retryAfterMs } from "./retry-after.js";

/** Makes the error for an answer that is a refusal, or has a problem that makes it none that the contract knows. */
export function answerError(call: Call, response: Response, problem: string | false, answer?: unknown): ApiError {
  const { status } = response;
  // A tolerant reader: whatever is there of the contract's three error forms.
  const form = (answer ?? {}) as { [Key in Keys]?: unknown };
  const code = firstText(form.code, form.error);
  const message = firstText(form.message, form.error_description);
  return new ApiError(
    line(
      [call.operation, status, code, problem || message, status > 499 && call.info?.hint]
        .filter(Boolean)
        .join(": ")
        // A sentence of the service before the hint.
        .replace(".:", ""),
    ),
    call,
    {
      status,
      code,
      requestId: typeof form.request_id === "number" ? `${form.request_id}` : firstText(form.request_id),
      retryAfterMs: retryAfterMs(response, call.settings.clock.now()),
      // Thousands of levels would break whoever prints the error with JSON.stringify.
      body: code && call.text.split(/[[{]/).length < 1e3 ? answer : undefined,
      // The token server's text may hold a token.
      excerpt: code || call.info?.token ? undefined : line(call.text) || undefined,
    },
    { response },
  );
}

type Keys = "code" | "error" | "message" | "error_description" | "request_id";

/** Only texts: there are JSON values that cannot be made one, such as `{"toString":1}` and thousands of nested lists. */
function firstText(...values: unknown[]): string | undefined {
  return values.find((value) => typeof value === "string");
}

/** One bounded line, so that a body can neither flood a log nor forge a line of it. */
function line(text: string): string {
  return text.slice(0, 500).replace(/[\p{C}\p{Z}]+/gu, " ");
}
