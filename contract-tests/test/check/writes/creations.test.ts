import { createContract, isJsonObject, type Json, type JsonObject, loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { creationsOf, shownFor } from "../../../src/check/writes/creation-facts.js";
import { planChecks } from "../../../src/index.js";
import {
  caching,
  type Misbehave,
  replaces,
  requests,
  responds,
  responses,
  runOn,
  type Sent,
  shows,
  targetOn,
} from "../../support/defects.js";

const creates = ({ method }: Sent) => method === "POST";
const valuesOf = (operation: string) => `${operation}/accepts-values`;
const planned = new Set(planChecks(loadContract(), targetOn(await createSandbox()), "lasting").map(({ id }) => id));
/** The creations with this check. A record that can be read has a plan in its place. */
const OPERATIONS = creationsOf(loadContract()).flatMap(({ operation: { id }, isFirst }) =>
  isFirst && planned.has(valuesOf(id)) ? id : [],
);
const ofThese = <Row extends readonly [operation: string, ...rest: unknown[]]>(rows: readonly Row[]) =>
  rows.filter(([operation]) => OPERATIONS.includes(operation));

/** Changes what the response to a creation shows. */
const showing = (change: (body: JsonObject, sent: JsonObject) => JsonObject) =>
  shows(creates, (body, { json }) => change(body, json));
const text = (value: Json | undefined) => JSON.stringify(value ?? null);

/** Values that a service could reject, by their operation. */
const values: readonly [operation: string, kind: string, isMet: (body: JsonObject, path: string) => boolean][] = [
  ["createWebLink", "http", ({ url }) => String(url).startsWith("http:")],
  ["createWebLink", "a port", ({ url }) => String(url).includes(":8443")],
  ["createWebLink", "all kinds of characters", ({ description }) => text(description).includes("\\t")],
  ["createWebLink", "an empty text", ({ description }) => description === ""],
  ["createTask", "null", ({ due_at }) => due_at === null],
  ["createTask", "an offset", ({ due_at }) => String(due_at).includes("+")],
  ["createTask", "a value of an enum", (body) => body["completion_rule"] === "all_assignees"],
  ["createTask", "required properties alone", (body) => Object.keys(body).length === 1],
  ["createTermsOfService", "an empty text", (body) => body["text"] === ""],
  ["createMetadataTemplate", "64 characters", (body) => String(body["templateKey"]).length > 63],
  ["createMetadataTemplate", "4096 characters", ({ displayName }) => [...String(displayName)].length > 4095],
  ["createMetadataTemplate", "full length", (body) => text(body["fields"]).includes("kkkk")],
  ["createMetadataTemplate", "an empty list", (body) => text(body["fields"]) === "[]"],
  ["createMetadataTemplate", "the list of the example", (body) => text(body["fields"]).includes("multiSelect")],
  ["createMetadataTemplate", "a flag", (body) => body["hidden"] === true],
  ["createCollaboration", "each role", (body) => body["role"] === "previewer uploader"],
  ["createCollaboration", "each type of record", (body) => text(body["item"]).includes("folder")],
  ["createCollaboration", "a flag in the query", (_, path) => path.includes("notify=true")],
  ["createCollaboration", "fields", (_, path) => path.includes("fields=")],
];

/** Another value of the same type. */
function other(value: Json): Json {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...value, ...value, "x"];
  return isJsonObject(value) ? { ...value, id: "1" } : "x";
}

describe.each(OPERATIONS)("%s", (operation) => {
  const check = valuesOf(operation);

  test("passes on a healthy sandbox with each kind of value, and finds each value that is shown otherwise", async () => {
    const sent: { body: JsonObject; path: string; shown: JsonObject }[] = [];
    const { checks } = await runOn([check], async (one) => {
      const response = await one.forward();
      if (creates(one)) sent.push({ body: one.json, path: one.path, shown: await response.clone().json() });
      return response;
    });
    expect(checks).toMatchObject([{ outcome: "passed", findings: [] }]);
    const own = values.filter(([id]) => id === operation);
    expect(own.filter(([, , isMet]) => !sent.some(({ body, path }) => isMet(body, path)))).toEqual([]);
    const names = new Set(
      sent.flatMap(({ body, shown }) => Object.keys(body).filter((name) => text(body[name]) === text(shown[name]))),
    );
    const missed: string[] = [];
    for (const name of names) {
      const changed = showing(({ [name]: shown }) => (shown === undefined ? {} : { [name]: other(shown) }));
      if (!(await runOn([check], changed)).rules.includes("state-kept")) missed.push(name);
    }
    expect(missed).toEqual([]);
  });
});

/** Shows a value for a property that the request does not have. */
const byDefault = (name: string, value: Json) => showing((_, sent) => (name in sent ? {} : { [name]: value }));
/** Changes the fields of a template. */
const eachField = (change: (field: JsonObject) => JsonObject) =>
  showing(({ fields }) => ({ fields: Array.isArray(fields) ? fields.filter(isJsonObject).map(change) : [] }));
const sortingOptions = eachField(({ options, ...field }) =>
  Array.isArray(options) ? { ...field, options: options.toReversed() } : field,
);
const creditingCaller = shows(
  ({ method, headers }) => method === "POST" && "as-user" in headers,
  ({ created_by }) => ({ created_by: { ...Object(created_by), id: "1001" } }),
);
const hidingAddresses = responses(
  ({ invite_email: _, ...body }) => body,
  ({ ok }, sent) => ok && creates(sent),
);
const hidingTemplates = responses(({ entries, ...body }) =>
  Array.isArray(entries) ? { ...body, entries: entries.filter((one) => Object(one).hidden !== true) } : undefined,
);
const somebody = { type: "user", id: "1999", name: "Somebody", login: "s@example.com" };

test.each(
  ofThese<[operation: string, defect: string, misbehave: Misbehave]>([
    ["createWebLink", "names a link without a name", byDefault("name", "Untitled")],
    ["createWebLink", "invents a description", byDefault("description", "A link")],
    ["createWebLink", "shows another creator", showing(() => ({ created_by: somebody }))],
    ["createWebLink", "credits the caller who acts for another user", creditingCaller],
    ["createWebLink", "creates links with one id", showing(() => ({ id: "1" }))],
    ["createWebLink", "is modified before its creation", showing(() => ({ modified_at: "2001-01-01T00:00:00+00:00" }))],
    ["createWebLink", "is as old as its folder", showing(() => ({ created_at: "2026-01-05T08:00:00+00:00" }))],
    ["createTask", "completes tasks by default", byDefault("action", "complete")],
    ["createTermsOfService", "stores external terms by default", byDefault("tos_type", "external")],
    ["createCollaboration", "does not show the invited address", hidingAddresses],
    ["createCollaboration", "does not show the invited user", showing(() => ({ accessible_by: null }))],
    ["createMetadataTemplate", "copies instances by default", byDefault("copyInstanceOnItemCopy", true)],
    ["createMetadataTemplate", "drops descriptions of fields", eachField(({ description: _, ...field }) => field)],
    ["createMetadataTemplate", "sorts options", sortingOptions],
    ["createMetadataTemplate", "lists no hidden templates", hidingTemplates],
  ]),
)("%s finds a service that %s", async (operation, _, misbehave) => {
  expect((await runOn([valuesOf(operation)], misbehave)).rules).toContain("state-kept");
});

test("accepts invitations of the addresses and groups that the target gives", async () => {
  const parameters = { "createCollaboration.login": "check@example.org", "createCollaboration.group_id": "2001" };
  const { messages } = await runOn([valuesOf("createCollaboration")], undefined, { target: { parameters } });
  expect(messages).toEqual([]);
});

test.each(
  ofThese<[operation: string, message: string, isRejected: (body: JsonObject, path: string) => boolean]>([
    ["createTask", '`action` "complete"', ({ action }) => action === "complete"],
    ["createTask", "the required properties", (body) => Object.keys(body).length === 1],
    ["createCollaboration", "`notify` true", (_, path) => path.includes("notify=true")],
  ]),
)("%s: finds a service that rejects %s", async (operation, message, isRejected) => {
  const misbehave = responds(400, (sent) => creates(sent) && isRejected(sent.json, sent.path));
  const { rules, messages } = await runOn([valuesOf(operation)], misbehave);
  expect(rules).toEqual(["call-succeeds"]);
  expect(messages.join("\n")).toContain(message);
});

test("a rejection of two values together names both, and is reported once", async () => {
  const isRejected = ({ json }: Sent) => "due_at" in json && "completion_rule" in json;
  const { messages, exchanges } = await runOn(
    [valuesOf("createTask")],
    responds(400, (sent) => creates(sent) && isRejected(sent)),
  );
  expect(messages).toEqual([
    expect.stringMatching(/^Expected createTask to accept .*`due_at`.*`completion_rule`.* together; received 400$/),
  ]);
  expect(exchanges).toBeLessThan(100);
});

/** Returns a success, then restores the records. */
const forgetting: Misbehave = async (sent, sandbox) => {
  const before = sandbox.snapshot();
  const response = await sent.forward();
  if (sent.method !== "GET" && response.ok) sandbox.restore(before);
  return response;
};
/** Sends another caller's token. */
const withToken = (token: string) =>
  requests(({ method }) => method !== "GET" && { headers: { authorization: `Bearer ${token}` } });
/** Creates the record of a request with an unknown property, and rejects the request. */
const creatingRejected: Misbehave = async (sent) => {
  const { no_such_property: rejected, ...body } = sent.json;
  const response = await sent.forward();
  if (creates(sent) && rejected !== undefined) await sent.forward({ body });
  return response;
};
/** Creates a record with another text where one is taken. */
const renaming = (name: string, taken: RegExp) =>
  replaces(
    ({ status }, { json }) => status >= 400 && taken.test(String(json[name])),
    (sent) => sent.forward({ body: { ...sent.json, [name]: `x${sent.json[name]}` } }),
  );
const login = { type: "user", login: "somebody.new@example.org" };
const invitingAnother = replaces(
  ({ status }, sent) => status >= 400 && creates(sent) && sent.body?.includes("login") === true,
  (sent) => sent.forward({ body: { ...sent.json, accessible_by: login } }),
);
const isOfPartner = (sent: Sent) => creates(sent) && sent.headers["authorization"] === "Bearer token-partner";
function invitingOnce(): Misbehave {
  let count = 0;
  return responds(409, (sent) => creates(sent) && ++count > 1);
}
/** Returns the first record without a key again. */
function returningFirst(): Misbehave {
  let first: Response | undefined;
  return async (sent) => {
    if (!creates(sent) || "templateKey" in sent.json) return sent.forward();
    first ??= await sent.forward();
    return first.clone();
  };
}
const keepingName = responses(({ parent, ...body }, { method }) =>
  method === "PUT" && isJsonObject(parent) && String(parent["name"]).startsWith("contract-check")
    ? { ...body, parent: { ...parent, name: "Archive" } }
    : undefined,
);
const ofFirstTenant = responses(
  (body) => ({ ...body, enterprise: { type: "enterprise", id: "7001" } }),
  (_, sent) => isOfPartner(sent),
);
const assigningAgain = replaces(
  ({ status }, sent) => status === 409 && sent.headers["authorization"] === "Bearer token-co-admin",
  () => Response.json({}, { status: 201 }),
);
const requiringBody = requests(({ body }) => body === undefined && { method: "PATCH" });
const decomposingNames = responses((body) => ({ ...body, name: String(body["name"]).normalize("NFD") }));
const deletionWith = (sent: string) => requests(({ path }) => path.includes(sent) && { method: "PATCH" });

const [LINK, RESTORES, DELETES] = ["createWebLink/creates", "restoreFolder/succeeds-once", "deleteUser/succeeds-once"];
const [KEPT, SUCCEEDS, WRONG] = ["state-kept", "call-succeeds", "wrong-request-rejected"] as const;

test.each<[check: string, defect: string, misbehave: Misbehave, rule: string]>([
  [LINK, "nothing is stored", forgetting, KEPT],
  ["createCollaboration/creates-invite-user-by-id", "nothing is stored", forgetting, KEPT],
  ["createMetadataTemplate/creates", "lists are cached", caching("/"), KEPT],
  ["assignLegalHoldPolicy/creates", "lists are cached", caching("/"), KEPT],
  ["assignLegalHoldPolicy/creates", "another admin assigns a policy again", assigningAgain, KEPT],
  ["assignLegalHoldPolicy/creates", "the list of holds is cached", caching("/file_version_legal_holds"), KEPT],
  [DELETES, "nothing is stored", forgetting, KEPT],
  [LINK, "the response shows another value", showing(() => ({ url: "https://elsewhere.example/" })), KEPT],
  [RESTORES, "the response shows another value", showing(() => ({ item_status: "trashed" })), KEPT],
  [LINK, "the call fails", withToken("token-member"), SUCCEEDS],
  [DELETES, "the call fails", withToken("token-member"), SUCCEEDS],
  [LINK, "a rejected creation creates the record", creatingRejected, KEPT],
  [LINK, "a link gets the name of a file", renaming("name", /\.pdf$/), KEPT],
  ["addEmailAlias/creates", "an alias is the login of a user", renaming("email", /^partner@/), KEPT],
  ["addEmailAlias/creates", "an alias is free in another letter case", renaming("email", /[A-Z]/), KEPT],
  ["createCollaboration/creates-invite-user-by-id", "a user is invited by address again", invitingAnother, KEPT],
  ["createMetadataTemplate/creates", "other tenants cannot use the key", responds(409, isOfPartner), KEPT],
  ["createTermsOfService/creates", "those of another tenant go to the first one", ofFirstTenant, "caller-respected"],
  ["createMetadataTemplate/creates", "a template without a key is created once", returningFirst(), KEPT],
  ["assignLegalHoldPolicy/creates", "a policy is taken for assigned that no list shows", responds(409, creates), KEPT],
  ["createCollaboration/creates-after-expiry", "nobody is invited again after an expiry", invitingOnce(), KEPT],
  [RESTORES, "a restored folder has its old name", keepingName, KEPT],
  [DELETES, "a deletion with force=true is rejected as invalid", deletionWith("force=true"), KEPT],
  [DELETES, "a deletion with force=false is rejected as invalid", deletionWith("force=false"), KEPT],
  ["restoreFolder/documented-errors", "a restored folder takes a name", renaming("name", /^Leases$/), WRONG],
  ["createCollaboration/documented-errors", "a domain is invited that is not allowed", invitingAnother, WRONG],
  ["restoreFolder/returns-fields", "a restore without a body fails", requiringBody, SUCCEEDS],
  [RESTORES, "a restored folder has a name without its letters", decomposingNames, KEPT],
])("%s finds that %s", async (check, _, misbehave, rule) => {
  expect((await runOn([check], misbehave)).rules).toContain(rule);
});

test("is skipped without an admin's token, and if the record exists", async () => {
  const check = ["createTermsOfService/creates"];
  const member = await runOn(check, undefined, { target: { token: "token-owner" } });
  expect(member.checks.map(({ reason }) => reason)).toEqual([
    "createTermsOfService needs the role admin or co-admin: the user of the token lacks it, or give another token",
  ]);
  expect((await runOn(check, withToken("token-owner"))).rules).toEqual([SUCCEEDS]);
  const parameters = { "assignLegalHoldPolicy.policy_id": "8002" };
  const held = await runOn(["assignLegalHoldPolicy/creates"], undefined, { target: { parameters } });
  expect(held.checks.map(({ reason }) => reason)).toEqual(["The record exists already"]);
});

test("a value is shown at one of several places (x-shows)", () => {
  const until = { type: "string", "x-shows": ["/ends_at", "/ended_at"] };
  const content = { "application/json": { schema: { type: "object", properties: { until } } } };
  const operation = { operationId: "lend", requestBody: { content }, responses: { "201": { description: "Lent." } } };
  const info = { title: "Loans", version: "1" };
  const contract = createContract({ openapi: "3.1.0", info, paths: { "/loans": { post: operation } } });
  const shown = (record: JsonObject) => shownFor(contract, contract.operation("lend"), { until: "noon" }, record);
  expect(shown({ ends_at: null, ended_at: "noon" })).toEqual({ ended_at: "noon" });
  expect(shown({ ended_at: null })).toEqual({ ended_at: "noon" });
  expect(shown({})).toEqual({ ends_at: "noon" });
});
