import type { Contract } from "../../contract/contract.js";
import type { Check, CheckTarget } from "../check.js";
import { conditionChecks } from "./conditions.js";
import { listChecks } from "./lists.js";
import { successChecks } from "./successes.js";
import { unknownIdChecks } from "./unknown-ids.js";
import { refusalCheck, wrongRequests } from "./wrong-requests.js";

/** The checks that only read, in the order in which they run. All come from the contract. */
export function readChecks(contract: Contract, target: CheckTarget): Check[] {
  const wrong = wrongRequests(contract, target);
  const reading = contract.operations.filter(({ reads }) => reads);
  return reading.flatMap((operation) => [
    ...successChecks(contract, operation, target),
    ...conditionChecks(contract, operation, target),
    ...listChecks(contract, operation, target),
    ...unknownIdChecks(contract, operation, target),
    ...wrong.filter((one) => one.operation.id === operation.id).map(refusalCheck),
  ]);
}
