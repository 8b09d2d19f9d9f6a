import { loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { type Misbehave, replaces, requests, responses, runOn, type Sent } from "../../support/defects.js";

const asUser = ({ headers }: Sent) => headers["as-user"];
const tokenOf = ({ headers }: Sent) => headers["authorization"]?.replace("Bearer token-", "");
const IGNORED = { headers: { "as-user": undefined } };
const as = (name: string) => ({ headers: { "as-user": undefined, authorization: `Bearer token-${name}` } });
const isMethod = (method: string, path: string) => (sent: Sent) => sent.method === method && sent.path.startsWith(path);

/** A rejected request that is meant succeeds as that of another user. */
const allowed = (isMeant: (sent: Sent) => boolean, name = "admin") =>
  replaces(
    ({ status }, sent) => status >= 400 && asUser(sent) === undefined && isMeant(sent),
    (sent) => sent.forward(as(name)),
  );
/** Ignores `As-User` where it should be rejected. */
const lenient = (isMeant: (sent: Sent) => boolean, instead: ReturnType<typeof as> | typeof IGNORED = IGNORED) =>
  replaces(
    ({ status }, sent) => status === 403 && asUser(sent) !== undefined && isMeant(sent),
    (sent) => sent.forward(instead),
  );
/** Calls below a path are made by another user. */
const below = (path: string, name: string | ((sent: Sent) => string)) =>
  requests((sent) => sent.path.startsWith(path) && as(typeof name === "string" ? name : name(sent)));
const swapped = (from: string, to: string) => (sent: Sent) => (tokenOf(sent) === from ? to : (tokenOf(sent) ?? ""));

/** The user of the previous call stays, as with a pooled connection. */
function sticky(): Misbehave {
  let last: string | undefined;
  return requests((sent) => {
    if (tokenOf(sent) !== "admin") return undefined;
    const user = asUser(sent) ?? last;
    last = asUser(sent);
    return { headers: { "as-user": user } };
  });
}

const ACTS = "getCurrentUser/acts-for-the-user";
const LIKE = "acts-like-the-user";
const UNKNOWN = "rejects-unknown-as-user";
const RIGHTS = "requires-rights-for-as-user";
const SHOWS = "shows-own-records";
const ROLES = "requires-its-roles";
const HIDES = "hides-records";
const SECRETS = "findSharedItem/rejects-wrong-secrets";
const PASSWORD = "correct-horse";
/** Some wrong passwords open a link like the right one. */
const opening = (isRight: (link: string, sent: Sent) => boolean) =>
  replaces(
    ({ status }, sent) => status === 404 && isRight(sent.headers["serviceapi"] ?? "", sent),
    (sent) => {
      const [link = ""] = (sent.headers["serviceapi"] ?? "").split("&");
      return sent.forward({ headers: { serviceapi: `${link}&shared_link_password=${PASSWORD}` } });
    },
  );
const unlocked = (method: string) =>
  replaces(
    ({ status }, sent) => status === 403 && isMethod(method, "/files/10001/metadata")(sent),
    (sent) => sent.forward(as("owner")),
  );
const GIVES = "createCollaboration/gives-the-rights-of-";
const memberMay = (method: string, path: string) =>
  allowed((sent) => tokenOf(sent) === "member" && isMethod(method, path)(sent));
const memberIs = (path: string, name: string) =>
  requests((sent) => tokenOf(sent) === "member" && sent.path.startsWith(path) && as(name));

test.each<[defect: string, check: string, misbehave: Misbehave]>([
  [
    "service accounts count as admins",
    `listLegalHoldPolicyAssignments/${ROLES}`,
    allowed((sent) => tokenOf(sent) === "service"),
  ],
  [
    "co-admins are rejected",
    `listFilesOnHold/${ROLES}`,
    requests((sent) => tokenOf(sent) === "co-admin" && as("member")),
  ],
  [
    "a member gets another error",
    `createTermsOfService/${ROLES}`,
    responses(
      (body) => ({ ...body, code: "access_denied_insufficient_permissions" }),
      ({ status }) => status === 403,
    ),
  ],
  [
    "a hidden assignment is forbidden, which shows that it exists",
    `getTaskAssignment/${HIDES}`,
    replaces(
      ({ status }) => status === 404,
      () =>
        Response.json(
          { ...{ type: "error", status: 403, code: "forbidden" }, message: "No.", request_id: "1" },
          { status: 403 },
        ),
    ),
  ],
  [
    "a query shows the files of others",
    `queryMetadata/${SHOWS}`,
    below("/metadata_queries", swapped("member", "owner")),
  ],
  [
    "a list for admins has those of all tenants",
    `listFileVersionRetentions/${SHOWS}`,
    below("/file_v", swapped("partner", "admin")),
  ],
  ["the user of the previous call stays", ACTS, sticky()],
  [
    "nobody may act for others",
    ACTS,
    requests((sent) => asUser(sent) !== undefined && { headers: { "as-user": "1900" } }),
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
    lenient((sent) => asUser(sent) === "1900", as("partner")),
  ],
  ["an unknown As-User changes a file", `updateFile/${UNKNOWN}`, lenient(() => true)],
  [
    "one list ignores As-User",
    `listEnterpriseMetadataTemplates/${LIKE}`,
    below("/metadata_templates/enterprise", (sent) => (tokenOf(sent) === "admin" ? "partner" : "owner")),
  ],
  [
    "everybody may act for others",
    `getCurrentUser/${RIGHTS}`,
    lenient((sent) => tokenOf(sent) !== "admin", as("admin")),
  ],
  ["any link password opens", SECRETS, opening((sent) => sent.includes("password="))],
  ["no link password opens", SECRETS, opening((sent) => !sent.includes("password="))],
  ["a link password in another letter case opens", SECRETS, opening((sent) => sent.endsWith(PASSWORD.toUpperCase()))],
  ["admins need no link password", SECRETS, opening((_, sent) => tokenOf(sent) === "admin")],
  ["metadata is added to locked files", "createFileMetadata/respects-locks", unlocked("POST")],
  ["previewers change files", `${GIVES}previewer`, memberMay("PUT", "/files/10014")],
  ["viewers delete metadata", `${GIVES}viewer`, memberMay("DELETE", "/files/10013")],
  ["previewer uploaders create tasks", `${GIVES}previewer-uploader`, memberMay("POST", "/tasks")],
  ["uploaders read metadata", `${GIVES}uploader`, memberMay("GET", "/files/10016")],
  ["viewer uploaders cannot add", `${GIVES}viewer-uploader`, memberIs("/web_links", "partner")],
  [
    "a role has no end",
    "createCollaboration/rights-end-at-expiry",
    requests(({ json: { expires_at, ...body } }) => expires_at !== undefined && { body }),
  ],
  [
    "co-admins cannot create templates",
    "createMetadataTemplate/creates",
    requests((sent) => tokenOf(sent) === "co-admin" && isMethod("POST", "/metadata_templates")(sent) && as("member")),
  ],
  ["editors cannot change files", `${GIVES}editor`, memberIs("/files/10012", "reviewer")],
  ["co-owners cannot invite", `${GIVES}co-owner`, memberIs("/collaborations", "reviewer")],
  [
    "co-owners make nobody a co-owner",
    `${GIVES}co-owner`,
    requests((sent) => tokenOf(sent) === "member" && sent.json["role"] === "co-owner" && as("reviewer")),
  ],
  [
    "a file shows the folder above it that the caller may not see",
    `${GIVES}co-owner`,
    responses(
      (body) => ({ ...body, parent: { ...{ type: "folder", id: "3007" }, sequence_id: "0", etag: "0", name: "N" } }),
      ({ ok }, sent) => ok && tokenOf(sent) === "member" && isMethod("PUT", "/files/10011")(sent),
    ),
  ],
  ["a role on a folder does not reach its files", `${GIVES}viewer-uploader`, memberIs("/files/10001", "partner")],
  [
    "a role on a folder gives more on its files",
    `${GIVES}previewer-uploader`,
    allowed((sent) => tokenOf(sent) === "member" && isMethod("PUT", "/files/10001")(sent)),
  ],
  [
    "editors make others co-owners",
    `${GIVES}editor`,
    allowed((sent) => tokenOf(sent) === "member" && sent.json["role"] === "co-owner"),
  ],
  [
    "an invited viewer becomes an editor",
    `${GIVES}viewer`,
    requests(({ json }) => json["role"] === "viewer" && { body: { ...json, role: "editor" } }),
  ],
])("finds that %s", async (_, check, misbehave) => {
  const { checks, rules } = await runOn([check], misbehave);
  expect(checks).toMatchObject([{ id: check, outcome: "failed" }]);
  expect(rules).toContain("caller-respected");
});

/** What a caller may not do succeeds as for one who may, and changes nothing. */
const asSomebody: Misbehave = async (sent, sandbox) => {
  const response = await sent.forward();
  if (response.status < 400 || asUser(sent) !== undefined) return response;
  const before = sandbox.snapshot();
  for (const name of ["admin", "owner", "partner"]) {
    const other = await sent.forward(as(name));
    sandbox.restore(before);
    if (other.ok) return other;
  }
  return response;
};

test.each([
  [ROLES, 11],
  [HIDES, 15],
])("finds each operation whose %s is not respected", async (name, count) => {
  const { checks } = await runOn(
    loadContract().operations.map(({ id }) => `${id}/${name}*`),
    asSomebody,
  );
  const isFound = ({ findings }: (typeof checks)[number]) => findings.some(({ rule }) => rule === "caller-respected");
  expect(checks.filter((one) => !isFound(one) && one.outcome !== "skipped").map(({ id }) => id)).toEqual([]);
  expect(checks.filter(isFound).length).toBeGreaterThanOrEqual(count);
});

const checks = ["getCurrentUser", "findSharedItem", "queryMetadata", "listFilesOnHold", "deleteUser"].flatMap((id) =>
  [UNKNOWN, "acts-", RIGHTS, SHOWS, ROLES, HIDES].map((name) => `${id}/${name}*`),
);

test.each([
  ["token-admin", "token-owner"],
  ["token-admin", "token-admin"],
  ["token-admin", "token-partner"],
  ["token-admin", "no-such-token"],
  ["token-owner", "token-admin"],
  ["token-service", "token-reviewer"],
  ["token-owner", undefined],
])("has no findings on a healthy sandbox with the tokens %s and %s, and no facts", async (token, secondToken) => {
  const { checks: results } = await runOn(checks, undefined, { target: { token, secondToken, callers: undefined } });
  expect(results.filter(({ outcome }) => outcome === "failed" || outcome === "errored")).toEqual([]);
});

test("is skipped with the name of what is missing", async () => {
  const target = { callers: undefined, parameters: {} };
  const { checks: results } = await runOn(checks, undefined, { target });
  const reasons = results.flatMap(({ id, reason = [] }) => (id.startsWith("deleteUser") ? [] : reason));
  expect(new Set(reasons)).toEqual(
    new Set([
      "Missing id of another user: give --callers, or As-User in --parameters",
      "Missing a caller who may not act for others, by its roles: give --callers",
      "Missing another caller: give --callers or --second-token",
      "Missing other callers: give --callers",
      "Missing callers with known roles: give --callers",
      "Missing ids of records that a caller may not see: give --callers",
    ]),
  );
});
