import { toMatchContract } from "./to-match-contract.js";

/**
 * The matchers for `expect.extend` of vitest and jest.
 *
 * @example
 * expect.extend(contractMatchers);
 * expect(exchange).toMatchContract({ closed: true });
 */
export const contractMatchers = { toMatchContract };
