/** A request as undici takes it, and where it goes. */
export interface Wanted {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly signal: AbortSignal | null | undefined;
}

/**
 * Makes of what `fetch` takes what undici takes.
 *
 * @throws TypeError for what this transport does not send.
 */
export function wantedOf(url: string, init: RequestInit): Wanted {
  const { method = "GET", body = null, signal, redirect } = init;
  if (body !== null && typeof body !== "string") throw new TypeError("the body of a request must be a string");
  if (redirect !== "manual") throw new TypeError('redirect must be "manual": no redirect is followed');
  const [whole = "", origin = "", path = ""] = plain.exec(url) ?? parsed(url);
  return { url: whole, origin, path, method, headers: headersOf(init.headers, origin), body, signal };
}

/** A URL that parsing would leave as it is: the usual ones. */
const plain = /^(https?:\/\/[a-z\d.-]+(?::\d+)?)(\/(?!\S*(?:\/\.|%2e))[\w\-./?&=,:;@!$*+~%()]*)$/i;

function parsed(text: string) {
  const url = new URL(text);
  // As fetch: whoever logs the URL would log the password.
  if (url.username || url.password) throw new TypeError("the URL of a request must not hold credentials");
  url.hash = "";
  return [url.href, url.origin, url.pathname + url.search];
}

/** The headers given, and behind them those that `fetch` sends by itself and that matter. */
function headersOf(given: RequestInit["headers"], origin: string): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "*/*",
    "user-agent": "node",
    // As fetch: on the way through plain HTTP are boxes that do not know Brotli.
    "accept-encoding": origin.startsWith("https") ? "br, gzip, deflate" : "gzip, deflate",
  };
  if (given instanceof Headers) {
    given.forEach((value, name) => {
      headers[name] = value;
    });
  } else if (Array.isArray(given)) {
    return headersOf(new Headers(given), origin);
  } else {
    // A list was taken care of above, so each value is a string.
    const record = given as Record<string, string>;
    for (const name in record) headers[name.toLowerCase()] = record[name] ?? "";
  }
  return headers;
}
