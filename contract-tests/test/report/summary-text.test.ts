import { describe, expect, test } from "vitest";
import { summaryText } from "../../src/report/summary-text.js";
import {
  exchange,
  healthyReport,
  SAMPLE_TOKEN,
  sampleCheck,
  sampleFinding,
  sampleReport,
} from "../support/sample-report.js";

describe("the summary", () => {
  test("has a line for each operation with its counts", () => {
    const text = summaryText(sampleReport());
    expect(text).toMatch(/^✗ getCurrentUser +1 failed, 5 passed$/m);
    expect(text).toMatch(/^✓ addEmailAlias +6 passed$/m);
    expect(text).toMatch(/^- refreshAccessToken +6 skipped$/m);
    expect(text).toMatch(/^- queryMetadata +1 errored, 5 passed$/m);
  });

  test("says of a violation what is wrong, where, in answer to what, and what the contract says", () => {
    expect(summaryText(sampleReport())).toContain(`
getCurrentUser answers as the contract says
  response-body: The response body at /id must be string
    request  GET https://api.content.example/2.0/users/me → 200
    at       /response/body/id
    contract /components/schemas/UserFields/properties/id/type
             | id:
             >   type: string
    meaning  The id of the user.
`);
  });

  test("makes one entry of what breaks the same statement in many places", () => {
    const text = summaryText(sampleReport());
    expect(text).toContain("response-body, in 100 places: The response body at /entries/0/id must be string");
    expect(text).not.toContain(
      "must be string\n    request  GET https://api.content.example/2.0/file_version_retentions?limit=100 → 200\n    at       /response/body/entries/1/id\n",
    );
    expect(text.match(/file_version_retentions\?limit=100 → 200/g)).toHaveLength(2);
  });

  test("tells what was skipped, what could not be carried out and what stayed there, with the reasons", () => {
    const text = summaryText(sampleReport(), { width: 200 });
    expect(text).toContain(
      "Skipped\n  The target has no credentials for a refresh: give --refresh-token.\n    refreshAccessToken answers as the contract says, and 5 other checks",
    );
    expect(text).toContain(
      "Could not be carried out\n  No answer came within 30 s: connect ECONNREFUSED 192.0.2.1:443\n    queryMetadata answers",
    );
    expect(text).toContain("Left behind\n  The folder contract-check-7");
  });

  test.each([
    ["The contract is violated. 5 of 150 checks found 510 differences", sampleReport()],
    ["The contract held. 150 of 150 checks passed.", healthyReport()],
    ["It could not be found out. There was nothing to check.", sampleReport({ checks: [] })],
    [
      "It could not be found out. None of 1 check could tell: all were skipped.",
      sampleReport({ checks: [sampleCheck({ outcome: "skipped" })] }),
    ],
    [
      "It could not be found out. No violation was found, and 1 check could not be carried out.",
      sampleReport({ checks: [sampleCheck(), sampleCheck({ outcome: "errored" })] }),
    ],
  ])("ends with the coverage and the verdict: %s", (verdict, report) => {
    const [coverage, last] = summaryText(report).trimEnd().split("\n").slice(-2);
    expect(coverage).toMatch(/^Coverage 72\.\d %: \d+ of 1,?\d+ documented things seen\.$/);
    expect(last).toContain(verdict);
  });

  test("fits the width, as long as no line of its own verdict is longer", () => {
    const wide = summaryText(sampleReport(), { width: 60 }).trimEnd().split("\n").slice(0, -1);
    expect(wide.filter((line) => line.length > 60)).toEqual([]);
  });

  test("is painted only when it is told to", () => {
    expect(summaryText(sampleReport())).not.toContain("\u001b");
    expect(summaryText(sampleReport(), { color: true })).toContain("\u001b[31mThe contract is violated.\u001b[0m");
  });

  test("cannot be made to steer the terminal, nor to hide a line", () => {
    const hostile = "\u001b]0;title\u0007\u001b[2J\r\nok\u009b1m\u202e";
    const findings = [
      sampleFinding({ message: hostile, at: hostile, exchange: exchange("GET", `/${hostile}`, 200, {}) }),
    ];
    const text = summaryText(
      sampleReport({
        subject: hostile,
        leftBehind: [hostile],
        checks: [
          sampleCheck({ title: hostile, operation: hostile, outcome: "failed", findings }),
          sampleCheck({ title: hostile, outcome: "errored", reason: hostile }),
        ],
      }),
    );
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(text).toContain("\\u001b[2J ok\\u009b1m\\u202e");
  });

  test("has no token, and is bounded for 10,000 findings", () => {
    const findings = Array.from({ length: 10_000 }, (_, index) =>
      sampleFinding({
        contract: `/nowhere/${index}`,
        exchange: exchange("GET", `/?access_token=${SAMPLE_TOKEN}`, 200, {}),
      }),
    );
    const text = summaryText(sampleReport({ checks: [sampleCheck({ outcome: "failed", findings })] }));
    expect(text).toContain("… and 9,900 others, see the other reports.");
    expect(text).not.toContain(SAMPLE_TOKEN);
    expect(text.length).toBeLessThan(100_000);
  });
});
