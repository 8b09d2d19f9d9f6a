import { inspect } from "node:util";

/** The headers of a response by their lowercase names, as undici returns them. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The headers of a response. Most callers read one or two, so the platform's costly `Headers` is created only when
 * needed.
 */
export class ResponseHeaders implements Headers {
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

  append(name: string, value: string): void {
    this.#headers.append(name, value);
  }

  set(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  delete(name: string): void {
    this.#headers.delete(name);
  }

  getSetCookie(): string[] {
    return this.#headers.getSetCookie();
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void {
    this.#headers.forEach((value, name) => {
      callback.call(thisArg, value, name, this);
    });
  }

  entries() {
    return this.#headers.entries();
  }

  keys() {
    return this.#headers.keys();
  }

  values() {
    return this.#headers.values();
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  [inspect.custom](): Headers {
    return this.#headers;
  }

  get #headers(): Headers {
    if (!this.#platform) {
      this.#platform = new Headers();
      for (const name in this.#raw) {
        for (const value of [this.#raw[name] ?? []].flat()) this.#platform.append(name, value);
      }
    }
    return this.#platform;
  }
}

// For `instanceof Headers`. The class overrides every member, so no platform code looks for missing internals.
Object.setPrototypeOf(ResponseHeaders.prototype, Headers.prototype);
