import { expect, test } from "vitest";
import { type Misbehave, requests, responseOf, responses, runAllOn, runOn } from "../../support/defects.js";

const ME = "getCurrentUser";
const task = { operations: ["getTaskAssignment"] };

test("accepts a 404 for an id of the examples, but not for an id of the target", async () => {
  const misbehave = requests(({ path }) => ({ path: path.replace("9201", "404") }));
  expect((await runAllOn(misbehave, task)).rules).toEqual(["call-succeeds"]);
  expect((await runAllOn(misbehave, { ...task, target: { parameters: { "As-User": "1002" } } })).found).toEqual([]);
});

test.each([
  [true, ["response-body-closed"]],
  [false, []],
])("finds an undocumented attribute only with closed: true (%s)", async (closed, rules) => {
  const extra = responses((user, { path }) => (path === "/users/me" ? { ...user, extra: 1 } : undefined));
  expect((await runOn([`${ME}/succeeds`], extra, { closed })).rules).toEqual(rules);
});

test("sends every example of a body, and covers each", async () => {
  const { coverage } = await runAllOn(undefined, { operations: ["queryMetadata"] });
  const row = coverage.rows.find(({ operation }) => operation === "queryMetadata");
  const { covered, documented } = row?.counts["request example"] ?? {};
  expect(covered).toBeGreaterThan(1);
  expect(covered).toBe(documented);
});

const LIST = "listCollaborationAllowlistEntries";

test.each([
  ["finds a 403 of an operation for everyone", "forbidden", ME, undefined, "call-succeeds"],
  ["finds a 403 with another code", "conflict", LIST, undefined, "call-succeeds"],
  ["finds a 403 for a caller with the role", "forbidden", LIST, ["admin"], "call-succeeds"],
  ["skips a 403 for a caller without the role", "forbidden", LIST, ["member"], "the user of the token lacks it"],
  ["skips a 403 where nobody names the roles", "forbidden", LIST, undefined, "say in --callers whether"],
])("%s (%s from %s)", async (_, code, id, roles, expected) => {
  const body = {
    ...{ type: "error", status: 403, code, message: "No.", request_id: "r1" },
    ...{ context_info: null, help_url: "https://a.example" },
  };
  const misbehave: Misbehave = async (sent) =>
    sent.path.includes("?") || sent.headers["as-user"] ? sent.forward() : responseOf(403, body);
  const callers = [{ name: "the user", facts: { roles } }];
  const { checks } = await runAllOn(misbehave, { operations: [id], target: { callers } });
  const check = checks.find((one) => one.id === `${id}/succeeds`);
  expect([check?.findings.map(({ rule }) => rule), check?.reason].join()).toContain(expected);
});
