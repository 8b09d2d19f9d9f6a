// Imported for what it does: expect of jest has toMatchContract after that, also for the compiler.
import type { CheckOptions } from "../rules/check-exchange.js";
import { contractMatchers } from "./to-match-contract.js";

/** What `@jest/globals` gives. */
// @ts-expect-error: the package comes with jest, and who has no jest does not import this file.
declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T> {
    /** Checks an exchange against the contract. */
    toMatchContract(options?: CheckOptions): R;
  }
}

declare global {
  /** What `@types/jest` gives. */
  namespace jest {
    interface Matchers<R, T> {
      /** Checks an exchange against the contract. */
      toMatchContract(options?: CheckOptions): R;
    }
  }
}

/** jest puts `expect` among the globals. Without that, `expect.extend(contractMatchers)` has to be written out. */
const { expect } = globalThis as { expect?: { extend?: (matchers: typeof contractMatchers) => void } };
if (typeof expect?.extend !== "function")
  throw new TypeError("There is no global expect. With injectGlobals off, call expect.extend(contractMatchers).");
expect.extend(contractMatchers);
