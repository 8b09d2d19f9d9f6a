import { ApiError } from "../core/errors.js";
import type { Call } from "./call.js";

/** Creates the error for an error response, or for a response with a problem. */
export function responseError(call: Call, response: Response, problem: string | false, body?: unknown): ApiError {
  const { status } = response;
  // Any of the contract's three error forms.
  const form = (body ?? {}) as { [Key in Keys]?: unknown };
  const code = firstText(form.code, form.error);
  const message = firstText(form.message, form.error_description);
  return new ApiError(
    line(
      [call.operation, status, code, problem || message, status > 499 && call.info?.hint]
        .filter(Boolean)
        .join(": ")
        // The hint follows the service's sentence.
        .replace(".:", ""),
    ),
    call,
    {
      status,
      code,
      requestId: typeof form.request_id === "number" ? `${form.request_id}` : firstText(form.request_id),
      retryAfterMs: retryAfterMs(response, call.settings.clock.now()),
      // JSON.stringify overflows the stack on thousands of levels.
      body: code && call.text.split(/[[{]/).length < 1e3 ? body : undefined,
      // The token server's text may hold a token.
      excerpt: code || call.info?.token ? undefined : line(call.text) || undefined,
    },
    { response },
  );
}

/** Reads `Retry-After` (RFC 9110 section 10.2.3), in seconds or as a date, as milliseconds from now; never negative. */
export function retryAfterMs(response: Response | undefined, nowMs: number): number | undefined {
  const value = response?.headers.get("retry-after") ?? "";
  const ms = /^[\d.]+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(/^\w+, .+ GMT$/.test(value) ? value : "") - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Replaces the secrets of a call in a text: plain, URL-encoded and JSON-escaped. Ignores those below 6 characters. */
export function withoutSecrets(text: string, call: Call): string {
  for (const secret of call.secrets) {
    if (secret.length < 6) continue;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      text = text.replaceAll(form, "[secret]");
    }
  }
  return text;
}

type Keys = "code" | "error" | "message" | "error_description" | "request_id";

/** Skips other types: their conversion to a string can throw, as for `{"toString":1}`. */
function firstText(...values: unknown[]): string | undefined {
  return values.find((value) => typeof value === "string");
}

/** Limits a text to one short line, so that a body can neither flood a log nor forge a line of it. */
function line(text: string): string {
  return text.slice(0, 500).replace(/[\p{C}\p{Z}]+/gu, " ");
}
