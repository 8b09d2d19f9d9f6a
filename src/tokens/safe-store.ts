import { safeError } from "../core/secrets.js";
import type { TokenLock, TokenStore, Tokens } from "./token-store.js";

/**
 * Replaces the errors of a store by copies without tokens and other properties: those of ioredis have the command with its
 * arguments. A method that throws, or returns no promise, rejects or resolves here.
 */
export function withSafeErrors(store: TokenStore, secrets: string[] = []): TokenStore {
  const safe: TokenStore = {
    key: store.key,
    load: () => safely(secrets, async () => note(secrets, await store.load())),
    save: (tokens) => save(secrets, store, tokens),
  };
  if (store.tryLock) {
    safe.tryLock = () =>
      safely(secrets, async () => {
        const lock = await store.tryLock?.();
        return lock && lockOf(secrets, lock);
      });
  }
  return safe;
}

function lockOf(secrets: string[], lock: TokenLock): TokenLock {
  return {
    save: (tokens) => save(secrets, lock, tokens),
    release: () => safely(secrets, () => lock.release()),
  };
}

function save(secrets: string[], target: Pick<TokenStore, "save">, tokens: Tokens): Promise<void> {
  return safely(secrets, () => target.save(note(secrets, tokens)));
}

/** Keeps the last tokens, since an error can quote those that it should have replaced. */
function note<T extends Tokens | undefined>(secrets: string[], tokens: T): T {
  for (const text of [tokens?.accessToken, tokens?.refreshToken]) {
    if (typeof text === "string" && !secrets.includes(text)) secrets.unshift(text);
  }
  secrets.splice(20);
  return tokens;
}

async function safely<T>(secrets: readonly string[], step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw safeError(error, secrets);
  }
}
