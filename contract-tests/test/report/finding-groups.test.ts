import { expect, test } from "vitest";
import { groupFindings } from "../../src/report/finding-groups.js";
import type { Finding } from "../../src/report/report.js";
import { exchange, sampleCheck, sampleFinding } from "../support/sample-report.js";

const NAME = "/components/schemas/UserMini/properties/name/type";
const rejects = (message: string, changes: Partial<Finding> = {}) =>
  sampleFinding({ rule: "wrong-request-rejected", message, at: "/response/status", contract: "/paths", ...changes });
const broken = (status: number, rule: Finding["rule"]) =>
  rejects(`Expected a 4xx response; received ${status}`, { rule, exchange: exchange("GET", "/", status, {}) });
const wrongName = (operation: string, at: string, contract = NAME) => {
  const message = `The response body at ${at} must be string`;
  return sampleFinding({ operation, contract, at: `/response/body${at}`, message });
};

const named = [
  rejects('Expected getUser to accept file 4001, "a"; received 403', { operation: "getUser" }),
  rejects("Expected getFile to accept folder f-77; received 403", { operation: "getFile" }),
];
const tried = ["query parameter limit (too long)", "body at /name (null)"].map((what) =>
  rejects(`Expected a 4xx response for an invalid ${what}; received 200`),
);
const unknown = (expected: number, received: number) =>
  rejects(`Expected a ${expected} response for an unknown id; received ${received}`);

test.each<[one: string, found: Finding[], causes: number]>([
  ["a schema that operations share", [wrongName("getUser", "/name"), wrongName("list", "/entries/7/owner/name")], 1],
  ["two properties", [wrongName("getUser", "/name"), wrongName("getUser", "/id", "/components/schemas/Id/type")], 2],
  ["an operation in the message, ids and quoted values", named, 1],
  ["what was tried", tried, 1],
  ["another expectation or another status", [unknown(404, 403), unknown(404, 200), unknown(400, 403)], 3],
  ["a service that fails, whatever the rule", [broken(500, "call-succeeds"), broken(500, "status-documented")], 1],
  ["two rules", [broken(200, "call-succeeds"), broken(200, "method-rejected")], 2],
])("findings about %s have their causes", (_, found, causes) => {
  expect(groupFindings([sampleCheck({ outcome: "failed", findings: found })])).toHaveLength(causes);
});
