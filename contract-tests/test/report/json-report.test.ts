import { expect, test } from "vitest";
import { jsonReport } from "../../src/report/json-report.js";
import { exchange, SAMPLE_TOKEN, sampleFinding, sampleReport, violatedBy } from "../support/sample-report.js";

test("the JSON report contains the whole report after serialization", () => {
  const report = sampleReport();
  const written = JSON.stringify(jsonReport(report));
  const { version, exitCode, outcomes, exchangeCount, exchanges, checks, ...rest } = JSON.parse(written);
  expect([version, exitCode, outcomes]).toEqual([1, 1, { passed: 36, failed: 5, skipped: 18, errored: 1 }]);
  // The types of what was parsed are what the assertions below are about.
  const restored = checks.map((check: { findings: { exchange: number }[] }) => ({
    ...check,
    findings: check.findings.map((finding) => ({ ...finding, exchange: exchanges[finding.exchange] })),
  }));
  const expected = JSON.parse(JSON.stringify(report).replaceAll(SAMPLE_TOKEN, "[redacted]"), (key, value) =>
    key === "headers" ? Object.entries(value) : value,
  );
  expect({ ...rest, exchanges: exchangeCount, checks: restored }).toEqual(expected);
});

test("the JSON report contains an exchange once, however many findings refer to it", () => {
  const shown = exchange("GET", "/users/me", 200, { name: "only-once" });
  const findings = Array.from({ length: 1_000 }, (_, index) => sampleFinding({ exchange: shown, at: `/${index}` }));
  const written = jsonReport(violatedBy(findings));
  expect(written.exchanges).toHaveLength(1);
  expect(written.checks[0]?.findings.map((finding) => finding.exchange)).toEqual(Array(1_000).fill(0));
});

test("the JSON report keeps headers of a Headers object", () => {
  const shown = { request: { method: "GET", path: "/", headers: new Headers({ a: "b" }) }, response: { status: 200 } };
  const { exchanges } = JSON.parse(JSON.stringify(jsonReport(violatedBy([sampleFinding({ exchange: shown })]))));
  expect(exchanges[0].request.headers).toEqual([["a", "b"]]);
});
