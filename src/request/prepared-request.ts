import { type Call, emit } from "./call.js";

/**
 * Replaces the platform's `Request` in openapi-fetch: its body stays a string, so it can be sent again. Creating it checks
 * the request, and starts the call.
 */
export class PreparedRequest {
  url: string;
  body: string | null;
  readonly method: string;
  readonly headers: Headers;
  readonly call: Call;

  /** @throws TypeError for invalid input. */
  constructor(
    url: string,
    /** What `fetch` gets, and the call. */
    readonly init: { readonly headers: Headers; readonly body: string | null; readonly call: Call },
  ) {
    const { call } = init;
    const { signal, settings, info, counters, method, template } = call;
    const { baseUrl } = settings;
    if (!template.startsWith("/")) throw new TypeError("path must start with /");
    if (signal && typeof signal.addEventListener !== "function")
      throw new TypeError("signal must be an AbortSignal, such as the signal of an AbortController");
    // As fetch sends it: without `..` segments, which could lead to other services of the host.
    this.url = /\/\.|%2e|[\\\s]/i.test(url) ? new URL(url).href : url;
    this.method = method;
    this.headers = init.headers;
    this.body = init.body;
    this.call = call;
    const isOurs = isBelow(this.url, baseUrl);
    if (!isOurs && isBelow(url, baseUrl))
      throw new TypeError("path must stay below baseUrl: it must have no . or .. segments");
    if (!isOurs) for (const name in settings.headers) this.headers.delete(name);
    call.url = this.url;
    for (const hook of info?.hooks ?? []) hook(this);
    call.callId = ++counters.calls;
    emit(call, { type: "start" });
  }
}

/** Sends a request: one attempt, or more where a decorator adds retries. */
export type Send = (request: PreparedRequest) => Promise<Response>;

/** Whether a URL is of the service, so that it may carry a token. */
export function isBelow(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`);
}
