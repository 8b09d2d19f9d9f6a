import type { Contract, Operation } from "content-service-contract";
import { createCallers } from "../session/callers.js";
import type { Check, CheckTarget } from "../session/check.js";
import { asUserChecks } from "./as-user-checks.js";
import { lockChecks } from "./lock-checks.js";
import { tokenChecks } from "./token-checks.js";
import { visibilityChecks } from "./visibility-checks.js";

/** The checks of who calls: tokens, `As-User` and a second user. */
export function identityChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const callers = createCallers();
  const locks = operations.some(({ id }) => id === "updateFile") ? lockChecks(callers) : [];
  return [
    ...tokenChecks(contract, target, operations),
    ...asUserChecks(contract, target, operations, callers),
    ...visibilityChecks(operations, callers),
    ...locks,
  ];
}
