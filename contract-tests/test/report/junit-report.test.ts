import { describe, expect, test } from "vitest";
import { junitReport } from "../../src/report/junit-report.js";
import { SAMPLE_TOKEN, sampleCheck, sampleFinding, sampleReport } from "../support/sample-report.js";

describe("the JUnit report", () => {
  test("shows the message, request and place of a failure", () => {
    const xml = junitReport(sampleReport());
    expect(xml).toContain('message="The response body at /id must be string, and 1 more" type="response-body"');
    expect(xml).toContain("GET https://api.content.example/2.0/users/me returned 200");
    expect(xml).toContain("in the contract: /components/schemas/UserFields/properties/id/type");
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
