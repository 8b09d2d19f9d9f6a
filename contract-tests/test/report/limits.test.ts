import { expect, test } from "vitest";
import { annotations, type CheckReport, htmlReport, junitReport, stepSummary, summaryText } from "../../src/index.js";
import { exchange, SAMPLE_TOKEN, sampleFinding, violatedBy } from "../support/sample-report.js";

const shown = exchange("GET", `/?access_token=${SAMPLE_TOKEN}`, 200, {});
const manyFindings = violatedBy(
  Array.from({ length: 10_000 }, (_, index) => {
    // Letters, since messages that differ in numbers have the same cause.
    const word = String(index).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
    const message = `${word} ${"<&*".repeat(500)}`;
    return sampleFinding({ contract: `/nowhere/${index}`, message, exchange: shown });
  }),
);

// The first writer redacts the report for all.
test.each<[name: string, write: (report: CheckReport) => string, says: string, maxCharacters: number]>([
  ["the summary", summaryText, "… and 9,900 more causes in the other reports.", 200_000],
  ["the step summary", stepSummary, "9,980 more in the other reports.", 100_000],
  ["the annotations", annotations, "::error title=More findings::9,950 more in the report", 150_000],
  ["the JUnit report", junitReport, "and 9,999 more", 200_000],
  ["the HTML report", htmlReport, "9,940 more violations, found 9,940 times", 5_000_000],
])("%s has no token, and a limited size for 10,000 findings", (_, write, says, maxCharacters) => {
  const text = write(manyFindings);
  expect(text).toContain(says);
  expect(text).not.toContain(SAMPLE_TOKEN);
  expect(text.length).toBeLessThan(maxCharacters);
});
