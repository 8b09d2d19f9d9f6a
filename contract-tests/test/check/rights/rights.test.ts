import { createContract, type JsonObject, loadContract, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import type { KnownCaller } from "../../../src/index.js";
import {
  type Misbehave,
  replaces,
  requests,
  responds,
  responses,
  runOn,
  type Sent,
  shows,
  withStatus,
} from "../../support/defects.js";

const asUser = ({ headers }: Sent) => headers["as-user"];
const hasAsUser = (sent: Sent) => asUser(sent) !== undefined;
const meant = (user: string) => (sent: Sent) => asUser(sent) === user;
const by = (name: string) => (sent: Sent) => sent.headers["authorization"] === `Bearer token-${name}`;
const IGNORED = { headers: { "as-user": undefined } };
const as = (name: string) => ({ headers: { "as-user": undefined, authorization: `Bearer token-${name}` } });
const isMethod = (method: string, path: string) => (sent: Sent) => sent.method === method && sent.path.startsWith(path);
const isBelow = (path: string) => (sent: Sent) => sent.path.startsWith(path);
const invites = ({ json }: Sent) => json["role"] === "co-owner";
const addsTemplate = isMethod("POST", "/metadata_templates");

/** A rejected request that is meant succeeds as that of another user. */
const allowed = (isMeant: (sent: Sent) => boolean, name = "admin") =>
  replaces(
    ({ status }, sent) => status >= 400 && !hasAsUser(sent) && isMeant(sent),
    (sent) => sent.forward(as(name)),
  );
/** Ignores `As-User` where it should be rejected. */
const lenient = (isMeant: (sent: Sent) => boolean, instead: ReturnType<typeof as> | typeof IGNORED = IGNORED) =>
  replaces(
    ({ status }, sent) => status === 403 && hasAsUser(sent) && isMeant(sent),
    (sent) => sent.forward(instead),
  );
const acting = (name: string, other: string, isMeant: (sent: Sent) => boolean = () => true) =>
  requests((sent) => by(name)(sent) && isMeant(sent) && as(other));
const withAsUser = (user: string) => requests((sent) => hasAsUser(sent) && { headers: { "as-user": user } });
const errors = (error: number, change: JsonObject, isMeant: (sent: Sent) => boolean = () => true) =>
  responses(
    (body) => ({ ...body, ...change }),
    ({ status }, sent) => status === error && isMeant(sent),
  );

/** The user of the previous call stays, as with a pooled connection. */
function sticky(): Misbehave {
  let last: string | undefined;
  return requests((sent) => {
    if (!by("admin")(sent)) return undefined;
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
const RETENTIONS = `listFileVersionRetentions/${SHOWS}`;
const TEMPLATES = "listEnterpriseMetadataTemplates";
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
const may = (name: string, method: string, path: string) =>
  allowed((sent) => by(name)(sent) && isMethod(method, path)(sent));
const memberMay = (method: string, path: string) => may("member", method, path);
const actingBelow = (path: string, name: string, other: string) => acting(name, other, isBelow(path));
const memberIs = (path: string, name: string) => actingBelow(path, "member", name);
const unlocking = allowed(
  (sent) => by("member")(sent) && isMethod("PUT", "/files/10013")(sent) && sent.json["lock"] === null,
);
const intoFolder = (sent: Sent) => by("reviewer")(sent) && objectAt(sent.json, "parent")["id"] === "3002";
const movingIntoFolder = allowed(intoFolder, "owner");
const telling = errors(404, { message: "You have no access." }, isBelow("/files/4001"));
const sortingForOwner = acting("member", "owner", ({ json }) => "order_by" in json);
const filteringForAdmin = acting("partner", "admin", ({ query }) => query.has("file_id"));
const ignoredWithFields = requests((sent) => hasAsUser(sent) && sent.query.has("fields") && IGNORED);
const endless = (isMeant: (body: JsonObject) => boolean = () => true) =>
  requests(({ json: { expires_at, ...body } }) => expires_at !== undefined && isMeant(body) && { body });
const isOfGroup = (body: JsonObject) => objectAt(body, "accessible_by")["type"] === "group";
const completing = allowed((sent) => by("member")(sent) && sent.json["action"] === "complete");
const addingExternalTerms = allowed((sent) => by("member")(sent) && sent.json["tos_type"] === "external");
const promoted = requests(({ json }) => json["role"] === "viewer" && { body: { ...json, role: "editor" } });
const DENIED = { code: "access_denied_insufficient_permissions" };
const folder = { ...{ type: "folder", id: "3007" }, sequence_id: "0", etag: "0", name: "N" };
const isUpdateByMember = (sent: Sent) => by("member")(sent) && isMethod("PUT", "/files/10011")(sent);
const showingParent = shows(isUpdateByMember, () => ({ parent: folder }));

test.each<[defect: string, check: string, misbehave: Misbehave, rule?: string]>([
  ["service accounts count as admins", `listLegalHoldPolicyAssignments/${ROLES}`, allowed(by("service"))],
  ["co-admins are rejected", `listFilesOnHold/${ROLES}`, acting("co-admin", "member")],
  ["a member gets another error", `createTermsOfService/${ROLES}`, errors(403, DENIED)],
  ["a 403 shows that a hidden assignment exists", `getTaskAssignment/${HIDES}`, withStatus(404, 403)],
  ["a message shows that a hidden file exists", `getFileMetadata/${HIDES}`, telling, "error-discreet"],
  ["a group does not see its files", `getFileMetadata/${HIDES}`, actingBelow("/files/10002", "reviewer", "partner")],
  ["a query shows the files of others", `queryMetadata/${SHOWS}`, memberIs("/metadata_queries", "owner")],
  ["a sorted query shows the files of others", `queryMetadata/${SHOWS}`, sortingForOwner],
  ["a list has those of all tenants", RETENTIONS, actingBelow("/file_v", "partner", "admin")],
  ["a filter by a file of another tenant shows its records", RETENTIONS, filteringForAdmin],
  ["the user of the previous call stays", ACTS, sticky()],
  ["As-User is ignored with fields", `getCurrentUser/${LIKE}`, ignoredWithFields],
  ["nobody may act for others", ACTS, withAsUser("1900")],
  ["co-admins may not act for others", ACTS, acting("co-admin", "member", hasAsUser)],
  ["As-User of another user acts as the first admin", ACTS, withAsUser("1001")],
  ["an unknown As-User is ignored", `getTaskAssignment/${UNKNOWN}`, lenient((sent) => !meant("1900")(sent))],
  ["a malformed As-User is ignored", `queryMetadata/${UNKNOWN}`, lenient(meant("nobody"))],
  ["a user of another enterprise can be meant", `getCurrentUser/${UNKNOWN}`, lenient(meant("1900"), as("partner"))],
  ["an unknown As-User changes a file", `updateFile/${UNKNOWN}`, lenient(() => true)],
  ["one list ignores As-User", `${TEMPLATES}/${LIKE}`, actingBelow("/metadata_templates/ent", "admin", "partner")],
  ["everybody may act for others", `getCurrentUser/${RIGHTS}`, lenient((sent) => !by("admin")(sent), as("admin"))],
  ["any link password opens", SECRETS, opening((sent) => sent.includes("password="))],
  ["no link password opens", SECRETS, opening((sent) => !sent.includes("password="))],
  ["a link password in another letter case opens", SECRETS, opening((sent) => sent.endsWith(PASSWORD.toUpperCase()))],
  ["admins need no link password", SECRETS, opening((_, sent) => by("admin")(sent))],
  ["metadata is added to locked files", "createFileMetadata/respects-locks", unlocked("POST")],
  ["previewers change files", `${GIVES}previewer`, memberMay("PUT", "/files/10014")],
  ["viewers remove the locks of others", `${GIVES}viewer`, unlocking],
  ["viewers delete metadata", `${GIVES}viewer`, memberMay("DELETE", "/files/10013")],
  ["previewer uploaders create tasks", `${GIVES}previewer-uploader`, memberMay("POST", "/tasks")],
  ["uploaders read metadata", `${GIVES}uploader`, memberMay("GET", "/files/10016")],
  ["viewer uploaders cannot add", `${GIVES}viewer-uploader`, memberIs("/web_links", "partner")],
  ["a role has no end", "createCollaboration/rights-end-at-expiry", endless()],
  ["the role of a group has no end", "createCollaboration/rights-end-at-expiry", endless(isOfGroup)],
  ["viewers create complete tasks", `${GIVES}viewer`, completing],
  ["members create external terms", `createTermsOfService/${ROLES}`, addingExternalTerms],
  ["co-admins cannot create templates", "createMetadataTemplate/creates", acting("co-admin", "member", addsTemplate)],
  ["editors cannot change files", `${GIVES}editor`, memberIs("/files/10012", "reviewer")],
  ["the role of a group gives less", `${GIVES}editor`, actingBelow("/files/10017", "reviewer", "partner")],
  ["the role of a group gives more", `${GIVES}viewer`, may("reviewer", "PUT", "/files/10018")],
  ["co-owners cannot invite", `${GIVES}co-owner`, memberIs("/collaborations", "reviewer")],
  ["co-owners make nobody a co-owner", `${GIVES}co-owner`, acting("member", "reviewer", invites)],
  ["a file shows the folder above it that the caller may not see", `${GIVES}co-owner`, showingParent],
  ["a role on a folder does not reach its files", `${GIVES}viewer-uploader`, memberIs("/files/10001", "partner")],
  ["a role on a folder adds nothing to that on a file", `${GIVES}uploader`, memberIs("/files/10016", "partner")],
  ["a role on a folder gives more on its files", `${GIVES}previewer-uploader`, memberMay("PUT", "/files/10001")],
  ["editors make others co-owners", `${GIVES}editor`, allowed((sent) => by("member")(sent) && invites(sent))],
  ["an invited viewer becomes an editor", `${GIVES}viewer`, promoted],
  ["a viewer of a folder moves files into it", `${GIVES}viewer`, movingIntoFolder],
])("finds that %s", async (_, check, misbehave, rule = "caller-respected") => {
  const { checks, rules } = await runOn([check], misbehave);
  expect(checks).toMatchObject([{ id: check, outcome: "failed" }]);
  expect(rules).toContain(rule);
});

/** What a caller may not do succeeds as for one who may, and changes nothing. */
const asSomebody: Misbehave = async (sent, sandbox) => {
  const response = await sent.forward();
  if (response.status < 400 || hasAsUser(sent)) return response;
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
  ["token-owner", "token-admin"],
  ["token-service", "token-reviewer"],
  ["token-owner", undefined],
])("has no findings on a healthy sandbox with the tokens %s and %s, and no facts", async (token, secondToken) => {
  const { checks: results } = await runOn(checks, undefined, { target: { token, secondToken, callers: undefined } });
  expect(results.filter(({ outcome }) => outcome === "failed" || outcome === "errored")).toEqual([]);
});

test("cannot run with a second token that the service rejects", async () => {
  const target = { token: "token-admin", secondToken: "no-such-token", callers: undefined };
  const { checks: results } = await runOn(checks.slice(0, 1), undefined, { target });
  const reason = "The service rejected the token of the second user (401)";
  expect(results).toMatchObject([{ outcome: "errored", reason }]);
});

test("roles of groups are skipped where the contract has no example that invites one", async () => {
  const document = JSON.parse(JSON.stringify(loadContract().document).replace(',"groupExample":"invite_group"', ""));
  const { checks: results } = await runOn([`${GIVES}editor`], undefined, { contract: createContract(document) });
  expect(results).toMatchObject([{ outcome: "skipped", reason: expect.stringContaining("(groupExample)") }]);
});

test("is skipped with the name of what is missing", async () => {
  const { checks: results } = await runOn(checks, undefined, { target: { callers: undefined, parameters: {} } });
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

/** A user of the default seed who may not see the file. */
const member = { name: "the member", token: "token-member" };
const workspace = { fileId: "10001", folderId: "3006" };

test.each<[what: string, check: string, callers: readonly KnownCaller[]]>([
  ["who may see the file", "ends-what-expires", [member]],
  [
    "the tenant of the user of the token",
    "admits/shared_link",
    [{ ...member, facts: { tenant: "7001", hidden: { file: ["10001"] } } }],
  ],
])("a healthy service has no violation where nobody says %s", async (_, check, callers) => {
  const target = { token: "token-admin", secondToken: undefined, workspace, callers };
  const { messages } = await runOn([`updateFile/${check}`], undefined, { target });
  expect(messages).toEqual([]);
});

test("a finding names the caller whose request it is", async () => {
  const callers = [{ ...member, facts: { roles: ["member"] } }];
  const target = { token: "token-admin", secondToken: undefined, workspace, callers };
  const { checks } = await runOn(["updateFile/*"], responds(500, by("member")), { target });
  expect(new Set(checks.flatMap((check) => check.findings).map(({ caller }) => caller))).toContain("the member");
});
