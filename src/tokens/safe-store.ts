import { safeError } from "../core/secrets.js";
import type { Tokens } from "./token-store.js";

const MAX_SECRETS = 20;

/** Remembers the last tokens of a store in `secrets`, since its errors can quote those that it should have replaced. */
export function remember<T extends Tokens | undefined>(secrets: string[], tokens: T): T {
  for (const text of [tokens?.accessToken, tokens?.refreshToken]) {
    if (typeof text === "string" && !secrets.includes(text)) secrets.unshift(text);
  }
  secrets.splice(MAX_SECRETS);
  return tokens;
}

/**
 * Runs a step of a store. Rejects with a copy of its error, without the secrets and without other properties: the errors
 * of ioredis have the command with its arguments. A step may also throw, or return no promise.
 */
export async function safely<T>(secrets: readonly string[], step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw safeError(error, secrets);
  }
}
