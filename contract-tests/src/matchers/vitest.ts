// Imported for what it does: expect of vitest has toMatchContract after that, also for the compiler.
import { expect } from "vitest";
import type { CheckOptions } from "../rules/check-exchange.js";
import { contractMatchers } from "./to-match-contract.js";

declare module "vitest" {
  interface Assertion<T> {
    /** Holds an exchange against the contract. */
    toMatchContract(options?: CheckOptions): void;
  }
  interface AsymmetricMatchersContaining {
    /** Stands for an exchange that holds. */
    toMatchContract(options?: CheckOptions): unknown;
  }
}

expect.extend(contractMatchers);
