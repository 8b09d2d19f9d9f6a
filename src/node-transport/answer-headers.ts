import { inspect } from "node:util";

/** The headers of an answer by their names in small letters, as undici gives them. */
export type Received = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The headers of an answer, in place of the platform's `Headers`: most answers are asked for one or two, and making the
 * real ones costs more than all the rest of the answer. They are made as soon as anything else is asked for.
 */
export class AnswerHeaders implements Headers {
  readonly #received: Received;
  #made: Headers | undefined;

  constructor(received: Received) {
    this.#received = received;
  }

  get(name: string): string | null {
    const value = this.#made ? undefined : this.#received[name.toLowerCase()];
    // What has to be joined or trimmed, and a name that cannot be one, are for the platform.
    if (typeof value === "string" && !/[ \t]$/.test(value)) return value;
    if (value === undefined && !this.#made && /^[\w-]+$/.test(name)) return null;
    return this.#real.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  append(name: string, value: string): void {
    this.#real.append(name, value);
  }

  set(name: string, value: string): void {
    this.#real.set(name, value);
  }

  delete(name: string): void {
    this.#real.delete(name);
  }

  getSetCookie(): string[] {
    return this.#real.getSetCookie();
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void {
    this.#real.forEach((value, name) => {
      callback.call(thisArg, value, name, this);
    });
  }

  entries() {
    return this.#real.entries();
  }

  keys() {
    return this.#real.keys();
  }

  values() {
    return this.#real.values();
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  [inspect.custom](): Headers {
    return this.#real;
  }

  get #real(): Headers {
    if (!this.#made) {
      this.#made = new Headers();
      for (const name in this.#received) {
        for (const value of [this.#received[name] ?? []].flat()) this.#made.append(name, value);
      }
    }
    return this.#made;
  }
}

// For `instanceof Headers`. Every member is its own, so nothing of the platform's looks for what is not there.
Object.setPrototypeOf(AnswerHeaders.prototype, Headers.prototype);
