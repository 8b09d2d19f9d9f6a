import { ApiError, type ErrorBody, type ErrorReason, reasonsOf } from "../core/errors.js";
import { redactor } from "../core/secrets.js";
import type { Call } from "./call.js";

/** Creates the error for an error response, or for a response with a problem. */
export function responseError(call: Call, response: Response, problem: string | false, body?: unknown): ApiError {
  const { status } = response;
  const { info, text } = call;
  // Any of the contract's three error forms.
  const form = (body ?? {}) as { [Key in Keys]?: unknown };
  const code = firstText(form.code, form.error);
  const message = [form.message, form.error_description].find(isText);
  return new ApiError(
    line(
      [
        call.operation,
        status,
        code,
        problem || message,
        reasonsOf(body).map(reasonText).filter(Boolean).join("; "),
        status > 499 && info.hint,
      ]
        .filter(Boolean)
        .join(": ")
        // The reasons or the hint follow the service's sentence.
        .replace(/\.:( \()?/, (_, hint = ":") => hint),
    ),
    call,
    {
      status,
      code,
      requestId:
        firstText(form.request_id, Number.isInteger(form.request_id) && `${form.request_id}`) ??
        requestId(call, response),
      retryAfterMs: retryAfterMs(response.headers, call.settings.clock.now()),
      // JSON.stringify overflows the stack on thousands of levels.
      // It has the code of one of those forms.
      body: code && text.split(/[[{]/).length < 1e3 ? (body as ErrorBody) : undefined,
      excerpt: code || info.token ? undefined : line(text) || undefined,
    },
    withoutSecrets(response, call),
  );
}

/** Parses the body of a response; an empty one is undefined. Throws an `ApiError` for invalid JSON. */
export function parseJson(call: Call, response: Response, text: unknown): unknown {
  try {
    return text ? JSON.parse(`${text}`) : undefined;
  } catch {
    // No cause: the parser's message quotes the text with its secrets.
    call.text = redactor(call.secrets)(`${text}`);
    throw responseError(call, response, "not JSON");
  }
}

/** The name, unless the message has it, and the message. */
function reasonText({ name, message, reason }: ErrorReason): string {
  const problem = firstText(message, reason)?.replace(/\.$/, "") ?? "";
  return isText(name) && !problem.includes(name) ? `${name}: ${problem}` : problem;
}

/** Whether the service says that it has not processed the request, so that any request can be sent again. */
export function isUnprocessed(call: Call, { status, headers }: Response): boolean {
  return (
    status === 429 ||
    (status === 503 && retryAfterMs(headers, 0) !== undefined) ||
    (status === 409 && /"code"\s*:\s*"operation_blocked_temporary"/.test(call.text))
  );
}

/** Removes secrets that the server repeated in the status line or a header. */
function withoutSecrets(response: Response, { secrets }: Call): Response {
  const redact = redactor(secrets);
  const clean = (text: string) => (redact(text) === text ? text : "[secret]");
  const headers = [...response.headers].map(([name, value]): [string, string] => [name, clean(value)]);
  return Object.defineProperties(response, {
    headers: { value: new Headers(headers) },
    statusText: { value: clean(response.statusText) },
  });
}

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3), in seconds or as a date, as milliseconds; never negative. A date counts from the `Date` of the
 * response, since the clock of this machine may differ.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = /^[\d.]+$/.test(value) ? Number(value) * 1000 : date(value) - (date(headers.get("date")) || nowMs);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Parses a date of RFC 9110 section 5.6.7. */
const date = (text: string | null) => Date.parse(text && /^\w+, .+ GMT$/.test(text) ? text : "");

const isText = (value: unknown) => typeof value === "string";

type Keys = "code" | "error" | "message" | "error_description" | "request_id";

/** The service's id of a request, from the `X-Request-Id` header. */
export function requestId({ secrets }: Call, { headers }: Response): string | undefined {
  const id = headers.get("x-request-id");
  return id ? firstText(redactor(secrets)(id)) : undefined;
}

/** The first text, as one line of at most 100 characters. Skips other types: their conversion can throw, as for `{"toString":1}`. */
function firstText(...values: unknown[]): string | undefined {
  const text = values.find(isText);
  return text && line(text, 100);
}

/** Limits a text to one short line, so that a body can neither flood a log nor forge a line of it. */
function line(text: string, maxLength = 500): string {
  return text.slice(0, maxLength).replace(/[\p{C}\p{Z}]+/gu, " ");
}
