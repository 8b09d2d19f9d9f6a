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
