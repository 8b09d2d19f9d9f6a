import type { Proof, Result } from "./verdict.js";

/** How many of some defects each tool found. */
export interface Count {
  readonly name: string;
  readonly defects: number;
  readonly kit: number;
  readonly prism: number;
  readonly respect: number;
}

/** The counts of the results by one of their members, in the order in which it first comes, and of all. */
export function countsBy(results: readonly Result[], member: "category" | "operation"): Count[] {
  const names = [...new Set(results.map((one) => one[member]))];
  const counted = names.map((name) =>
    count(
      name,
      results.filter((one) => one[member] === name),
    ),
  );
  return [...counted, count("all", results)];
}

function count(name: string, results: readonly Result[]): Count {
  const found = (tool: "kit" | "prism" | "respect") => results.filter((one) => one[tool].outcome === "found").length;
  return { name, defects: results.length, kit: found("kit"), prism: found("prism"), respect: found("respect") };
}

/** What a person wants to know at the end of a run. */
export function summaryOf({ results, healthyRuns }: Proof): string {
  const rows = countsBy(results, "category").map(
    ({ name, defects, kit, prism, respect }) =>
      `  ${name.padEnd(44)}${[defects, kit, prism, respect].map((one) => String(one).padStart(9)).join("")}`,
  );
  const head = `  ${"".padEnd(44)}${["defects", "kit", "Prism", "respect"].map((one) => one.padStart(9)).join("")}`;
  const missed = results.filter(({ kit }) => kit.outcome !== "found");
  const idle = results.filter(({ real }) => !real);
  return [
    head,
    ...rows,
    `Healthy runs: ${healthyRuns.runs}, with ${healthyRuns.findings} findings and ${healthyRuns.failed} failed checks`,
    ...missed.map(({ id, rule, kit }) => `Not found by ${rule}: ${id}, but by ${kit.by.join(", ") || "nothing"}`),
    ...idle.map(({ id }) => `No defect, since it changes nothing: ${id}`),
  ].join("\n");
}
