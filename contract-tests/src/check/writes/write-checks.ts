import type { Contract, Operation } from "content-service-contract";
import type { Check, CheckTarget } from "../session/check.js";
import { createdValueChecks } from "./created-values.js";
import { creationChecks } from "./creations.js";
import { expiryChecks } from "./expiries.js";
import { instanceChecks } from "./instance-checks.js";
import { instanceValueChecks } from "./instance-values.js";
import { wayChecks } from "./linked-records.js";
import { onceChecks } from "./once.js";
import { recordChecks } from "./record-checks.js";
import { wrongWriteChecks } from "./wrong-writes.js";

/**
 * The checks that write, in the order in which they run: first those that restore everything, then those that create
 * records, then those that delete.
 */
export function writeChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const chosen = new Set(operations.map(({ id }) => id));
  const checks = [
    ...recordChecks(contract),
    ...wayChecks(contract),
    ...expiryChecks(contract),
    ...instanceChecks(contract),
    ...instanceValueChecks(contract),
    ...wrongWriteChecks(contract, target, operations),
    ...creationChecks(contract),
    ...createdValueChecks(contract),
    ...onceChecks(contract),
  ];
  return checks.filter(({ operation }) => chosen.has(operation));
}
