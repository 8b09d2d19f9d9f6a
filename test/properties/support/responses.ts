import fc from "fast-check";
import { anyText, greatJson, jsonText, latin1Text, object, plainJson } from "./texts.js";

/** The parts of a response. */
export interface FakeResponse {
  readonly status: number;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: [name: string, value: string][];
}

/** The members that errors have, each of any type. */
const errorMember = fc.tuple(
  fc.constantFrom("code", "error", "message", "error_description", "request_id", "status", "context_info"),
  fc.oneof(
    { weight: 20, arbitrary: anyText.map((text) => JSON.stringify(text)) },
    { weight: 20, arbitrary: plainJson },
    { weight: 1, arbitrary: greatJson },
  ),
);

/** The text of a body: an error with members of any type, any JSON, a piece of one, or no JSON at all. */
export const bodyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.array(errorMember, { maxLength: 6 }).map(object) },
  { weight: 3, arbitrary: jsonText },
  { weight: 1, arbitrary: fc.tuple(jsonText, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))) },
  { weight: 1, arbitrary: anyText.map((text) => `<html>${text}</html>`) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "null", "\ufeff{}", "\0", "[object Object]") },
);

const headerName = fc.constantFrom(
  ...["content-type", "content-length", "content-encoding", "transfer-encoding", "location", "retry-after", "x-a"],
);
const headerValue = fc.oneof(
  fc.constantFrom(
    ...["application/json", "text/html; charset=utf-16", "chunked", "0", "7", "-1", "gzip", "//elsewhere.example"],
  ),
  latin1Text.map((text) => text.replaceAll(/[\0\r\n]/g, "")),
);

/** Any response. */
export const anyResponse: fc.Arbitrary<FakeResponse> = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 204, 302, 304, 400, 401, 404, 409, 429, 503),
    fc.integer({ min: 200, max: 599 }),
  ),
  body: fc.oneof({ weight: 6, arbitrary: bodyText }, { weight: 1, arbitrary: fc.uint8Array().map(owned) }),
  headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 3 }),
});

/** Creates a new response for each request, since a body is read once. */
export function responseOf({ status, body, headers }: FakeResponse): Response {
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

/** Bytes on a buffer of their own, as `Response` wants them. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes);
}
