/**
 * Checks a base address and returns it without a trailing slash.
 *
 * @throws TypeError when it is no absolute URL, holds credentials, a query or a fragment, or would send a token over
 * plain `http:` to another machine.
 */
export function checkedUrl(option: string, value: string, allowInsecure?: boolean): string {
  const url = URL.canParse(value) ? new URL(value).href : "";
  const safe = /^https:|^http:\/\/(\[::1\]|127(\.\d+){3}|([^/]+\.)?localhost)[:/]/;
  const notPlain = /^\w+:\/\/[^/]*@|[?#]/;
  if ((allowInsecure ? /^https?:/ : safe).test(url) && !notPlain.test(url)) return url.replace(/\/+$/, "");
  throw new TypeError(`${option} must be a plain https: URL (http: needs loopback or allowInsecure)`);
}
