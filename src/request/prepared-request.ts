import { invalid } from "../checks.js";
import { type Call, emit } from "./call.js";

/**
 * Replaces the platform's `Request` in openapi-fetch: its body stays a string, so it can be sent again. Creating it checks
 * the request, and starts the call. openapi-fetch adds the method and the options of the caller for `fetch`.
 */
export class PreparedRequest {
  declare url: string;
  declare body: unknown;
  declare readonly method: string;
  declare readonly headers: Headers;
  declare readonly call: Call;

  constructor(url: string, { call, headers, body }: Pick<PreparedRequest, "call" | "headers" | "body">) {
    const { settings, info } = call;
    const { baseUrl } = settings;
    if (!info.path.startsWith("/")) invalid("path", "start with /");
    // As fetch sends it: without `..` segments, which could lead to other services of the host.
    const sentUrl = /\/\.|%2e|[\\\s]/i.test(url) ? new URL(url).href : url;
    if (!isBelow(sentUrl, baseUrl)) {
      if (isBelow(url, baseUrl)) invalid("path", "stay below baseUrl");
      for (const name in settings.headers) headers.delete(name);
    }
    call.url = sentUrl;
    Object.assign(this, { call, headers, body, url: sentUrl });
    for (const hook of info.hooks ?? []) hook(this);
    call.callId = ++call.counters.calls;
    emit(call, "start");
  }
}

/** Whether a URL is of the service, so that it may carry a token. */
export const isBelow = (url: string, baseUrl: string) => url.startsWith(`${baseUrl}/`);
