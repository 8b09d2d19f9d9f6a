import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { changedJson, jsonResponse, type Misbehave, runOnBroken } from "../../support/broken-sandbox.js";

const CREATING = [
  "createWebLink",
  "createTask",
  "createTermsOfService",
  "createMetadataTemplate",
  "createCollaboration",
  "assignLegalHoldPolicy",
  "addEmailAlias",
];

const GROUP = { "createCollaboration.login": "check@example.org", "createCollaboration.group_id": "2001" };

test("a healthy sandbox passes", async () => {
  const { results } = await runOnBroken(CREATING.map((id) => `${id}/accepts`));
  expect(results.map(({ outcome, reason, findings }) => [outcome, reason, ...findings])).toEqual(
    CREATING.map(() => ["passed", undefined]),
  );
  const invitations = await runOnBroken(["createCollaboration/accepts"], undefined, { parameters: GROUP });
  expect(invitations.results.flatMap(({ findings }) => findings)).toEqual([]);
});

/** Changes every text in a body. */
function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}

const creates = ({ method }: { method: string }) => method === "POST";

const storing =
  (...names: readonly string[]) =>
  (change: (text: string) => string): Misbehave =>
  async (sent) => {
    if (!creates(sent)) return sent.forward();
    const changed = names.map((name) => [name, mapTexts(sent.json[name] ?? null, change)] as const);
    return sent.forward({
      body: { ...sent.json, ...Object.fromEntries(changed.filter(([name]) => name in sent.json)) },
    });
  };

const composed = (text: string) => text.normalize("NFC");
const escaped = (text: string) => text.replaceAll("<", "&lt;");
const trimmed = (text: string) => text.trim();
const lower = (text: string) => text.toLowerCase();
const unixLines = (text: string) => text.replaceAll("\r\n", "\n");
const cut = (text: string) => [...text].slice(0, 1000).join("");
const joined = (text: string) => text.replace(/ +/g, " ");

/** Changes what the response shows. */
const showing =
  (change: (body: JsonObject, sent: JsonObject) => JsonObject): Misbehave =>
  async (sent) => {
    const response = await sent.forward();
    return creates(sent) && response.ok
      ? changedJson(response, (body) => ({ ...body, ...change(body, sent.json) }))
      : response;
  };

const fieldsOf = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const somebody = { type: "user", id: "1999", name: "Somebody", login: "s@example.com" };

const states: [operation: string, defect: string, misbehave: Misbehave][] = [
  ["createWebLink", "composes the description", storing("description")(composed)],
  ["createWebLink", "trims the description", storing("description")(trimmed)],
  ["createWebLink", "escapes the description", storing("description")(escaped)],
  ["createWebLink", "joins spaces of the name", storing("name")(joined)],
  ["createWebLink", "stores the url in lower case", storing("url")(lower)],
  ["createWebLink", "drops the fragment of a url", storing("url")((url) => url.replace(/#.*/, ""))],
  ["createWebLink", "turns http into https", storing("url")((url) => url.replace("http:", "https:"))],
  [
    "createWebLink",
    "names a link without a name",
    showing((_, { name }) => (name === undefined ? { name: "Untitled" } : {})),
  ],
  [
    "createWebLink",
    "invents a description",
    showing((_, { description }) => (description === undefined ? { description: "A link" } : {})),
  ],
  ["createWebLink", "shows another creator", showing(() => ({ created_by: somebody }))],
  ["createWebLink", "creates links with one id", showing(() => ({ id: "1" }))],
  ["createWebLink", "is modified before its creation", showing(() => ({ modified_at: "2001-01-01T00:00:00+00:00" }))],
  [
    "createWebLink",
    "creates the link in another folder",
    showing(({ parent }) => ({ parent: isJsonObject(parent) ? { ...parent, id: "1" } : null })),
  ],
  ["createTask", "stores Unix line ends", storing("message")(unixLines)],
  ["createTask", "stores 1000 characters of a message", storing("message")(cut)],
  [
    "createTask",
    "completes tasks by default",
    showing((_, { action }) => (action === undefined ? { action: "complete" } : {})),
  ],
  [
    "createTask",
    "needs any assignee by default",
    showing((_, json) => ("completion_rule" in json ? {} : { completion_rule: "any_assignee" })),
  ],
  ["createTask", "ignores the action", showing(() => ({ action: "review" }))],
  [
    "createTask",
    "ignores the offset of the due date",
    showing(({ due_at }) => ({ due_at: typeof due_at === "string" ? due_at.replace(/\+05:30$/, "Z") : null })),
  ],
  [
    "createCollaboration",
    "ignores the offset of the expiry",
    showing((_, { expires_at }) => ({
      expires_at: typeof expires_at === "string" ? expires_at.replace(/\+05:30$/, "Z") : null,
    })),
  ],
  ["createTask", "invents a due date", showing(({ due_at }) => ({ due_at: due_at ?? "2030-01-01T00:00:00Z" }))],
  [
    "createTask",
    "invents a message",
    showing(({ message }) => ({ message: message === "" ? "Please review" : (message ?? null) })),
  ],
  ["createTask", "loses the message", showing(() => ({ message: null }))],
  ["createTask", "shows another creator", showing(() => ({ created_by: somebody }))],
  ["createTermsOfService", "trims the text", storing("text")(trimmed)],
  [
    "createTermsOfService",
    "stores external terms by default",
    showing((_, json) => ("tos_type" in json ? {} : { tos_type: "external" })),
  ],
  ["createTermsOfService", "ignores the type of terms", showing(() => ({ tos_type: "managed" }))],
  ["createTermsOfService", "enables terms", showing(() => ({ status: "enabled" }))],
  ["createMetadataTemplate", "composes texts of fields", storing("fields")(composed)],
  ["createMetadataTemplate", "escapes the display name", storing("displayName")(escaped)],
  [
    "createMetadataTemplate",
    "sorts fields",
    showing(({ fields }) => ({
      fields: fieldsOf(fields).sort((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1)),
    })),
  ],
  [
    "createMetadataTemplate",
    "sorts options",
    showing(({ fields }) => ({
      fields: fieldsOf(fields).map((field) =>
        "options" in field
          ? {
              ...field,
              options: fieldsOf(field["options"]).sort((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1)),
            }
          : field,
      ),
    })),
  ],
  [
    "createMetadataTemplate",
    "drops descriptions of fields",
    showing(({ fields }) => ({ fields: fieldsOf(fields).map(({ description: _, ...field }) => field) })),
  ],
  [
    "createMetadataTemplate",
    "hides no field",
    showing(({ fields }) => ({ fields: fieldsOf(fields).map((field) => ({ ...field, hidden: false })) })),
  ],
  [
    "createMetadataTemplate",
    "copies instances by default",
    showing((_, json) => ("copyInstanceOnItemCopy" in json ? {} : { copyInstanceOnItemCopy: true })),
  ],
  ["createMetadataTemplate", "ignores hidden", showing(() => ({ hidden: false }))],
  [
    "createMetadataTemplate",
    "stores the key in lower case",
    showing(({ templateKey }) => ({ templateKey: String(templateKey).toLowerCase() })),
  ],
  [
    "createMetadataTemplate",
    "cuts field keys to 64 characters",
    showing(({ fields }) => ({
      fields: fieldsOf(fields).map((field) => ({ ...field, key: String(field["key"]).slice(0, 64) })),
    })),
  ],
  ["createCollaboration", "ignores the role", showing(() => ({ role: "viewer" }))],
  [
    "createCollaboration",
    "makes uploaders editors",
    showing(({ role }) => ({ role: role === "previewer uploader" ? "editor" : (role ?? "") })),
  ],
  [
    "createCollaboration",
    "ignores the expiry",
    showing((_, json) => ("expires_at" in json ? { expires_at: null } : {})),
  ],
  ["createCollaboration", "shows another creator", showing(() => ({ created_by: somebody }))],
  [
    "createCollaboration",
    "invites to another item",
    showing(({ item }) =>
      isJsonObject(item) ? { item: { ...item, id: "1" } } : { invite_email: "another@example.org" },
    ),
  ],
  [
    "assignLegalHoldPolicy",
    "holds another item",
    showing(({ assigned_to }) => ({
      assigned_to: isJsonObject(assigned_to) ? { ...assigned_to, type: "file" } : null,
    })),
  ],
  ["addEmailAlias", "stores lower case", storing("email")(lower)],
  ["addEmailAlias", "confirms the alias", showing(() => ({ is_confirmed: true }))],
];

test.each(states)("%s: finds a service that %s", async (operation, _, misbehave) => {
  const { rules } = await runOnBroken([`${operation}/accepts`], misbehave);
  expect(rules).toContain("state-kept");
});

const BAD_REQUEST = {
  ...{ type: "error", status: 400, code: "bad_request", message: "The body is not valid.", context_info: null },
  ...{ help_url: "https://developer.content.example/errors", request_id: "r1" },
};

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
  [
    "createMetadataTemplate",
    "`displayName` with 4096 characters",
    (body) => [...String(body["displayName"])].length > 4095,
  ],
  ["createMetadataTemplate", "`fields` of full length", (body) => text(body["fields"]).includes("kkkk")],
  ["createMetadataTemplate", "`fields` []", (body) => text(body["fields"]) === "[]"],
  ["createMetadataTemplate", "`fields` of each type", (body) => text(body["fields"]).includes("multiSelect")],
  ["createMetadataTemplate", "`hidden` true", (body) => body["hidden"] === true],
  ["createMetadataTemplate", "the required properties", (body) => !("templateKey" in body)],
  ["createCollaboration", '`role` "previewer uploader"', (body) => body["role"] === "previewer uploader"],
  ["createCollaboration", "`can_view_path` true", (body) => body["can_view_path"] === true],
  ["createCollaboration", '`item` {"type":"folder"', (body) => text(body["item"]).includes("folder")],
  ["createCollaboration", "`notify` true", (_, path) => path.includes("notify=true")],
  ["createCollaboration", "`fields`", (_, path) => path.includes("fields=")],
];

test.each(rejections)("%s: finds a service that rejects %s", async (operation, message, isRejected) => {
  const { results, rules } = await runOnBroken([`${operation}/accepts`], async (sent) =>
    creates(sent) && isRejected(sent.json, sent.path) ? jsonResponse(400, BAD_REQUEST) : sent.forward(),
  );
  expect(rules).toEqual(["call-succeeds"]);
  expect(results.flatMap(({ findings }) => findings.map((one) => one.message)).join("\n")).toContain(message);
});

test.each([
  [
    "createMetadataTemplate",
    "one type of fields",
    (body: JsonObject) => JSON.stringify(body["fields"] ?? null).includes('"float"'),
    /^\{"scope":"enterprise","displayName":"[^"]+","fields":\[\{"type":"float","key":"Amount","displayName":"/,
    1,
  ],
  [
    "createTask",
    "two properties together",
    (body: JsonObject) => "due_at" in body && "completion_rule" in body,
    /^\{"item":\{"type":"file","id":"10001"\},"due_at":"[^"]+","completion_rule":"[^"]+"\}$/,
    2,
  ],
])(
  "%s that rejects %s is reported with the smallest body that it rejects",
  async (id, _, isRejected, smallest, most) => {
    let requests = 0;
    const { results } = await runOnBroken([`${id}/accepts`], async (sent) => {
      if (!creates(sent)) return sent.forward();
      requests += 1;
      return isRejected(sent.json) ? jsonResponse(400, ERROR) : sent.forward();
    });
    const findings = results.flatMap((result) => result.findings);
    expect(findings.length).toBeLessThanOrEqual(most);
    expect(findings[0]).toMatchObject({ rule: "call-succeeds", operation: id });
    expect(findings[0]?.exchange.request.body).toMatch(smallest);
    expect(findings[0]?.message).toContain(", also for the smaller body {");
    expect(requests).toBeLessThan(100);
  },
);

const ERROR = {
  type: "error",
  status: 400,
  code: "bad_request",
  message: "No.",
  request_id: "r",
  context_info: null,
  help_url: "https://h.example",
};
