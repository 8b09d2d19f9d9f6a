import { invalid } from "../checks.js";
import type { OperationRequest } from "../operations/operation.js";
import { recordSecrets } from "../operations/request-hooks.js";
import { serializeBody } from "../operations/serialize.js";
import { blobOf, formOf } from "./forms.js";

/** Bytes in a form that an operation can send. A stream or async iterable can be sent once, so it is not retried. */
export type BytesBody = ArrayBuffer | ArrayBufferView | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface Upload {
  /** A string is sent at once; others chunk by chunk. */
  readonly value: string | Uint8Array | Blob | ReadableStream<unknown> | AsyncIterable<unknown>;
  readonly size: number | undefined;
}

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
  const upload = uploadOf(body, contentType);
  const own = upload.value instanceof Blob ? upload.value.type : "";
  // The boundary of a form, or the type of a file where the operation takes several.
  const isOpen = contentType.includes("*");
  const openType = own || "application/octet-stream";
  headers.set("content-type", isOpen ? openType : isMultipart.test(contentType) ? own : contentType);
  request.body = upload;
}

const isJson = /\bjson\b/;
const isMultipart = /^multipart\//;

function uploadOf(body: unknown, contentType: string): Upload {
  if (isJson.test(contentType)) return textUpload(`${serializeBody(body)}`);
  if (contentType === "application/x-www-form-urlencoded") return textUpload(formOf(body));
  if (isMultipart.test(contentType)) return blobUpload(blobOf(body, contentType));
  if (contentType.startsWith("text/") && typeof body === "string") return textUpload(body);
  if (ArrayBuffer.isView(body)) return bytesUpload(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  if (body instanceof ArrayBuffer) return bytesUpload(new Uint8Array(body));
  if (body instanceof Blob) return blobUpload(body);
  if (body instanceof ReadableStream && body.locked) invalid("body", "be a stream that nobody else reads");
  if (body instanceof ReadableStream || isAsyncIterable(body)) return { value: body, size: undefined };
  const texts = contentType.startsWith("text/") ? "text, " : "";
  const forms = `${texts}Uint8Array, ArrayBuffer, Blob, File, ReadableStream or an async iterable of Uint8Array`;
  invalid("body", `be ${forms}, for ${contentType}`);
}

function textUpload(value: string): Upload {
  if (/\p{Cs}/u.test(value)) invalid("body", "be well-formed text");
  return { value, size: new TextEncoder().encode(value).length };
}

const bytesUpload = (value: Uint8Array): Upload => ({ value, size: value.length });
const blobUpload = (value: Blob): Upload => ({ value, size: value.size });

export function isReplayable({ value }: Upload): boolean {
  return typeof value === "string" || value instanceof Uint8Array || value instanceof Blob;
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> => Symbol.asyncIterator in Object(value);
