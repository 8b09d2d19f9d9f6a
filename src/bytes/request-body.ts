import { invalid, isDisturbed } from "../checks.js";
import type { OperationRequest } from "../operations/operation.js";
import { recordSecrets } from "../operations/request-hooks.js";
import { isSerializable, serializeBody } from "../operations/serialize.js";

/** Bytes in a form that an operation can send. A stream or async iterable can be sent once, so it is not retried. */
export type BytesBody = ArrayBuffer | ArrayBufferView | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface Upload {
  /** A string is sent at once; others chunk by chunk. */
  readonly value: string | Uint8Array | Blob | ReadableStream<unknown> | AsyncIterable<unknown>;
  readonly size: number | undefined;
}

/** Iterators and streams that an upload has read or closed. Sent again, they would be an empty body. */
export const spent = new WeakSet<object>();

/** Checks the body of a request, and encodes it by the media type of the operation. */
export function encodeBody(request: OperationRequest): void {
  const { call, headers, body } = request;
  const { contentType = "application/json", optionalBody, secrets } = call.info;
  // An operation without a body has no media type either.
  if (body == null && (optionalBody || isJson.test(contentType))) {
    headers.delete("content-type");
    return;
  }
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  if (secrets) recordSecrets(isForm ? [...body].map((entry) => Object.fromEntries([entry])) : body, call);
  const upload = uploadOf(call.info.parameters?.form(body) ?? body, contentType, contentType.replace(/\s*;.*/, ""));
  const own = upload.value instanceof Blob ? upload.value.type : "";
  // The boundary of a form, or the type of a file where the operation takes several.
  const openType = contentType.includes("*") && (own || "application/octet-stream");
  headers.set("content-type", openType || (isMultipart.test(contentType) ? own : contentType));
  request.body = upload;
}

const isJson = /\bjson\b/;
const isMultipart = /^multipart\//;

function uploadOf(body: unknown, contentType: string, type: string): Upload {
  if (isJson.test(type)) return textUpload(`${serializeBody(body)}`);
  if (type === "application/x-www-form-urlencoded") return textUpload(formOf(body));
  if (isMultipart.test(contentType)) return blobUpload(blobOf(body, contentType));
  const texts = /^text\/|(xml|yaml|ndjson|jsonl|csv|graphql|sql)$/.test(type) ? "text, " : "";
  if (texts && typeof body === "string") return textUpload(body);
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer) return bytesUpload(bytesOf(body));
  if (body instanceof Blob) return blobUpload(body);
  if (body instanceof ReadableStream || isAsyncIterable(body)) {
    if (spent.has(body) || isDisturbed(body) || Object(body).readableEnded)
      invalid("body", "be a stream or an iterable that nobody has read");
    return { value: body, size: undefined };
  }
  const forms = `${texts}Uint8Array, ArrayBuffer, Blob, File, ReadableStream or an async iterable of Uint8Array`;
  invalid("body", `be ${forms}, for ${type}`);
}

function textUpload(value: string): Upload {
  if (/\p{Cs}/u.test(value)) invalid("body", "be well-formed text");
  return { value, size: new TextEncoder().encode(value).length };
}

/** The bytes. Those of shared memory are copied: the platform's `fetch` and `Blob` take none. */
function bytesOf(body: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(body) ? body : new Uint8Array(body);
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

const bytesUpload = (value: Uint8Array): Upload => ({ value, size: value.length });
const blobUpload = (value: Blob): Upload => ({ value, size: value.size });

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> => Symbol.asyncIterator in Object(value);

/** Serializes a form (`application/x-www-form-urlencoded`). An array repeats its name. */
function formOf(body: unknown): string {
  if (body instanceof URLSearchParams) return `${body}`;
  const form = new URLSearchParams();
  for (const [name, value] of entriesOf(body, "URLSearchParams, or an object of strings, numbers and booleans")) {
    if (!isSerializable(value)) invalid(`body.${name}`, "be a string, number, boolean or an array of them");
    form.append(name, `${value}`);
  }
  return `${form}`;
}

/** Encodes a form of several parts (RFC 7578) as a `Blob`, which reads its files when it is sent. Objects become JSON. */
function blobOf(body: unknown, contentType: string): Blob {
  const expected = `FormData, or an object of ${PARTS}, for ${contentType}`;
  const entries: Iterable<[string, unknown]> = body instanceof FormData ? body : entriesOf(body, expected);
  const boundary = `----${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const parts: BlobPart[] = [];
  for (const [name, value] of entries) {
    const part = partOf(value, name);
    let head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
    if (part instanceof Blob) {
      const isJson = part.type === JSON_TYPE && part !== value;
      const file = part instanceof File ? part.name : "blob";
      // A text with a media type is a file without a name.
      if (!isJson && file) head += `; filename="${escaped(file)}"`;
      head += `\r\nContent-Type: ${part.type || "application/octet-stream"}`;
    }
    parts.push(`${head}\r\n\r\n`, part, "\r\n");
  }
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `${contentType}; boundary=${boundary}` });
}

const JSON_TYPE = "application/json";
const PARTS = "strings, numbers, booleans, Blob, File, ArrayBuffer, Uint8Array, objects for JSON and arrays of these";

function partOf(value: unknown, name: string): string | Blob {
  if (value instanceof Blob) return value;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return new Blob([bytesOf(value)]);
  if (typeof value === "object" && !(Symbol.toStringTag in Object(value)) && !(Symbol.asyncIterator in Object(value)))
    return new Blob([`${serializeBody(value)}`], { type: JSON_TYPE });
  if (!isSerializable(value)) invalid(`body.${name}`, `be one of ${PARTS}: a part cannot be a stream`);
  return `${value}`.replace(/\r?\n|\r/g, "\r\n");
}

/** As browsers write names in a form. */
const escaped = (name: string) => name.replace(/[\r\n"]/g, encodeURIComponent);

/** The entries of a plain object, without those that are undefined or null; one for each item of an array. */
function entriesOf(body: unknown, expected: string): [string, unknown][] {
  if (typeof body !== "object" || body === null || Symbol.toStringTag in body || Array.isArray(body))
    invalid("body", `be ${expected}`);
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const items = [value].flat().filter((item) => item !== undefined && item !== null);
    return items.map((item): [string, unknown] => [name, item]);
  });
}
