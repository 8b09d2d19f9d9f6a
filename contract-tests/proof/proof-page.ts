import { type Count, countsBy } from "./summary.js";
import type { Proof, Result } from "./verdict.js";

/** The page with its generated parts made anew from a run. What stands outside of the marks is left as it is. */
export function fillPage(page: string, proof: Proof): string {
  return Object.entries(partsOf(proof)).reduce((text, [name, part]) => {
    const between = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
    if (!between.test(text)) throw new Error(`The page has no place for ${name}`);
    return text.replace(between, (_, start: string, end: string) => `${start}\n${part}\n\n${end}`);
  }, page);
}

function partsOf({ date, versions, healthyRuns, results }: Proof): Record<string, string> {
  const [all] = countsBy(results, "category").slice(-1);
  const share = (count = 0) => `${((100 * count) / results.length).toFixed(1)} %`;
  const others = results.filter(({ prism }) => prism.outcome === "other").length;
  return {
    figures: [
      `Run on ${date}, with Node ${versions.node}, Prism's HTTP server ${versions.prism} and Redocly CLI ${versions.respect}.`,
      "",
      "| | defects found | share |",
      "|---|---|---|",
      `| the kit, each by the rule that should | ${all?.kit} of ${results.length} | ${share(all?.kit)} |`,
      `| Prism's proxy | ${all?.prism} | ${share(all?.prism)} |`,
      `| Redocly \`respect\` | ${all?.respect} | ${share(all?.respect)} |`,
      "",
      `False alarms of the kit: ${healthyRuns.findings}, in ${healthyRuns.runs} whole runs on healthy sandboxes.`,
      `Of ${others} more defects Prism said that the request was wrong, as it says on a healthy sandbox, and a success came.`,
    ].join("\n"),
    categories: table("kind of defect", countsBy(results, "category")),
    operations: table("operation", countsBy(results, "operation")),
    missed: missedTable(results),
  };
}

function table(name: string, counts: readonly Count[]): string {
  const rows = counts.map(
    ({ name: one, defects, kit, prism, respect }) => `| ${[one, defects, kit, prism, respect].join(" | ")} |`,
  );
  return [`| ${name} | defects | the kit | Prism's proxy | \`respect\` |`, "|---|---|---|---|---|", ...rows].join("\n");
}

function missedTable(results: readonly Result[]): string {
  const rows = results
    .filter(({ kit }) => kit.outcome !== "found")
    .map(
      ({ describe, rule, kit }) =>
        `| ${describe} | \`${rule}\` | ${kit.by.map((one) => `\`${one}\``).join(", ") || "nothing"} |`,
    );
  return ["| defect | should be found by | was found by |", "|---|---|---|", ...rows].join("\n");
}
