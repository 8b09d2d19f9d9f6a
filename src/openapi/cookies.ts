/**
 * Adds a cookie to a request.
 *
 * @throws TypeError in a browser, which sends only its own.
 */
export function addCookie(headers: Headers, pair: string): void {
  // Pages of a browser and their workers have an origin.
  if ("origin" in globalThis)
    throw new TypeError("a browser sends only its own cookies: call the service from a server");
  const before = headers.get("cookie");
  headers.set("cookie", before ? `${before}; ${pair}` : pair);
}
