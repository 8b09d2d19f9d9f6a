import type { Contract, Operation } from "content-service-contract";
import type { Check, CheckTarget } from "../session/check.js";
import { lockChecks } from "./lock-checks.js";
import { tokenChecks } from "./token-checks.js";

/** The checks of tokens and locks. */
export function identityChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const locks = operations.some(({ id }) => id === "updateFile") ? lockChecks(target) : [];
  return [...tokenChecks(contract, target, operations), ...locks];
}
