export { type CheckedFetch, type ContractFetchOptions, contractFetch } from "./contract-fetch.js";
export { ContractViolationError, describeViolations, type FoundViolation } from "./describe-violations.js";
export type { MatcherResult } from "./to-match-contract.js";
export { contractMatchers } from "./to-match-contract.js";
