import { safeError } from "../core/secrets.js";
import type { TokenLock, TokenStore, Tokens } from "./token-store.js";

/**
 * Replaces the errors of a store by copies without tokens and other properties: those of ioredis have the command with its
 * arguments. A method that throws, or returns no promise, rejects or resolves here.
 */
export function withSafeErrors(store: TokenStore): TokenStore {
  /** The last tokens, since an error can quote those that it should have replaced. */
  let secrets: string[] = [];
  const note = <T extends Tokens | undefined>(tokens: T): T => {
    const texts = [tokens?.accessToken, tokens?.refreshToken].filter((text) => typeof text === "string");
    secrets = [...new Set([...texts, ...secrets])].slice(0, 20);
    return tokens;
  };
  const safely = async <T>(step: () => T | Promise<T>): Promise<T> => {
    try {
      return await step();
    } catch (error) {
      throw safeError(error, secrets);
    }
  };
  const save = (target: Pick<TokenStore, "save">, tokens: Tokens) => safely(() => target.save(note(tokens)));
  const lockOf = (lock: TokenLock): TokenLock => ({
    save: (tokens) => save(lock, tokens),
    release: () => safely(() => lock.release()),
  });
  return {
    load: () => safely(async () => note(await store.load())),
    save: (tokens) => save(store, tokens),
    ...(store.key !== undefined && { key: store.key }),
    ...(store.tryLock && {
      tryLock: () =>
        safely(async () => {
          const lock = await store.tryLock?.();
          return lock && lockOf(lock);
        }),
    }),
  };
}
