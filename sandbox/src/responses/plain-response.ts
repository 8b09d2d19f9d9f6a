import { isJsonObject, type Json } from "content-service-contract-tests/contract";

/** An answer as plain data: a `Response` takes longer to make and to read than all the rest of a short answer. */
export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body, or null when there is none. */
  readonly body: string | null;
}

/** The body of an error with the id of its request, where its form has one. */
export function withId(body: Json, requestId: string): Json {
  // An error of a token request has no request id.
  return isJsonObject(body) && ("code" in body || "type" in body) ? { ...body, request_id: requestId } : body;
}

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** An answer without a body. */
export function empty(status: number): Answer {
  return { status, headers: {}, body: null };
}

/** The page of a proxy in between. */
export function htmlPage(status: number): Answer {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
