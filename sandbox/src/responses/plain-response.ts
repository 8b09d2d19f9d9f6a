import { isJsonObject, type Json } from "content-service-contract";

/** A response as plain data, since a `Response` is slow. */
export interface PlainResponse {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PlainBody | null;
}

/** `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 does not know. */
export type Bytes = ReturnType<typeof Uint8Array.from>;

/** Text; only handlers of your own have bytes and streams. */
export type PlainBody = string | Bytes | ReadableStream<Bytes>;

/** A body as text. Bytes and streams are not shown. */
export function shownBody(body: PlainBody | null): string {
  if (typeof body === "string" || body === null) return body ?? "";
  return body instanceof Uint8Array ? shownBytes(body) : "[stream]";
}

/** The text that stands for bytes. */
export function shownBytes({ byteLength }: Uint8Array): string {
  return byteLength === 0 ? "" : `[${byteLength} bytes]`;
}

/** Whether a media type is JSON. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^[^;]*json\s*(;|$)/i.test(contentType ?? "");
}

/** Adds the request id to the body of an error. OAuth errors have none. */
export function withRequestId(body: Json, requestId: string): Json {
  return isJsonObject(body) && ("code" in body || "type" in body) ? { ...body, request_id: requestId } : body;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): PlainResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

export function empty(status: number): PlainResponse {
  return { status, headers: {}, body: null };
}

/** An error page of a proxy. */
export function htmlPage(status: number): PlainResponse {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
