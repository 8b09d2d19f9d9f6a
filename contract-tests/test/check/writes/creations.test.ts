import { createContract, isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { shownFor } from "../../../src/check/writes/creation-facts.js";
import {
  type Misbehave,
  replaces,
  requests,
  responds,
  responseOf,
  responses,
  runOn,
  type Sent,
} from "../../support/defects.js";

const creates = ({ method }: Sent) => method === "POST";

/** Changes what the response to a creation shows. */
const showing = (change: (body: JsonObject, sent: JsonObject) => JsonObject) =>
  responses(
    (body, { json }) => ({ ...body, ...change(body, json) }),
    ({ ok }, sent) => ok && creates(sent),
  );

const VALUES = [
  "createWebLink",
  "createTask",
  "createTermsOfService",
  "createMetadataTemplate",
  "createCollaboration",
  "assignLegalHoldPolicy",
  "addEmailAlias",
].map((id) => `${id}/accepts-values`);

test("a healthy sandbox passes", async () => {
  const { checks } = await runOn(VALUES);
  expect(checks.map(({ outcome, reason, findings }) => [outcome, reason, ...findings])).toEqual(
    VALUES.map(() => ["passed", undefined]),
  );
  const parameters = { "createCollaboration.login": "check@example.org", "createCollaboration.group_id": "2001" };
  const invitations = await runOn(["createCollaboration/accepts-values"], undefined, { target: { parameters } });
  expect(invitations.messages).toEqual([]);
});

/** Changes every text in a property before it is stored. */
const storing = (property: string, change: (text: string) => string) => {
  const mapped = (value: Json): Json => {
    if (typeof value === "string") return change(value);
    if (Array.isArray(value)) return value.map(mapped);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one)]));
  };
  return requests(({ json: { [property]: value, ...others } }) =>
    value === undefined ? undefined : { body: { ...others, [property]: mapped(value) } },
  );
};
/** Shows a value for a property that the request does not have. */
const byDefault = (name: string, value: Json) => showing((_, sent) => (name in sent ? {} : { [name]: value }));
/** Shows other fields of a template. */
const fields = (change: (fields: JsonObject[]) => JsonObject[]) =>
  showing(({ fields: shown }) => ({ fields: change(objectsIn(shown)) }));
const eachField = (change: (field: JsonObject) => JsonObject) => fields((all) => all.map(change));

const objectsIn = (value: Json | undefined) => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const byKey = (all: JsonObject[]) => all.sort((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1));
const withoutOffset = (time: Json | undefined) => (typeof time === "string" ? time.replace(/\+05:30$/, "Z") : null);
const composed = (text: string) => text.normalize("NFC");
const escaped = (text: string) => text.replaceAll("<", "&lt;");
const trimmed = (text: string) => text.trim();
const lower = (text: string) => text.toLowerCase();
const somebody = { type: "user", id: "1999", name: "Somebody", login: "s@example.com" };

const states: Readonly<Record<string, Readonly<Record<string, Misbehave>>>> = {
  createWebLink: {
    "composes the description": storing("description", composed),
    "trims the description": storing("description", trimmed),
    "escapes the description": storing("description", escaped),
    "joins spaces of the name": storing("name", (name) => name.replace(/ +/g, " ")),
    "stores the url in lower case": storing("url", lower),
    "drops the fragment of a url": storing("url", (url) => url.replace(/#.*/, "")),
    "turns http into https": storing("url", (url) => url.replace("http:", "https:")),
    "names a link without a name": byDefault("name", "Untitled"),
    "invents a description": byDefault("description", "A link"),
    "shows another creator": showing(() => ({ created_by: somebody })),
    "creates links with one id": showing(() => ({ id: "1" })),
    "is modified before its creation": showing(() => ({ modified_at: "2001-01-01T00:00:00+00:00" })),
    "creates the link in another folder": showing(({ parent }) =>
      isJsonObject(parent) ? { parent: { ...parent, id: "1" } } : {},
    ),
  },
  createTask: {
    "stores Unix line ends": storing("message", (text) => text.replaceAll("\r\n", "\n")),
    "stores 1000 characters of a message": storing("message", (text) => [...text].slice(0, 1000).join("")),
    "completes tasks by default": byDefault("action", "complete"),
    "needs any assignee by default": byDefault("completion_rule", "any_assignee"),
    "ignores the action": showing(() => ({ action: "review" })),
    "ignores the offset of the due date": showing(({ due_at }) => ({ due_at: withoutOffset(due_at) })),
    "invents a due date": showing(({ due_at }) => ({ due_at: due_at ?? "2030-01-01T00:00:00Z" })),
    "invents a message": showing(({ message }) => (message === "" ? { message: "Please review" } : {})),
    "loses the message": showing(() => ({ message: null })),
    "shows another creator": showing(() => ({ created_by: somebody })),
  },
  createTermsOfService: {
    "trims the text": storing("text", trimmed),
    "stores external terms by default": byDefault("tos_type", "external"),
    "ignores the type of terms": showing(() => ({ tos_type: "managed" })),
    "enables terms": showing(() => ({ status: "enabled" })),
  },
  createMetadataTemplate: {
    "composes texts of fields": storing("fields", composed),
    "escapes the display name": storing("displayName", escaped),
    "sorts fields": fields(byKey),
    "sorts options": eachField((field) =>
      "options" in field ? { ...field, options: byKey(objectsIn(field["options"])) } : field,
    ),
    "drops descriptions of fields": eachField(({ description: _, ...field }) => field),
    "hides no field": eachField((field) => ({ ...field, hidden: false })),
    "cuts field keys to 64 characters": eachField((field) => ({ ...field, key: String(field["key"]).slice(0, 64) })),
    "copies instances by default": byDefault("copyInstanceOnItemCopy", true),
    "copies no instances of hidden templates": showing((body) =>
      body["hidden"] === true ? { copyInstanceOnItemCopy: false } : {},
    ),
    "ignores hidden": showing(() => ({ hidden: false })),
    "stores the key in lower case": showing(({ templateKey: key }) => ({ templateKey: lower(String(key)) })),
  },
  createCollaboration: {
    "ignores the role": showing(() => ({ role: "viewer" })),
    "makes uploaders editors": showing(({ role }) => (role === "previewer uploader" ? { role: "editor" } : {})),
    "ignores the expiry": showing((_, sent) => ("expires_at" in sent ? { expires_at: null } : {})),
    "ignores the offset of the expiry": showing((_, { expires_at: at }) => ({ expires_at: withoutOffset(at) })),
    "shows another creator": showing(() => ({ created_by: somebody })),
    "invites to another item": showing(({ item }) =>
      isJsonObject(item) ? { item: { ...item, id: "1" } } : { invite_email: "another@example.org" },
    ),
  },
  assignLegalHoldPolicy: {
    "holds another item": showing(({ assigned_to: item }) =>
      isJsonObject(item) ? { assigned_to: { ...item, type: "file" } } : {},
    ),
  },
  addEmailAlias: {
    "stores lower case": storing("email", lower),
    "confirms the alias": showing(() => ({ is_confirmed: true })),
  },
};

describe.each(Object.entries(states))("%s", (operation, defects) => {
  test.each(Object.entries(defects))("finds a service that %s", async (_, misbehave) => {
    expect((await runOn([`${operation}/accepts-values`], misbehave)).rules).toContain("state-kept");
  });
});

const text = (value: Json | undefined) => JSON.stringify(value ?? null);

const rejections: [operation: string, message: string, isRejected: (body: JsonObject, path: string) => boolean][] = [
  ["createWebLink", "`url` http", ({ url }) => String(url).startsWith("http:")],
  ["createWebLink", "`url` with a port", ({ url }) => String(url).includes(":8443")],
  ["createWebLink", "`description` with all kinds", ({ description }) => text(description).includes("\\t")],
  ["createWebLink", '`description` ""', ({ description }) => description === ""],
  ["createWebLink", "the required properties", (body) => !("name" in body) && !("description" in body)],
  ["createTask", '`action` "complete"', ({ action }) => action === "complete"],
  ["createTask", "`due_at` null", ({ due_at }) => due_at === null],
  ["createTask", "`due_at` with an offset", ({ due_at }) => String(due_at).includes("+")],
  ["createTask", '`completion_rule` "all_assignees"', (body) => body["completion_rule"] === "all_assignees"],
  ["createTask", "the required properties", (body) => Object.keys(body).length === 1],
  ["createTermsOfService", '`tos_type` "external"', (body) => body["tos_type"] === "external"],
  ["createTermsOfService", '`text` ""', (body) => body["text"] === ""],
  ["createMetadataTemplate", "`templateKey` with 64 characters", (body) => String(body["templateKey"]).length > 63],
  ["createMetadataTemplate", "`displayName` with 4096", ({ displayName }) => [...String(displayName)].length > 4095],
  ["createMetadataTemplate", "`fields` of full length", (body) => text(body["fields"]).includes("kkkk")],
  ["createMetadataTemplate", "`fields` []", (body) => text(body["fields"]) === "[]"],
  ["createMetadataTemplate", "`fields` as in the example", (body) => text(body["fields"]).includes("multiSelect")],
  ["createMetadataTemplate", "`hidden` true", (body) => body["hidden"] === true],
  ["createMetadataTemplate", "the required properties", (body) => !("templateKey" in body)],
  ["createCollaboration", '`role` "previewer uploader"', (body) => body["role"] === "previewer uploader"],
  ["createCollaboration", "`can_view_path` true", (body) => body["can_view_path"] === true],
  ["createCollaboration", '`item` {"type":"folder"', (body) => text(body["item"]).includes("folder")],
  ["createCollaboration", "`notify` true", (_, path) => path.includes("notify=true")],
  ["createCollaboration", "`fields`", (_, path) => path.includes("fields=")],
];

test.each(rejections)("%s: finds a service that rejects %s", async (operation, message, isRejected) => {
  const misbehave = responds(400, (sent) => creates(sent) && isRejected(sent.json, sent.path));
  const { rules, messages } = await runOn([`${operation}/accepts-values`], misbehave);
  expect(rules).toEqual(["call-succeeds"]);
  expect(messages.join("\n")).toContain(message);
});

test.each<[operation: string, what: string, isRejected: (body: JsonObject) => boolean, smallest: RegExp, most: number]>(
  [
    [
      "createMetadataTemplate",
      "one type of fields",
      (body) => text(body["fields"]).includes('"float"'),
      /^\{"scope":"enterprise","displayName":"[^"]+","fields":\[\{"type":"float","key":"amount","displayName":"/,
      1,
    ],
    [
      "createTask",
      "two properties together",
      (body) => "due_at" in body && "completion_rule" in body,
      /^\{"item":\{"type":"file","id":"10001"\},"due_at":"[^"]+","completion_rule":"[^"]+"\}$/,
      2,
    ],
  ],
)("%s that rejects %s is reported with the smallest body", async (id, _, isRejected, smallest, most) => {
  const misbehave = responds(400, (sent) => creates(sent) && isRejected(sent.json));
  const { checks, exchanges } = await runOn([`${id}/accepts-values`], misbehave);
  const findings = checks.flatMap((check) => check.findings);
  expect(findings.length).toBeLessThanOrEqual(most);
  expect(findings[0]).toMatchObject({ rule: "call-succeeds", operation: id });
  expect(findings[0]?.exchange.request.body).toMatch(smallest);
  expect(findings[0]?.message).toContain(", also for the smaller body {");
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

const [LINK, ADDRESS, TEMPLATE] = [
  "createWebLink/creates",
  "createCollaboration/creates",
  "createMetadataTemplate/creates",
];
const [ALIAS, TASK, RESTORES, DELETES] = [
  "addEmailAlias/creates",
  "createTask/creates",
  "restoreFolder/succeeds-once",
  "deleteUser/succeeds-once",
];

describe("each creation and deletion", () => {
  test.each([
    LINK,
    ADDRESS,
    "createCollaboration/creates-invite-user-by-id",
    TEMPLATE,
    "assignLegalHoldPolicy/creates",
    ALIAS,
    RESTORES,
    DELETES,
  ])("%s finds that nothing is stored", async (check) => {
    expect((await runOn([check], forgetting)).rules).toEqual(["state-kept"]);
  });

  test.each<[check: string, change: JsonObject]>([
    [LINK, { url: "https://elsewhere.example/" }],
    [ADDRESS, { role: "editor" }],
    [TASK, { due_at: null }],
    [TEMPLATE, { fields: [] }],
    ["createTermsOfService/creates", { text: "Something else" }],
    [ALIAS, { email: "somebody.else@example.com" }],
    [RESTORES, { item_status: "trashed" }],
  ])("%s finds that the response shows another value", async (check, change) => {
    expect(
      (
        await runOn(
          [check],
          showing(() => change),
        )
      ).rules,
    ).toEqual(["state-kept"]);
  });

  test.each([LINK, TASK, DELETES, RESTORES])("%s finds that the call fails", async (check) => {
    const { rules, leftBehind } = await runOn([check], withToken("token-member"));
    expect([rules, leftBehind]).toEqual([["call-succeeds"], []]);
  });

  test.each([LINK, ADDRESS, TEMPLATE, ALIAS])("%s finds that a rejected creation creates the record", async (check) => {
    expect((await runOn([check], creatingRejected)).rules).toEqual(["state-kept"]);
  });

  test.each<[defect: string, check: string, misbehave: Misbehave, rule: string]>([
    ...["force=true", "force=false"].map((sent): [string, string, Misbehave, string] => [
      `a deletion with ${sent} is rejected as invalid`,
      DELETES,
      requests(({ path }) => path.includes(sent) && { method: "PATCH" }),
      "state-kept",
    ]),
    [
      "a restore without a body fails",
      "restoreFolder/returns-fields",
      requests(({ body }) => body === undefined && { method: "PATCH" }),
      "call-succeeds",
    ],
    [
      "a restored folder has a name without its letters",
      RESTORES,
      responses((body) => ({ ...body, name: String(body["name"]).normalize("NFD") })),
      "state-kept",
    ],
    [
      "a folder that is not in the trash can be restored",
      "restoreFolder/documented-errors",
      replaces(
        ({ status }) => status === 404,
        () => responseOf(201, { type: "folder", id: "3006" }),
      ),
      "wrong-request-rejected",
    ],
  ])("finds that %s", async (_, check, misbehave, rule) => {
    expect((await runOn([check], misbehave)).rules).toContain(rule);
  });

  test("is skipped without an admin's token, and if the record exists", async () => {
    const check = ["createTermsOfService/creates"];
    const member = await runOn(check, undefined, { target: { token: "token-owner" } });
    expect(member.checks.map(({ reason }) => reason)).toEqual([
      "createTermsOfService needs the role admin or co-admin: the user of the token lacks it, or give another token",
    ]);
    expect((await runOn(check, withToken("token-owner"))).rules).toEqual(["call-succeeds"]);
    const parameters = { "assignLegalHoldPolicy.policy_id": "8002" };
    const held = await runOn(["assignLegalHoldPolicy/creates"], undefined, { target: { parameters } });
    expect(held.checks.map(({ reason }) => reason)).toEqual(["The record exists already"]);
  });
});

test("a value is shown at one of several places (x-shows)", () => {
  const until = { type: "string", "x-shows": ["/ends_at", "/ended_at"] };
  const content = { "application/json": { schema: { type: "object", properties: { until } } } };
  const operation = { operationId: "lend", requestBody: { content }, responses: { "201": { description: "Lent." } } };
  const info = { title: "Loans", version: "1" };
  const contract = createContract({ openapi: "3.1.0", info, paths: { "/loans": { post: operation } } });
  const shown = (record: JsonObject) => shownFor(contract, contract.operation("lend"), { until: "noon" }, record);
  expect(shown({ ends_at: null, ended_at: "noon" })).toEqual({ ended_at: "noon" });
  expect(shown({})).toEqual({ ends_at: "noon" });
});
