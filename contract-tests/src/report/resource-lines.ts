import { counted } from "content-service-contract/text";
import { groupBy } from "./group-by.js";
import type { CheckReport, ResourceOperation, ResourceReport } from "./report.js";

export function resourceLines({ resources = [] }: Pick<CheckReport, "resources">): string[] {
  // A run that only reads calls none that writes: one line for all.
  const all = resources.flatMap(({ operations }) => operations.filter(({ problem }) => problem?.startsWith(BARRED)));
  const barred = groupBy(all, ({ problem }) => problem);
  const inOrder = [...resources.filter((one) => !isWhole(one)), ...resources.filter(isWhole)];
  const lines = inOrder.map(({ collection, operations }) => {
    const reasons = groupBy(operations, ({ problem }) => problem);
    const worked = [...new Set(reasons.get(undefined)?.map(({ role }) => role))];
    reasons.delete(undefined);
    for (const reason of barred.keys()) reasons.delete(reason);
    const failed = [...reasons].map(([reason, some]) => `not ${withOperations(some)}: ${reason}`);
    return `${collection}: ${[...(worked.length === 0 ? [] : [worked.join(", ")]), ...failed].join("; ")}`;
  });
  const left = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES),
    ...(left > 0 ? [`… and ${counted(left, "more resource")}`] : []),
    ...[...barred].map(([reason, some]) => `${counted(some.length, "operation")} not called: ${reason}`),
  ];
}

export function isWhole({ operations }: ResourceReport): boolean {
  return operations.every(({ problem }) => problem === undefined);
}

/** Such as `created by createBook, acted on by lendBook, returnBook`. */
export function withOperations(operations: readonly ResourceOperation[]): string {
  return [...groupBy(operations, ({ role }) => role)]
    .map(([role, some]) => `${role} by ${some.map(({ operation }) => operation).join(", ")}`)
    .join(", ");
}

/** Begins the reason of an operation that writes more than the run permits. */
export const BARRED = "the run permits no ";

const MOST_LINES = 30;
