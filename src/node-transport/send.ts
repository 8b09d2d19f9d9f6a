import type { Dispatcher } from "undici";
import { isDisturbed } from "../checks.js";
import type { SendProgress } from "../core/errors.js";
import { closedError, Exchange, type Running } from "./exchange.js";
import { NodeResponse } from "./response.js";

/** The arguments of `fetch`, with an object that tells whether the request was sent. */
export type SendInit = RequestInit & { readonly progress?: SendProgress };

/** Sends a request; without a dispatcher the transport is closed. Rejects with the error of undici or of an abort. */
export function send(
  dispatcher: Dispatcher | undefined,
  running: Running,
  target: string,
  init: SendInit,
): Promise<NodeResponse> {
  return new Promise((resolve, reject) => {
    const { progress = {}, signal, method = "GET" } = init;
    progress.sent = false;
    if (!dispatcher) throw closedError();
    const { url, ...request } = toRequest(target, init);
    const exchange = new Exchange({
      running,
      progress,
      signal,
      onResponse(status, statusText, headers) {
        const hasBody = method !== "HEAD" && !NO_BODY.has(status);
        resolve(new NodeResponse(exchange, { url, status, statusText, headers, hasBody }));
      },
      onFailure: reject,
    });
    if (exchange.state === "failed") return;
    try {
      // The type lists the common methods only.
      dispatcher.dispatch({ ...request, method: method as Dispatcher.HttpMethod }, exchange);
    } catch (error) {
      exchange.onResponseError(undefined, error);
    }
  });
}

/** Statuses without a body (RFC 9110 section 6.4.1), as in fetch. */
const NO_BODY = new Set([204, 205, 304]);

function toRequest(target: string, { body = null, headers: given, redirect }: RequestInit) {
  if (body !== null && typeof body !== "string" && !(body instanceof Uint8Array) && !(body instanceof ReadableStream))
    throw new TypeError("the body of a request must be a string, Uint8Array or ReadableStream");
  // As fetch: the rest would be a truncated body.
  if (isDisturbed(body)) throw new TypeError("the body of a request must be a stream that nobody has read");
  if (redirect !== "manual") throw new TypeError('redirect must be "manual": redirects are not followed');
  const [url = "", origin = "", path = ""] = plain.exec(target) ?? parse(target);
  // The headers that fetch adds, as far as they matter.
  const headers: Record<string, string> = {
    accept: "*/*",
    "user-agent": "node",
    // As fetch: plain HTTP can go through proxies that do not know Brotli.
    "accept-encoding": origin.startsWith("https") ? "br, gzip, deflate" : "gzip, deflate",
  };
  (given instanceof Headers ? given : new Headers(given)).forEach((value, name) => {
    headers[name] = value;
  });
  // The types of undici omit iterables, which it sends chunk by chunk.
  return { url, origin, path, headers, body: body as string | null };
}

/** Matches a URL that `new URL` would not change, as most are: that is faster. */
const plain = /^(https?:\/\/[a-z\d.-]+(?::\d+)?)(\/(?!\S*(?:\/\.|%2e))[\w\-./?&=,:;@!$*+~%()]*)$/i;

function parse(text: string) {
  const url = new URL(text);
  // As fetch: the password would get into logs of the URL.
  if (url.username || url.password) throw new TypeError("the URL of a request must not hold credentials");
  url.hash = "";
  return [url.href, url.origin, url.pathname + url.search];
}
