import { describe, expect, test } from "vitest";
import { annotations, stepSummary } from "../../src/report/ci-report.js";
import { exchange, healthyReport, sampleFinding, sampleReport, violatedBy } from "../support/sample-report.js";

describe("annotations", () => {
  test("are one for each group of findings and one for each errored check", () => {
    const lines = annotations(sampleReport(), { file: "openapi/openapi.yaml" }).trimEnd().split("\n");
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(
      "::error file=openapi/openapi.yaml,title=getCurrentUser%3A response-body::The response body at /id must be string%0AGET https://api.content.example/2.0/users/me returned 200%0AIn the exchange: /response/body/id%0AIn the contract: /components/schemas/UserFields/properties/id/type",
    );
    expect(lines.at(-1)).toMatch(/^::error title=Check errored::queryMetadata responds/);
  });

  test("name no file unless one is given, and are empty for a healthy service", () => {
    expect(annotations(sampleReport())).not.toContain("file=");
    expect(annotations(healthyReport())).toBe("");
  });

  test("cannot contain another command", () => {
    const hostile = "100% of a,b:c\r\n::warning::x\n::add-mask::y\u001b[2K";
    const shown = exchange("GET", `/${hostile}`, 200, {});
    const finding = sampleFinding({ message: hostile, operation: hostile, at: hostile, exchange: shown });
    const text = annotations(violatedBy([finding]), { file: "a,b:c%\n.yaml" });
    expect(text.match(/^/gm)).toHaveLength(2);
    expect(text).toContain("::error file=a%2Cb%3Ac%25%0A.yaml,title=100%25 of a%2Cb%3Ac%0A%3A%3Awarning");
    expect(text).toContain("::100%25 of a,b:c%0A::warning::x%0A::add-mask::y\\u001b[2K%0A");
    expect(text.slice(0, -1)).not.toMatch(/\p{Cc}/u);
  });
});

describe("the step summary", () => {
  test("has the verdict, the counts, the findings and the records not cleaned up", () => {
    const text = stepSummary(sampleReport());
    expect(text).toMatch(
      /^## Contract tests failed\n\n5 of 60 checks failed \(\d+ contract violations in \d+ places\); 1 errored; 18 skipped\.\n/,
    );
    expect(text).toContain("| 36 | 5 | 18 | 1 |");
    expect(text).toContain("| getCurrentUser | response-body | 1 | The response body at /id must be string |");
    expect(text).toContain("Not checked:\n\n- 12 skipped: It makes what no operation removes");
    expect(text).toContain("Not cleaned up:");
    expect(stepSummary(healthyReport())).not.toMatch(/Not cleaned up|Not checked|\| operation/);
  });

  test("escapes text of the service: no markup, links or table cells", () => {
    const hostile = "a|b\n# c <img src=x> [d](https://e.example) `f` **g** @h ~~i~~";
    const text = stepSummary(violatedBy([sampleFinding({ message: hostile })]));
    const row = text.split("\n").find((line) => line.startsWith("| getCurrentUser")) ?? "";
    expect(row.split("|")).toHaveLength(7);
    expect(row.replace(/&#?\w+;/g, "")).not.toMatch(/[<>[\]()`*~@#]|https:/);
  });
});
