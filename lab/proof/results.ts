import { createHash } from "node:crypto";
import { markdownTable } from "../support/figures.js";
import type { Defect } from "./defects/defect.js";

/** The result of one tool for one defect. */
export interface Verdict {
  /** `other`: reported, but not by an expected rule. */
  readonly outcome: "found" | "other" | "missed";
  /** Rules of the kit, or the first message of another tool. */
  readonly by: readonly string[];
}

/** A planted defect and the result of each tool. */
export interface Result extends Pick<Defect, "id" | "category" | "rule" | "describe"> {
  /** Whether a client can observe the defect. A defect that changes no response is an error of the proof. */
  readonly real: boolean;
  readonly kit: Verdict;
  readonly prism: Verdict;
}

export type WorkerResult = Pick<Result, "id" | "real" | "kit" | "prism">;

/** The verdict of a tool that did not run. */
export const UNTRIED: Verdict = { outcome: "missed", by: [] };

/** The full results of a run, written to `reports/proof.json`. */
export interface Proof {
  readonly date: string;
  readonly versions: Readonly<Record<"kit" | "prism" | "node", string>>;
  /** Complete runs of the kit on healthy sandboxes, and the number of their findings. */
  readonly healthyRuns: { readonly runs: number; readonly findings: number; readonly errored: number };
  readonly results: readonly Result[];
}

type Counts = readonly [planted: number, kit: number, prism: number];

/** The share of all defects that the kit must find. */
export const MIN_SHARE = 0.97;

export const HEALTHY_RUNS = 20;

/** Identifies the planted defects, so that figures of other defects are recognized as stale. */
export function fingerprintOf(defects: readonly Pick<Defect, "id" | "category" | "rule">[]): string {
  const text = JSON.stringify(defects.map(({ id, category, rule }) => [id, category, rule]));
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function countsOf(results: readonly Result[]): Counts {
  const found = (tool: "kit" | "prism") => results.filter((result) => result[tool].outcome === "found").length;
  return [results.length, found("kit"), found("prism")];
}

/** The problems of a run: too few defects found, false alarms, or defects that change no response. */
export function problemsOf({ results, healthyRuns: { findings, errored, runs } }: Proof, minShare: number): string[] {
  const [planted, kit] = countsOf(results);
  return [
    ...(kit < minShare * planted ? [`Expected at least ${minShare * 100}% found; received ${kit} of ${planted}`] : []),
    ...(findings + errored > 0
      ? [`Expected no findings in ${runs} healthy runs; received ${findings}, and ${errored} checks that errored`]
      : []),
    ...results
      .filter(({ real }) => !real)
      .map(({ id }) => `Expected a defect to change a response; ${id} changes none`),
  ];
}

/** Selects a number of defects, from all categories in turn; all defects when the number is 0. */
export function sampled(defects: readonly Defect[], count: number): Defect[] {
  if (count === 0) return [...defects];
  const taken = new Map<string, number>();
  const turns = defects.map((defect) => {
    const turn = taken.get(defect.category) ?? 0;
    taken.set(defect.category, turn + 1);
    return { defect, turn };
  });
  // The sort is stable, so the sample is the same each time.
  const ordered = turns.toSorted((left, right) => left.turn - right.turn);
  return ordered.slice(0, count).map(({ defect }) => defect);
}

/** The figures of docs/proof.md about the planted defects. */
export function pageFigures({ date, versions, healthyRuns, results }: Proof): Record<string, string> {
  const [planted, kit, prism] = countsOf(results);
  const share = (count: number) => `${((100 * count) / planted).toFixed(1)}%`;
  const categories = [...new Set(results.map(({ category }) => category))];
  const kinds = categories.map((name) => [name, countsOf(results.filter((one) => one.category === name))] as const);
  const prismOther = results.filter((one) => one.prism.outcome === "other").length;
  const missed = results.filter((one) => one.kit.outcome !== "found");
  const kitOnly = kinds.filter(([, [count, byKit, byPrism]]) => byKit === count && byPrism === 0);
  return {
    tools: [
      `<!-- defects ${fingerprintOf(results)} -->`,
      `Run on ${date}, with Node ${versions.node} and Prism's HTTP server ${versions.prism}.`,
      "",
      markdownTable(
        ["", `of ${planted} defects`, "share"],
        [
          ["these contract tests", kit, share(kit)],
          ["Prism's proxy", prism, share(prism)],
        ],
      ),
      "",
      `False alarms of the contract tests: ${healthyRuns.findings} in ${healthyRuns.runs} complete runs on healthy sandboxes.`,
      `In ${prismOther} more cases, Prism flagged the request, as it also does for a healthy sandbox, but not that it was accepted.`,
    ].join("\n"),
    categories: [
      markdownTable(
        ["kind of defect", "defects", "contract tests", "Prism's proxy"],
        [
          ...kinds.filter((kind) => !kitOnly.includes(kind)).map(([name, counts]) => [name, ...counts]),
          ["all", planted, kit, prism],
        ],
      ),
      "",
      wrapped(
        `Prism's proxy found none of these, and the contract tests all: ${kitOnly.map(([name, [count]]) => `${name} (${count})`).join(", ")}.`,
      ),
    ].join("\n"),
    missed:
      missed.length === 0
        ? "None."
        : markdownTable(
            ["defect", "expected rule", "reported by"],
            missed.map((one) => [
              one.describe,
              `\`${one.rule}\``,
              one.kit.by.map((rule) => `\`${rule}\``).join(", ") || "nothing",
            ]),
          ),
  };
}

/** Breaks a paragraph into lines of up to 120 characters. */
function wrapped(text: string): string {
  return text.replace(/(.{1,120})(?: |$)/g, "$1\n").trimEnd();
}
