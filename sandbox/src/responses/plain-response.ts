import type { DocumentedResponse } from "content-service-contract";

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

export function isJsonType(contentType: string | undefined): contentType is string {
  return /^[^;]*json\s*(;|$)/i.test(contentType ?? "");
}

/** The content type of a documented JSON body, which may be such as `application/problem+json`. */
export function jsonTypeOf(response: DocumentedResponse | undefined): { "content-type"?: string } {
  const type = response?.content[0]?.type;
  return isJsonType(type) ? { "content-type": type } : {};
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
