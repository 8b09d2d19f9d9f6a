import { type FindingGroup, groupFindings } from "../finding-groups.js";
import type { CheckResult } from "../report.js";

/** A group of findings, and where the page shows it. */
export interface PlacedGroup extends FindingGroup {
  /** The operation of the check that found it, which may have called another one. */
  readonly check: string | undefined;
  /** The id of its element. */
  readonly anchor: string;
  /** Whether it is shown with its exchange, as a line of a table, or only counted. */
  readonly shown: "full" | "line" | "counted";
}

/** Groups findings by the operation of their checks, and gives each group a place, so that the page stays of a bounded size. */
export function placeGroups(checks: readonly CheckResult[]): PlacedGroup[] {
  const operations = [...new Set(checks.map(({ operation }) => operation))];
  const groups = operations.flatMap((operation) =>
    groupFindings(checks.filter((check) => check.operation === operation)).map((group) => ({
      ...group,
      check: operation,
    })),
  );
  return groups.map((group, index) => {
    const shown = index < MAX_FULL ? "full" : index < MAX_FULL + MAX_LINES ? "line" : "counted";
    return { ...group, shown, anchor: shown === "counted" ? "more-violations" : `violation-${index + 1}` };
  });
}

const MAX_FULL = 60;
const MAX_LINES = 300;
