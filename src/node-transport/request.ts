/** A request in the form of undici. */
export interface NodeRequest {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly signal: AbortSignal | null | undefined;
}

/**
 * Converts the arguments of `fetch`.
 *
 * @throws TypeError for a request that this transport does not support.
 */
export function toNodeRequest(url: string, init: RequestInit): NodeRequest {
  const { method = "GET", body = null, signal, redirect } = init;
  if (body !== null && typeof body !== "string") throw new TypeError("the body of a request must be a string");
  if (redirect !== "manual") throw new TypeError('redirect must be "manual": redirects are not followed');
  const [whole = "", origin = "", path = ""] = plain.exec(url) ?? parse(url);
  return { url: whole, origin, path, method, headers: toHeaders(init.headers, origin), body, signal };
}

/** Matches a URL that `new URL` would not change, as most are. */
const plain = /^(https?:\/\/[a-z\d.-]+(?::\d+)?)(\/(?!\S*(?:\/\.|%2e))[\w\-./?&=,:;@!$*+~%()]*)$/i;

function parse(text: string) {
  const url = new URL(text);
  // As fetch: the password would get into logs of the URL.
  if (url.username || url.password) throw new TypeError("the URL of a request must not hold credentials");
  url.hash = "";
  return [url.href, url.origin, url.pathname + url.search];
}

/** Adds the headers that `fetch` adds, as far as they matter. */
function toHeaders(given: RequestInit["headers"], origin: string): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "*/*",
    "user-agent": "node",
    // As fetch: plain HTTP may pass proxies that do not know Brotli.
    "accept-encoding": origin.startsWith("https") ? "br, gzip, deflate" : "gzip, deflate",
  };
  if (given instanceof Headers) {
    given.forEach((value, name) => {
      headers[name] = value;
    });
  } else if (Array.isArray(given)) {
    return toHeaders(new Headers(given), origin);
  } else {
    // Not an array, so each value is a string.
    const record = given as Record<string, string>;
    for (const name in record) headers[name.toLowerCase()] = record[name] ?? "";
  }
  return headers;
}
