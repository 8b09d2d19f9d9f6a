import { describe, expect, test } from "vitest";
import { htmlReport } from "../../src/report/html/html-report.js";
import { exchange, sampleFinding, violatedBy } from "../support/sample-report.js";

describe("the HTML report", () => {
  test("marks a header, a query, a status and a missing header or body", () => {
    const shown = exchange("GET", "/users/me?limit=5", 200, {});
    const bare = { ...shown, response: { status: 204 } };
    const page = (at: string, which = shown) => htmlReport(violatedBy([sampleFinding({ at, exchange: which })]));
    expect(page("/request/query/limit")).toMatch(/limit=5 <span class="tag">← here/);
    expect(page("/request/headers/accept")).toMatch(/accept:<\/span> application\/json <span class="tag">← here/);
    expect(page("/response/headers/retry-after")).toMatch(/retry-after: … <span class="tag">← missing/);
    expect(page("/response/body", bare)).toMatch(/\(no body\) <span class="tag">← missing/);
    expect(page("/response/status", bare)).toMatch(/204 <span class="tag">← here/);
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
