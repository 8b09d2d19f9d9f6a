import { loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { redactedReport } from "../../src/report/redacted-report.js";
import {
  exchange,
  SAMPLE_TOKEN,
  sampleCheck,
  sampleFinding,
  sampleReport,
  violatedBy,
} from "../support/sample-report.js";

const SECRET = "given-secret";

test("a redacted report has no given secrets, and no token in the parts of its exchange", () => {
  const shown = exchange("GET", "/users/me", 200, { echo: SECRET });
  const said = `It said ${SECRET} and ${SAMPLE_TOKEN}`;
  const findings = [sampleFinding({ exchange: shown, message: said, at: `/${SECRET}` })];
  const report = sampleReport({
    subject: `https://me:pass@api.example/${SECRET}`,
    leftBehind: [said],
    checks: [
      sampleCheck({ outcome: "failed", findings }),
      sampleCheck({ outcome: "errored", title: SECRET, reason: `x ${encodeURIComponent(SECRET)}` }),
    ],
  });
  const redacted = redactedReport(report, [SECRET], { contract: loadContract() });
  expect(JSON.stringify(redacted)).not.toContain(SECRET);
  expect(redacted.subject).toBe("https://api.example/[redacted]");
  expect(redacted.checks[0]?.findings[0]?.message).toBe("It said [redacted] and [redacted]");
  expect(redacted.leftBehind).toEqual(["It said [redacted] and [redacted]"]);
});

test("redacting a report changes nothing else, and is idempotent", () => {
  const report = sampleReport();
  const once = redactedReport(report);
  expect(once.coverage).toBe(report.coverage);
  expect(once.checks.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual(
    report.checks.map(({ id, outcome, reason }) => [id, outcome, reason]),
  );
  expect(redactedReport(once)).toEqual(once);
});

test("findings that share an exchange share the redacted one", () => {
  const shown = exchange("GET", "/users/me", 200, {});
  const findings = [sampleFinding({ exchange: shown }), sampleFinding({ exchange: shown })];
  const { checks } = redactedReport(violatedBy(findings));
  expect(checks[0]?.findings[0]?.exchange).toBe(checks[0]?.findings[1]?.exchange);
});
