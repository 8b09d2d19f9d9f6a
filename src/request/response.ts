import { ApiError, type ErrorBody, type ErrorReason, reasonsOf } from "../core/errors.js";
import type { AttemptSignal } from "../core/options.js";
import { redactor } from "../core/secrets.js";
import { type Call, line, requestId } from "./call.js";

/** What was read of a body, and whether that is all of it. */
type Read = readonly [bytes: Uint8Array<ArrayBuffer>, complete: boolean];

/** The Node transport has a faster method than reading a stream. */
type FastResponse = Response & { readBytes?(maxBytes: number): Promise<Read> };

/** Reads a body, at most `maxBytes`. Closes the connection of a longer body, which is then not complete, and at an abort. */
export async function readBytes(response: FastResponse, maxBytes: number, signal?: AttemptSignal): Promise<Read> {
  if (response.readBytes) return response.readBytes(maxBytes);
  const reader = response.body?.getReader();
  // Not awaited: a stream that never settles its cancel must not block the call.
  const handleEvent = () => void reader?.cancel().catch(() => {});
  // A fetch can ignore its signal.
  signal?.addEventListener("abort", { handleEvent });
  if (signal?.aborted) handleEvent();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value) {
      chunks.push(value);
      length += value.length;
      if (length <= maxBytes) continue;
      handleEvent();
    }
    // Decoding each chunk would be many times slower.
    const bytes = new Uint8Array(length);
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return [bytes.subarray(0, maxBytes), !value];
  }
}

/** Gives a response its body back, from memory. `json()` throws an `ApiError` for invalid JSON. */
export function withText(response: Response, call: Call): Response {
  const { text } = call;
  response.text = async () => text;
  response.json = async () => parseJson(call, response, text);
  // For a middleware. A copy at once would cost CPU.
  response.clone = () => new Response(text || null, response);
  return Object.defineProperty(response, "body", { get: () => response.clone().body });
}

/** Parses the body of a response; an empty one is undefined. Throws an `ApiError` for invalid JSON. */
export function parseJson(call: Call, response: Response, text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    // No cause: the parser's message quotes the text with its secrets.
    throw responseError(call, response, "not JSON", undefined, text);
  }
}

export function responseError(
  call: Call,
  response: Response,
  problem: string | false,
  body?: unknown,
  text = call.text,
): ApiError {
  const { status } = response;
  const { info, secrets } = call;
  const redact = redactor(secrets);
  // Any of the contract's three error forms, or what the operation reads of another.
  const other = info.readError?.(body);
  const form: ErrorForm = Object(other ?? body);
  const code = firstText([form.code, form.error]);
  const message = [form.message, form.error_description].find(isText);
  const reasons = reasonsOf(body).map(reasonText).filter(Boolean).join("; ");
  const what = problem || message || (!status && "browsers hide redirects: check the base URL");
  const parts = [call.operation, status, code, what, reasons, status > 499 && info.hint];
  // The reasons follow the service's sentence after a colon, and the hint has parentheses.
  const sentence = parts
    .filter(Boolean)
    .join(": ")
    .replace(/\.?:(?= \()|\.(?=:)/, "");
  // A response is only printed after this.
  const clean = (text: string) => (redact(text) === text ? text : "[secret]");
  const redacted = redact(text);
  const headers = new Headers([...response.headers].map(([name, value]): [string, string] => [name, clean(value)]));
  Object.defineProperties(response, {
    headers: { value: headers },
    statusText: { value: clean(response.statusText) },
    text: { value: async () => redacted },
    clone: { value: () => new Response(redacted || null, response) },
  });
  const id = Number.isInteger(form.request_id) ? `${form.request_id}` : form.request_id;
  const fields = {
    status,
    code,
    requestId: firstText([id]) ?? requestId(call, response),
    retryAfterMs: retryAfterMs(headers, call.settings.clock.now()),
    // It has one of those forms. JSON.stringify overflows the stack on thousands of levels.
    body: (other ?? code) && text.split(/[[{]/).length < 1e3 ? (body as ErrorBody) : undefined,
    excerpt: (other ?? code) || info.token ? undefined : line(redacted) || undefined,
  };
  return new ApiError(line(sentence), call, fields, response);
}

/** The name, unless the message has it, and the message. */
function reasonText({ name, message, reason }: ErrorReason): string {
  const problem = firstText([message, reason], 300)?.replace(/\.$/, "") ?? "";
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

/** Reads `Retry-After` as milliseconds. A date counts from that of the response, since this machine's clock may differ. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = /^[\d.]+$/.test(value) ? Number(value) * 1000 : date(value) - (date(headers.get("date")) || nowMs);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** A date in any of the three forms of RFC 9110 section 5.6.7, of which one has no time zone. */
const date = (text: string | null) => Date.parse(text && /^\w+,? .+:/.test(text) ? text.replace(/ GMT|$/, " GMT") : "");

type ErrorForm = Partial<Record<"code" | "error" | "message" | "error_description" | "request_id", unknown>>;

const isText = (value: unknown) => typeof value === "string";

/** The first text, as one short line. Skips other types: their conversion can throw, as for `{"toString":1}`. */
function firstText(values: unknown[], maxLength = 100): string | undefined {
  const text = values.find(isText);
  return text && line(text, maxLength);
}
