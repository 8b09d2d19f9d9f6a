import { isJsonObject, type Json } from "content-service-contract-tests/contract";

/** A response as plain data. Making and reading a `Response` takes longer than the rest of a short request. */
export interface PlainResponse {
  readonly status: number;
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null when there is no body. */
  readonly body: string | null;
}

/** Adds the request id to the body of an error, unless it is an OAuth error, which has none. */
export function withRequestId(body: Json, requestId: string): Json {
  return isJsonObject(body) && ("code" in body || "type" in body) ? { ...body, request_id: requestId } : body;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): PlainResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

export function empty(status: number): PlainResponse {
  return { status, headers: {}, body: null };
}

/** An error page as proxies send it. */
export function htmlPage(status: number): PlainResponse {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
