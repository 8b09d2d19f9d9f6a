import { describe, expect, test } from "vitest";
import { junitReport } from "../../src/report/junit-report.js";
import { SAMPLE_TOKEN, sampleReport } from "../support/sample-report.js";

describe("the JUnit report", () => {
  test("shows the message, request and place of a failure", () => {
    const xml = junitReport(sampleReport());
    expect(xml).toContain('message="The response body at /id must be string, and 1 more" type="response-body"');
    expect(xml).toContain("GET https://api.content.example/2.0/users/me returned 200");
    expect(xml).toContain("in the contract: /components/schemas/UserFields/properties/id/type");
    expect(xml).not.toContain(SAMPLE_TOKEN);
  });
});
