// Import this module to add toMatchContract to expect of vitest and to its types.
// On its own, so that it stays in the declarations: they must know the module that they add to, whichever is imported first.
import "vitest";
import type { CheckOptions } from "content-service-contract";
import { expect } from "vitest";
import { contractMatchers } from "./to-match-contract.js";

declare module "vitest" {
  interface Assertion<T> {
    /** Checks an exchange against the contract. */
    toMatchContract(options?: CheckOptions): void;
  }
  interface AsymmetricMatchersContaining {
    /** Matches an exchange without violations. */
    toMatchContract(options?: CheckOptions): unknown;
  }
}

expect.extend(contractMatchers);
