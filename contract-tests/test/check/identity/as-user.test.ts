import { expect, test } from "vitest";
import { type Misbehave, replaces, requests, runOn, type Sent } from "../../support/defects.js";

const asUser = ({ headers }: Sent) => headers["as-user"];
const isAdmin = ({ headers }: Sent) => headers["authorization"] === "Bearer token-admin";
const IGNORED = { headers: { "as-user": undefined } };
const as = (token: string) => ({ headers: { "as-user": undefined, authorization: `Bearer ${token}` } });

/** Ignores `As-User` where it should be rejected. */
const lenient = (isMeant: (sent: Sent) => boolean, instead = IGNORED) =>
  replaces(
    ({ status }, sent) => status === 403 && asUser(sent) !== undefined && isMeant(sent),
    (sent) => sent.forward(instead),
  );
/** Calls below a path are made by another user. */
const below = (path: string, token: string | ((sent: Sent) => string)) =>
  requests((sent) => sent.path.startsWith(path) && as(typeof token === "string" ? token : token(sent)));
const ignoring = (path: string) => requests((sent) => sent.path.startsWith(path) && IGNORED);

/** The user of the previous call stays, as with a pooled connection. */
function sticky(): Misbehave {
  let last: string | undefined;
  return requests((sent) => {
    if (!isAdmin(sent)) return undefined;
    const user = asUser(sent) ?? last;
    last = asUser(sent);
    return { headers: { "as-user": user } };
  });
}

const ACTS = "getCurrentUser/acts-for-the-user";
const LIKE = "acts-like-the-user";
const UNKNOWN = "rejects-unknown-as-user";
const HIDES = "hides-records-of-others";

test.each<[defect: string, check: string, misbehave: Misbehave]>([
  ["a query shows the files of others", `queryMetadata/${HIDES}`, below("/metadata_queries", "token-owner")],
  ["an assignment of others is shown", `getTaskAssignment/${HIDES}`, below("/task_assignments", "token-owner")],
  ["As-User is ignored", ACTS, requests(() => IGNORED)],
  ["the user of the previous call stays", ACTS, sticky()],
  [
    "As-User of the own id is rejected",
    ACTS,
    requests((sent) => asUser(sent) === "1001" && { headers: { "as-user": "1900" } }),
  ],
  [
    "As-User of another user acts as the first admin",
    ACTS,
    requests((sent) => asUser(sent) !== undefined && { headers: { "as-user": "1001" } }),
  ],
  ["an unknown As-User is ignored", `getTaskAssignment/${UNKNOWN}`, lenient((sent) => asUser(sent) !== "1900")],
  ["a malformed As-User is ignored", `queryMetadata/${UNKNOWN}`, lenient((sent) => asUser(sent) === "nobody")],
  [
    "a user of another enterprise can be meant",
    `getCurrentUser/${UNKNOWN}`,
    lenient((sent) => asUser(sent) === "1900", as("token-partner")),
  ],
  ["an unknown As-User changes a file", `updateFile/${UNKNOWN}`, lenient(() => true)],
  ["an unknown As-User creates a task", `createTask/${UNKNOWN}`, lenient(() => true)],
  [
    "one list ignores As-User",
    `listEnterpriseMetadataTemplates/${LIKE}`,
    below("/metadata_templates/enterprise", (sent) => (isAdmin(sent) ? "token-partner" : "token-owner")),
  ],
  ["a list for admins ignores As-User", `listFileVersionRetentions/${LIKE}`, ignoring("/file_version_retentions")],
  ["a query ignores As-User", `queryMetadata/${LIKE}`, ignoring("/metadata_queries")],
  [
    "one operation allows As-User to everyone",
    "findSharedItem/requires-rights-for-as-user",
    lenient((sent) => sent.path.startsWith("/shared_items") && !isAdmin(sent), as("token-admin")),
  ],
])("finds that %s", async (_, check, misbehave) => {
  const target = check.endsWith(HIDES) ? { secondToken: "token-member" } : {};
  const { checks, rules, leftBehind } = await runOn([check], misbehave, { target });
  expect(checks).toMatchObject([{ id: check, outcome: "failed" }]);
  expect(rules).toContain("caller-respected");
  expect(leftBehind.filter((one) => !one.endsWith("a wrong caller."))).toEqual([]);
});

const checks = ["getCurrentUser", "findSharedItem", "queryMetadata", "listFilesOnHold"].flatMap((id) =>
  [UNKNOWN, "acts-*", "requires-rights-for-as-user", `${HIDES}*`].map((name) => `${id}/${name}`),
);

test.each([
  ["token-admin", "token-owner"],
  ["token-admin", "token-admin"],
  ["token-admin", "token-partner"],
  ["token-admin", "no-such-token"],
  ["token-owner", "token-admin"],
  ["token-service", "token-reviewer"],
  ["token-owner", undefined],
])("has no findings on a healthy sandbox with the tokens %s and %s", async (token, secondToken) => {
  const { checks: results } = await runOn(checks, undefined, { target: { token, secondToken } });
  expect(results.filter(({ outcome }) => outcome === "failed" || outcome === "errored")).toEqual([]);
});

test("is skipped with the name of the missing value", async () => {
  const target = { secondToken: undefined, parameters: {} };
  const { checks: results } = await runOn(checks, undefined, { target });
  expect(new Set(results.flatMap(({ reason = [] }) => reason))).toEqual(
    new Set(["Missing id of another user: give As-User in --parameters", "Missing second token: give --second-token"]),
  );
});
