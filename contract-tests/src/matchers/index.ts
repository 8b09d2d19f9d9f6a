export { type CheckedFetch, type ContractFetchOptions, contractFetch } from "./contract-fetch.js";
export { contractMatchers } from "./contract-matchers.js";
export { ContractViolationError } from "./contract-violation-error.js";
export { describeViolations, type FoundViolation } from "./describe-violations.js";
export type { MatcherResult } from "./to-match-contract.js";
