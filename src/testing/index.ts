import type { Tokens } from "../tokens/token-store.js";

export {
  type ApiErrorOptions,
  apiError,
  type FailedCallOptions,
  networkError,
  type TimeoutErrorOptions,
  timeoutError,
} from "./errors.js";
export { type Stubs, stubClient } from "./stub-client.js";
export { type TokenStoreContractOptions, tokenStoreContract } from "./token-store-contract.js";

/**
 * Makes tokens whose access token is valid for an hour, for a store in a test.
 * @example
 * const store = memoryTokenStore(testTokens({ expiresAtMs: Date.now() - 1 }));
 */
export function testTokens(tokens: Partial<Tokens> = {}): Tokens {
  const { obtainedAtMs = Date.now() } = tokens;
  const made = { accessToken: "test-access-token", refreshToken: "test-refresh-token" };
  return { ...made, obtainedAtMs, expiresAtMs: obtainedAtMs + 3_600_000, ...tokens };
}
