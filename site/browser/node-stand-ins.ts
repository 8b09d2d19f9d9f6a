// Web Crypto hashes asynchronously, and the sandbox hashes synchronously.
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** `hash` of `node:crypto`, for the algorithm that the sandbox uses. */
export function hash(_algorithm: "sha1", text: string): string {
  return bytesToHex(sha1(text));
}

/** `createHash` of `node:crypto`, for the algorithm that the sandbox uses. */
export function createHash(_algorithm: "sha256") {
  return { update: (text: string) => ({ digest: () => sha256(text) }) };
}

/** Not constant in time: only the reader of the page can measure it, and the sandbox is the reader's own. */
export function timingSafeEqual(first: Uint8Array, second: Uint8Array): boolean {
  return bytesToHex(first) === bytesToHex(second);
}

/** `isDeepStrictEqual` of `node:util`, for plain data. */
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

/** `serialize` of `node:v8`: a copy instead of bytes. Throws for a value that cannot be copied, such as a function. */
export function serialize<Value>(value: Value): Value {
  return structuredClone(value);
}

/** `deserialize` of `node:v8`: a new copy at each call. */
export const deserialize = serialize;

/** `createContext` of `node:vm`: the object itself. */
export function createContext<Context>(context: Context): Context {
  return context;
}

/** `Script` of `node:vm`, for the script that calls `run`. Has no timeout: the page is the reader's own. */
export class Script {
  runInContext({ run }: { readonly run?: (() => void) | undefined }): void {
    run?.();
  }
}

/** Reads a request body; undefined for a body that is too large. Not every browser can read it in parts. */
export async function readLimitedBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.byteLength > maxBytes ? undefined : bytes;
}

/** A page cannot be a server. */
export async function listen(): Promise<never> {
  throw new Error("The sandbox cannot listen in a browser");
}

/** The part of Node's `Buffer` that the sandbox uses. */
export const Buffer = {
  from(text: string, encoding: Encoding = "utf8") {
    const bytes = encoding === "utf8" ? new TextEncoder().encode(text) : fromBase64Url(text);
    return {
      toString: (to: Encoding = "utf8") => (to === "utf8" ? new TextDecoder().decode(bytes) : toBase64Url(bytes)),
    };
  },
};

type Encoding = "utf8" | "base64url";

/** Throws for invalid base64, which Node skips. The sandbox rejects the marker in both cases. */
function fromBase64Url(text: string): Uint8Array {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
