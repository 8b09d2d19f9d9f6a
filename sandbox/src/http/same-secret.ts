import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same, in a time that does not tell how far they agree. */
export function sameSecret(known: string, given: string): boolean {
  // Of one length, whatever the lengths of the secrets are.
  const [first, second] = [known, given].map((secret) => createHash("sha256").update(secret).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
