// Import this module to add toMatchContract to expect of jest and to its types.
import type { CheckOptions } from "content-service-contract";
import { contractMatchers } from "./to-match-contract.js";

/** The types of `@jest/globals`. */
// @ts-expect-error: the package is installed with jest.
declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T> {
    /** Checks an exchange against the contract. */
    toMatchContract(options?: CheckOptions): R;
  }
}

declare global {
  /** The types of `@types/jest`. */
  namespace jest {
    interface Matchers<R, T> {
      /** Checks an exchange against the contract. */
      toMatchContract(options?: CheckOptions): R;
    }
  }
}

/** jest makes `expect` global, unless `injectGlobals` is off. */
const { expect } = globalThis as { expect?: { extend?: (matchers: typeof contractMatchers) => void } };
if (typeof expect?.extend !== "function")
  throw new TypeError("Expected a global expect. With injectGlobals off, call expect.extend(contractMatchers).");
expect.extend(contractMatchers);
