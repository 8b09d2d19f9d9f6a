import { inspect } from "node:util";

/** The headers of a response by their lowercase names, as undici returns them. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers of a response. Most callers read one or two, so the costly `Headers` is created only when needed. */
class ResponseHeaders {
  readonly #raw: RawHeaders;
  #platform: Headers | undefined;

  constructor(raw: RawHeaders) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    const value = this.#platform ? undefined : this.#raw[name.toLowerCase()];
    // Joined or trimmed values and invalid names are left to the platform.
    if (typeof value === "string" && !/[ \t]$/.test(value)) return value;
    if (value === undefined && !this.#platform && /^[\w-]+$/.test(name)) return null;
    return this.#headers.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  forEach(callback: (value: string, name: string, headers: unknown) => void, thisArg?: unknown): void {
    for (const [name, value] of this.#headers) callback.call(thisArg, value, name, this);
  }

  [inspect.custom](): Headers {
    return this.#headers;
  }

  get #headers(): Headers {
    if (!this.#platform) {
      this.#platform = new Headers();
      for (const name in this.#raw)
        for (const value of [this.#raw[name] ?? []].flat()) this.#platform.append(name, value);
    }
    return this.#platform;
  }

  static {
    const names = ["append", "set", "delete", "getSetCookie", "entries", "keys", "values", Symbol.iterator] as const;
    for (const name of names)
      Object.defineProperty(ResponseHeaders.prototype, name, {
        value(this: ResponseHeaders, ...args: never[]) {
          return Reflect.apply(this.#headers[name], this.#headers, args);
        },
      });
  }
}

// For `instanceof Headers`. The class has every member, so no platform code looks for missing internals.
Object.setPrototypeOf(ResponseHeaders.prototype, Headers.prototype);

export function responseHeaders(raw: RawHeaders): Headers {
  // By its prototype.
  return new ResponseHeaders(raw) as object as Headers;
}
