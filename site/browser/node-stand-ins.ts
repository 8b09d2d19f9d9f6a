// The hashes that a browser has itself come as promises, and the sandbox does not wait for one.
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** As Node has it, for the one algorithm that the sandbox names here. */
export function hash(_algorithm: "sha1", text: string): string {
  return bytesToHex(sha1(text));
}

/** As Node has it, for the one algorithm that the sandbox names here. */
export function createHash(_algorithm: "sha256") {
  return { update: (text: string) => ({ digest: () => sha256(text) }) };
}

/** Whoever could measure the time is the reader, whose world it is. */
export function timingSafeEqual(first: Uint8Array, second: Uint8Array): boolean {
  return bytesToHex(first) === bytesToHex(second);
}

/** Whether two values are the same all the way down. As Node has it, for plain data. */
export function isDeepStrictEqual(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return Object.is(first, second);
  const names = Object.keys(first);
  return (
    Array.isArray(first) === Array.isArray(second) &&
    names.length === Object.keys(second).length &&
    names.every((name) => Object.hasOwn(second, name) && isDeepStrictEqual(first[name], second[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

// The sandbox keeps the start of its world in this form. A copy serves as well.

/** Copies a value. Throws for one that cannot be copied, such as a function, as Node's does. */
export function serialize<Value>(value: Value): Value {
  return structuredClone(value);
}

/** Gives a copy of what was copied, which can be asked for again. */
export function deserialize<Value>(copy: Value): Value {
  return structuredClone(copy);
}

/** Reads the body of a request as text, and gives undefined when it is too large. Not every browser can read it in parts. */
export async function readLimitedBody(request: Request, maxBytes: number): Promise<string | undefined> {
  const text = await request.text();
  return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
}

/** A page cannot be a server. */
export async function listen(): Promise<never> {
  throw new Error("The sandbox cannot listen in a browser");
}

/** The part of Node's `Buffer` by which the sandbox writes and reads markers, and mends halves of characters. */
export const Buffer = {
  from(text: string, encoding: Encoding = "utf8") {
    const bytes = encoding === "utf8" ? new TextEncoder().encode(text) : read(text);
    return { toString: (to: Encoding = "utf8") => (to === "utf8" ? new TextDecoder().decode(bytes) : write(bytes)) };
  },
};

type Encoding = "utf8" | "base64url";

/** Throws where Node skips what is no base64. The reader of markers takes neither. */
function read(text: string): Uint8Array {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function write(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
