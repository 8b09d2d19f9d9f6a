import { describeViolations, type FoundViolation } from "./describe-violations.js";

/** Thrown when exchanges differ from the contract. Its message tells all of it. */
export class ContractViolationError extends Error {
  override readonly name = "ContractViolationError";
  /** What was found, in the order of the exchanges. */
  readonly violations: readonly FoundViolation[];

  constructor(violations: readonly FoundViolation[]) {
    const count = violations.length === 1 ? "1 violation" : `${violations.length} violations`;
    super(`${count} of the contract:\n\n${describeViolations(violations)}`);
    this.violations = violations;
  }
}
