import { describe, expect, test } from "vitest";
import {
  annotations,
  type CheckReport,
  htmlReport,
  jsonReport,
  junitReport,
  stepSummary,
  summaryText,
} from "../../src/index.js";
import {
  exchange,
  healthyReport,
  SAMPLE_TOKEN,
  sampleCheck,
  sampleFinding,
  sampleReport,
  violatedBy,
} from "../support/sample-report.js";

describe("the HTML report", () => {
  test("marks a header, a query, a status and a missing header or body, and has the notes of the run", () => {
    const shown = exchange("GET", "/users/me?limit=5", 200, {});
    const bare = { ...shown, response: { status: 204 } };
    const page = (at: string, which = shown) => htmlReport(violatedBy([sampleFinding({ at, exchange: which })]));
    expect(page("/request/query/limit")).toMatch(/limit=5 <span class="tag">← here/);
    expect(page("/request/headers/accept")).toMatch(/accept:<\/span> application\/json <span class="tag">← here/);
    expect(page("/response/headers/retry-after")).toMatch(/retry-after: … <span class="tag">← missing/);
    expect(page("/response/body", bare)).toMatch(/\(no body\) <span class="tag">← missing/);
    expect(page("/response/status", bare)).toMatch(/204 <span class="tag">← here/);
    expect(htmlReport(sampleReport({ notes: ["Tolerated 2 responses"] }))).toContain("<li>Tolerated 2 responses");
  });

  test("cuts long bodies around the violation", () => {
    const body = Array.from({ length: 5_000 }, (_, index) => ({ id: index === 4_000 ? "the culprit" : index }));
    const html = htmlReport(
      violatedBy([sampleFinding({ exchange: exchange("GET", "/users/me", 200, body), at: "/response/body/4000/id" })]),
    );
    expect(html).toMatch(/the culprit&quot; <span class="tag">← here/);
    expect(html).toContain("more lines");
  });
});

describe("the JUnit report", () => {
  test("shows the message, request and place of a failure", () => {
    const xml = junitReport(sampleReport());
    expect(xml).toContain('message="The response body at /id must be string, and 1 more" type="response-body"');
    expect(xml).toContain("GET https://api.content.example/2.0/users/me returned 200");
    expect(xml).toContain("In the contract: /components/schemas/UserFields/properties/id/type");
    expect(xml).not.toContain(SAMPLE_TOKEN);
  });

  test("lists the places of a cause once, and refers to them in the other failures", () => {
    const checks = ["getFile", "getFolder", "getUser"].map((operation) => {
      const findings = [sampleFinding({ operation }), sampleFinding({ operation, at: "/response/body/owner/id" })];
      return sampleCheck({ outcome: "failed", operation, title: `${operation} succeeds`, findings });
    });
    const xml = junitReport(sampleReport({ checks }));
    expect(xml.match(/<failure /g)).toHaveLength(3);
    expect(xml.match(/\n {2}getFolder \(2\): \/response\/body\/id, \/response\/body\/owner\/id\n/g)).toHaveLength(1);
    expect(xml.match(/The same cause as of: getFile succeeds</g)).toHaveLength(2);
  });
});

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

const shown = exchange("GET", `/?access_token=${SAMPLE_TOKEN}`, 200, {});
const manyFindings = violatedBy(
  Array.from({ length: 10_000 }, (_, index) => {
    // Letters, since messages that differ in numbers have the same cause.
    const word = String(index).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
    return sampleFinding({ contract: `/nowhere/${index}`, message: `${word} ${"<&*".repeat(500)}`, exchange: shown });
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
