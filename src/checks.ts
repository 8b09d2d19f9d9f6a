/** Rejects a value. The message never quotes it, since it may be a secret. */
export function invalid(name: string, rule: string): never {
  throw new TypeError(`${name} must ${rule}`);
}

/** Checks the number of an option, a whole one with a step of 1. `Infinity` is no limit; `NaN` is invalid. */
export function checkNumber(name: string, value: unknown, minimum = 0, step = 0): void {
  if (!(typeof value === "number" && value >= minimum) || value % step > 0)
    invalid(name, `be a ${step ? "whole " : ""}number, ${minimum} or more`);
}

/** Checks a whole number, 1 or more. */
export function checkWhole(name: string, value: unknown): void {
  if (!Number.isInteger(value) || Number(value) < 1) invalid(name, "be a whole number, 1 or more");
}

/** Checks a text that names something or is a credential. */
export function checkText(name: string, value: unknown): void {
  if (typeof value !== "string" || value === "") invalid(name, "be a non-empty string");
}

/** Checks functions by their names. */
export function checkFunctions(functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions))
    if (typeof value !== "function") invalid(name, "be a function");
}

/** Checks a plain object, or a module. Others, such as a number, a date or `Headers`, would count as an empty one. */
export function checkRecord(name: string, value: unknown): void {
  if (!/Object|Module/.test({}.toString.call(value))) invalid(name, "be a plain object");
}

/** Checks headers. `fetch` would reject some with an error that quotes the value, and change others silently. */
export function checkHeaders<Headers extends object>(headers: Headers): Headers {
  checkRecord("headers", headers);
  for (const [name, value] of Object.entries(headers)) {
    if (/^authorization$/i.test(name)) invalid(`header.${name}`, "be in auth");
    if (/^if_?match$/i.test(name)) invalid(`header.${name}`, "be spelled If-Match");
    // A forgotten etag would make the write unconditional.
    if (value == null && !/^if-match$/i.test(name)) continue;
    // RFC 9110 section 5.5, as fetch accepts it.
    if (typeof value !== "string" || value.trim() !== value || !/^[\t -~\x80-\xff]+$/.test(value))
      invalid(`header.${name}`, "be trimmed, non-empty Latin-1 without line breaks");
  }
  return headers;
}

/** Checks a base URL, which must not send a token unencrypted to another machine. Returns it without a trailing slash. */
export function checkedUrl(option: string, value: string, allowInsecure?: boolean): string {
  const href = URL.canParse(value) ? new URL(value).href : "";
  if (!(allowInsecure ? /^https?:/ : /^https:/).test(href) && !isLoopback(href))
    invalid(option, "be an https: URL (http: needs allowInsecure)");
  if (/^\w+:\/\/[^/]*@|[?#]/.test(href)) invalid(option, "have no password, query or fragment");
  const [base = "", token] = href.split(/(\/+oauth2\/token)?\/*$/i);
  if (token) invalid(option, `be ${base}`);
  return base;
}

export const isLoopback = (href: string) => /^http:\/\/(\[::1\]|127(\.\d+){3}|localhost)[:/]/.test(href);

/** Whether a value can be a bearer token: the characters of RFC 6750 section 2.1, and any other visible ASCII. */
export const isToken = (value: unknown): value is string => typeof value === "string" && /^[!-~]+$/.test(value);

/** Whether a stream is locked, or somebody has read of it. Only a `Response` tells. */
export function isDisturbed(body: unknown): boolean {
  try {
    return body instanceof ReadableStream && !new Response(body);
  } catch {
    return true;
  }
}

/** The options by their names, with their defaults. */
export type Defaults = Readonly<Record<string, unknown>>;

type Given<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

/** Checks options, and returns those that have a value. One that is not among the names would have no effect. */
export function known<Options extends object>(options: Options, names: Defaults, prefix = ""): Given<Options> {
  checkRecord(prefix.slice(0, -1) || "options", options);
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    const option = prefix + name;
    if (!Object.hasOwn(names, name))
      throw new TypeError(`unknown option ${option}: the options are ${Object.keys(names).join(", ")}`);
    const type = /^(fetch|wait|on)/.test(name) ? "function" : typeof names[name];
    const least = Number(name === "maxAttempts");
    if (type === "number") checkNumber(option, value, least, least);
    if (/^[bfs]/.test(type) && typeof value !== type) invalid(option, `be a ${type}`);
    if (name === "clock" && !(value?.now && value.timer)) invalid(option, "have now() and timer()");
  }
  // The same members, less those that are undefined.
  return Object.fromEntries(entries) as Given<Options>;
}
