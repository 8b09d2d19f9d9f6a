import { loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { wrongRequests } from "../../../src/check/reads/wrong-requests.js";
import { sandboxTarget } from "../../../src/check/sandbox-target.js";
import { type Misbehave, replaces, requests, responses, runOn, type Sent } from "../../support/defects.js";

const isWrong = ({ query }: Sent) => query.has("no_such_parameter");
const isPatch = ({ method }: Sent) => method === "PATCH";
const withStatus =
  (status: number) =>
  (_: Sent, { body, headers }: Response) =>
    new Response(body, { status, headers });
const TASK = "getTaskAssignment/rejects";
const UNDOCUMENTED = `${TASK}/query/no_such_parameter/undocumented`;

const asGet = requests((sent) => isPatch(sent) && { method: "GET" });
const accepting = requests((sent) => isWrong(sent) && { query: { no_such_parameter: undefined } });
const failing = replaces((_, sent) => isWrong(sent), withStatus(500));
const openToAll = requests(({ headers: { authorization = "Bearer token-admin" } }) => ({ headers: { authorization } }));
const foreignFormat = responses(
  () => ({ sorry: true }),
  (_, sent) => isPatch(sent),
);
const anyText = requests(
  ({ headers }) => headers["content-type"] === "text/plain" && { headers: { "content-type": "application/json" } },
);
const anyId = requests(({ path }) => ({ path: path.replace("909090909090909", "9201") }));
const PATCH = "method/the-method-PATCH";
const TYPE = "queryMetadata/rejects/headers/content-type/another-media-type";
const REJECTED = "wrong-request-rejected";

test.each<[defect: string, misbehave: Misbehave, check: string, rule: string]>([
  ["an unknown parameter is accepted", accepting, UNDOCUMENTED, REJECTED],
  ["an invalid request gets a 500 response", failing, UNDOCUMENTED, REJECTED],
  ["a call without a token is accepted", openToAll, `${TASK}/headers/authorization/no-token`, "token-required"],
  ["an undocumented method is accepted", asGet, `${TASK}/${PATCH}`, "method-rejected"],
  ["a 405 has an undocumented format", foreignFormat, `getFileMetadata/rejects/${PATCH}`, "response-body-listed"],
  ["another media type is accepted", anyText, TYPE, REJECTED],
  ["an unknown id is accepted", anyId, `${TASK}/path/task_assignment_id/unknown`, REJECTED],
])("finds that %s, and nothing else", async (_, misbehave, check, rule) => {
  const { found, rules } = await runOn([`${check.split("/")[0]}/rejects/*`], misbehave, { listed: true });
  expect(found).toContain(`${check} ${rule}`);
  // Another status contradicts the body, and another body has properties of its own.
  const others = ["error-consistent", "response-body-closed"];
  expect(rules.filter((one) => !others.includes(one))).toEqual([rule]);
});

test("finds an error without a name where all documented ones have one, in a strict run alone", async () => {
  const nameless = responses(
    ({ context_info: _, ...rest }) => rest,
    (_, sent) => isWrong(sent),
  );
  const checks = ["getCurrentUser/rejects/query/*"];
  const [strict, plain] = [await runOn(checks, nameless), await runOn(checks, nameless, { listed: false })];
  expect(strict.found).toEqual(["getCurrentUser/rejects/query/no_such_parameter/undocumented error-consistent"]);
  expect(plain.found).toEqual([]);
});

test("invalid requests use the target's ids, send no As-User, and send HEAD only to paths without GET", () => {
  const target = { ...sandboxTarget(), baseUrl: "https://a.example", parameters: { task_assignment_id: "77" } };
  const contract = loadContract();
  const own = wrongRequests(contract, target, contract.operation("getTaskAssignment"));
  const kept = own.filter(({ at }) => !at.startsWith("/request/path") && !at.startsWith("/request/url"));
  expect(kept.every(({ request }) => request.path.startsWith("/task_assignments/77"))).toBe(true);
  const acting = own.filter(({ request }) => new Headers(request.headers).has("as-user"));
  expect(acting.every(({ at }) => at === "/request/headers/as-user")).toBe(true);
  expect(own.some(({ request }) => request.method === "HEAD")).toBe(false);
});
