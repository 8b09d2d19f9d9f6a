export { type ContractChange, type ContractDiff, contractDiff, contractGate } from "./contract-diff.js";
export { atLeast, largestStep, nextVersion, STEPS, type Step, stepFrom } from "./version-step.js";
