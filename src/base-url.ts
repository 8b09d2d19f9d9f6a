/**
 * Checks a base address and returns it without a trailing slash.
 *
 * @throws TypeError when it is no absolute URL, holds credentials, a query or a fragment, or would send a token over
 * plain `http:` to another machine.
 */
export function checkedUrl(option: string, value: string, allowInsecure = false): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const loopback = /^(\[::1\]|127(\.\d+){3}|(.+\.)?localhost)$/;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && (allowInsecure || loopback.test(url.hostname)))) {
    if (!url.username && !url.password && !/[?#]/.test(url.href)) return url.href.replace(/\/+$/, "");
  }
  throw new TypeError(`${option} must be a plain https: URL (http: needs loopback or allowInsecure)`);
}
