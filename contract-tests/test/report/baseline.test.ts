import { loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { baselineText, readBaseline, withBaseline } from "../../src/report/baseline.js";
import { exitCodeOf } from "../../src/report/report.js";
import { summaryText } from "../../src/report/summary-text.js";
import { sampleCheck, sampleFinding, sampleReport } from "../support/sample-report.js";

const REASON = "Numbers until July.";
const ENTRY = { operation: "getCurrentUser", rule: "response-body", reason: REASON, until: "2026-07-31" };
const findings = [sampleFinding(), sampleFinding({ at: "/response/body/x" })];
const failed = sampleCheck({ outcome: "failed", findings });
const report = sampleReport({ checks: [failed], leftBehind: [] });
const judge = (changes: object, checks = report.checks) =>
  withBaseline({ ...report, checks }, readBaseline([{ ...ENTRY, ...changes }], loadContract()));

describe("a baseline", () => {
  test("accepts known violations, and shows them apart", () => {
    const judged = judge({});
    expect([exitCodeOf(report), exitCodeOf(judged)]).toEqual([1, 0]);
    const skipped = { outcome: "skipped", reason: `Accepted until 2026-07-31: ${REASON}` };
    expect(judged.checks).toEqual([{ ...failed, ...skipped, findings: [], accepted: 2 }]);
    const text = summaryText(judged);
    expect(text).toContain(`Baseline\n  accepted: 2, until 2026-07-31: getCurrentUser, response-body: ${REASON}`);
    expect(text).toContain("0 of 1 check passed; 2 violations accepted; 1 skipped.");
    expect(text).not.toMatch(/^(FAIL|Not checked)/m);
  });

  test("accepts the violations of a check by its id, to the end of the last day", () => {
    const entry = { check: failed.id, reason: "Known.", until: report.startedAt.slice(0, 10) };
    expect(exitCodeOf(withBaseline(report, readBaseline([entry], loadContract())))).toBe(0);
  });

  test("is written from the violations of a report, and accepts them", () => {
    const unknown = sampleFinding({ operation: undefined, rule: "operation-known" });
    const other = sampleCheck({ id: "unknown/traffic", operation: undefined, outcome: "failed", findings: [unknown] });
    const text = baselineText(judge({}, [failed, sampleCheck({ ...failed, id: "b", operation: "b" }), other]));
    const first = baselineText({ ...report, checks: [failed, other] });
    const schema = "./node_modules/content-service-contract-tests/generated/baseline.schema.json";
    expect(first).toBe(`# yaml-language-server: $schema=${schema}
# Replace each reason "known": why is the violation accepted, and who fixes it?
- operation: "getCurrentUser"
  rule: "response-body"
  places: "/response/body/id, /response/body/x"
  reason: "known"
  until: "2026-06-09"
- rule: "operation-known"
  check: "unknown/traffic"
  places: "/response/body/id"
  reason: "known"
  until: "2026-06-09"
`);
    const entries = readBaseline(parse(first), loadContract());
    expect(exitCodeOf(withBaseline({ ...report, checks: [failed, other] }, entries))).toBe(0);
    // What an entry accepts keeps its reason.
    expect(readBaseline(parse(text), loadContract())).toEqual([ENTRY, entries[1]]);
    expect(parse(baselineText({ ...report, checks: [] }))).toEqual([]);
  });

  test("is written for the check alone that found a violation of several calls", () => {
    const found = (name: string) => {
      const findings = [sampleFinding({ operation: "listFilesOnHold", rule: "list-complete" })];
      return sampleCheck({ id: `listFilesOnHold/${name}`, outcome: "failed", findings });
    };
    const entries = readBaseline(parse(baselineText({ ...report, checks: [found("counted")] })), loadContract());
    const judged = withBaseline({ ...report, checks: [found("counted"), found("pages-complete")] }, entries);
    expect(judged.checks.map(({ outcome }) => outcome)).toEqual(["skipped", "failed"]);
  });

  test.each([
    ["several calls", "state-kept"],
    ["one exchange", "response-body"],
  ] as const)("of a rule about %s accepts its places alone, in any record of a list", (_, rule) => {
    const found = (...places: string[]) => {
      const [at = "", ...alsoAt] = places.map((place) => `/response/body/${place}`);
      const findings = [sampleFinding({ operation: "updateFile", rule, at, alsoAt })];
      return [sampleCheck({ id: "updateFile/rest-kept", outcome: "failed", findings })];
    };
    const text = baselineText({ ...report, checks: found("entries/3/name", "size") });
    expect(text).toContain('places: "/response/body/entries/*/name, /response/body/size"');
    const entries = readBaseline(parse(text), loadContract());
    const outcomes = [found("entries/0/name"), found("size", "entries/12/name"), found("size", "etag")].map(
      (checks) => withBaseline({ ...report, checks }, entries).checks[0]?.outcome,
    );
    expect(outcomes).toEqual(["skipped", "skipped", "failed"]);
  });

  test.each([
    ["after its end date", { until: "2026-03-10" }, "expired: 2, on 2026-03-10:"],
    ["of another rule", { rule: "response-header" }, "matches nothing in this run:"],
    ["of another check", { check: "getCurrentUser/rejects" }, "matches nothing in this run:"],
  ])("fails for violations %s, and says so", (_, changes, line) => {
    const judged = judge(changes);
    expect([exitCodeOf(judged), judged.checks]).toEqual([1, report.checks]);
    expect(summaryText(judged)).toContain(`Baseline\n  ${line}`);
  });

  test("fails for the other violations of a check", () => {
    const other = sampleFinding({ rule: "response-header" });
    const [check] = judge({}, [sampleCheck({ outcome: "failed", findings: [sampleFinding(), other] })]).checks;
    expect(check).toMatchObject({ outcome: "failed", accepted: 1, findings: [other] });
  });

  test("says nothing of an entry whose checks did not run", () => {
    expect(summaryText(judge({ operation: "deleteUser" }))).not.toContain("Baseline");
  });

  test.each<[string, unknown, string]>([
    ["no list", {}, "Expected a list of accepted violations"],
    ["no object", [3], "Entry 1 must be an object"],
    ["no reason", [{ ...ENTRY, reason: undefined }], "Entry 1 has no reason"],
    ["an empty reason", [ENTRY, { ...ENTRY, reason: " " }], "Entry 2 has no text as its reason"],
    ["no end date", [{ ...ENTRY, until: undefined }], "Entry 1 needs an end date such as until: 2027-01-31"],
    ["a day that does not exist", [{ ...ENTRY, until: "2027-02-30" }], "Entry 1 needs an end date such as"],
    ["an unknown rule", [{ ...ENTRY, rule: "response-bod" }], "Entry 1 has an unknown rule response-bod"],
    ["an unknown operation", [{ ...ENTRY, operation: "getMe" }], "Entry 1 has an unknown operation getMe"],
    ["no rule", [{ ...ENTRY, rule: undefined }], "Entry 1 needs an operation and a rule, or a check"],
    ["a misspelt member", [{ ...ENTRY, untill: "2027-01-31" }], "Entry 1 has an unknown member untill; expected"],
  ])("with %s is an error", (_, value, message) => {
    const read = () => readBaseline(JSON.parse(JSON.stringify(value)), loadContract());
    expect(read).toThrow(expect.objectContaining({ name: "TypeError", message: expect.stringContaining(message) }));
  });
});
