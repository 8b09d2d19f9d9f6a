import type { Contract, Operation } from "content-service-contract";
import type { Check } from "../session/check.js";
import { ifMatchChecks } from "./if-match.js";
import { parallelReadsCheck } from "./parallel-reads.js";
import { raceChecks } from "./races.js";

/** The checks of preconditions, and of requests at once. */
export function conditionChecks(contract: Contract, operations: readonly Operation[], inference: boolean): Check[] {
  const chosen = new Set(operations.map(({ id }) => id));
  const checks = [...ifMatchChecks(contract), ...raceChecks(contract)];
  return [
    ...(inference ? parallelReadsCheck(operations) : []),
    ...checks.filter(({ operation }) => chosen.has(operation)),
  ];
}
