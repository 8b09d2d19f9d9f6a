import { type Contract, type Operation, tokenOperation } from "content-service-contract";
import { callableChecks, idsMissing, successChecks } from "../reads/call-checks.js";
import type { Check, CheckTarget } from "../session/check.js";
import { namesRecords } from "../session/own-request.js";
import { createdValueChecks } from "./created-values.js";
import { creationsOf } from "./creation-facts.js";
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
 * records, then those that delete. The calls of `planned` operations are those of a plan.
 */
export function writeChecks(
  contract: Contract,
  target: CheckTarget,
  operations: readonly Operation[],
  planned: ReadonlySet<Operation | undefined>,
): Check[] {
  const chosen = new Set(operations.map(({ id }) => id));
  const token = tokenOperation(contract);
  const writing = operations.filter((one) => !one.isSafe && one !== token);
  // A plan calls it with the ids of records of its own.
  const isLeft = (one: Operation) => planned.has(one) && idsMissing(contract, one, target).length > 0;
  const creating = contract.operations.filter((one) => !planned.has(one));
  const created = new Set(creationsOf(contract, creating).map(({ operation }) => operation));
  const checks = [
    ...recordChecks(contract),
    ...wayChecks(contract),
    ...expiryChecks(contract),
    ...instanceChecks(contract),
    ...instanceValueChecks(contract),
    ...writing
      .filter((one) => !isLeft(one))
      .flatMap((operation) =>
        callableChecks(contract, operation, target, () => [
          ...(created.has(operation) || namesRecords(contract) ? [] : successChecks(contract, operation, target)),
          ...wrongWriteChecks(contract, target, operation),
        ]),
      ),
    ...creationChecks(contract, creating),
    ...createdValueChecks(contract, creating),
    ...onceChecks(contract),
  ];
  return checks.filter(({ operation }) => chosen.has(operation));
}
