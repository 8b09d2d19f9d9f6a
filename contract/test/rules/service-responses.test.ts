import { describe, expect, test } from "vitest";
import type { CheckOptions, Json, JsonObject } from "../../src/index.js";
import { callInput, checkExchange, inputRequest, isJsonObject, loadContract, stringsAt } from "../../src/index.js";

const contract = loadContract();

/** The documented success of an operation that has a body, and its first example. */
function documented(id: string): { status: number; example: JsonObject } {
  const success = contract.operation(id).responses.find(({ status }) => status.startsWith("2"));
  const example = success?.content[0]?.examples[0]?.value;
  if (!isJsonObject(example)) return expect.fail(`${id} has no body`);
  return { status: Number(success?.status), example };
}

type Options = CheckOptions & { fields?: readonly string[] | undefined };
function check(id: string, status: number, body: Json, { fields, ...options }: Options = {}) {
  const operation = contract.operation(id);
  const input = callInput(operation, { optional: fields !== undefined, fields });
  const { path, ...request } = inputRequest(operation, input, "token");
  const address = operation.server === "auth" ? "https://auth.content.example" : "https://api.content.example/2.0";
  const response = { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return checkExchange({ request: { ...request, url: address + path }, response }, options);
}

/** What services of this family send instead of the example of the contract. An undefined property is left out. */
type Change = Readonly<Record<string, Json | undefined>>;
const changes: readonly (readonly [id: string, what: string, change: Change])[] = [
  ["restoreFolder", "no times of the content", { content_created_at: undefined, content_modified_at: undefined }],
  ["restoreFolder", "no times in the trash", { trashed_at: undefined, purged_at: undefined }],
  ["restoreFolder", "a large size and an empty address", { size: 1.1e13, folder_upload_email: { email: "" } }],
  ["findSharedItem", "no visible parent", { parent: null }],
  ["findSharedItem", "a link with unknown values", { shared_link: { url: null, access: "people_of_next_year" } }],
  ["createCollaboration", "an invited outsider", { status: "pending", accessible_by: null, item: null }],
  ["createCollaboration", "a role of tomorrow and no inviter", { role: "previewer of drafts", created_by: null }],
  ["createMetadataTemplate", "no id", { id: undefined, hidden: undefined }],
  ["createMetadataTemplate", "a short field", { fields: [{ type: "taxonomy", key: "a", displayName: "A" }] }],
  ["getTaskAssignment", "a status in place of a state", { resolution_state: undefined, status: "incomplete" }],
  ["getTaskAssignment", "an assignee without a login", { assigned_to: { type: "user", id: "1", name: "A" } }],
  ["assignLegalHoldPolicy", "a policy without a name", { legal_hold_policy: { type: "legal_hold_policy", id: "1" } }],
  ["listEnterpriseMetadataTemplates", "entries alone", { limit: undefined, next_marker: undefined }],
  ["refreshAccessToken", "a token alone", { expires_in: undefined, refresh_token: undefined, token_type: undefined }],
];
const changed = (id: string, change: Change): JsonObject =>
  JSON.parse(JSON.stringify({ ...documented(id).example, ...change }));

test.each(changes)("%s accepts from a service of this family %s [RS-1]", (id, _, change) => {
  expect(check(id, documented(id).status, changed(id, change))).toEqual([]);
});

test.each([
  ["updateFile", { type: "file", id: "1", etag: "3", lock: null }, ["lock"]],
  ["findSharedItem", { type: "web_link", id: "1", name: "a", etag: "0" }, ["name"]],
])("%s accepts the etag beside the fields [RS-2]", (id, body, fields) => {
  expect(check(id, 200, body, { fields })).toEqual([]);
});

const errors = {
  "a code alone": { code: "brand_new_code" },
  "no code": { type: "error", status: 404, message: "Not Found" },
  "details as text": { code: "brand_new_code", context_info: "The name is missing" },
  "empty texts": { type: "error", status: 404, code: "a", help_url: "", message: "", request_id: "" },
  "errors in part": { code: "a", context_info: { errors: [{ reason: "invalid" }, { name: "item", message: null }] } },
};

describe.each(Object.entries(errors))("an error with %s", (_, body) => {
  const ids = contract.operations.map(({ id }) => id).filter((id) => id !== "refreshAccessToken");

  test.each(ids)("is accepted from %s [RS-1]", (id) => {
    const found = [400, 418].flatMap((status) => check(id, status, "status" in body ? { ...body, status } : body));
    expect(found).toEqual([]);
  });
});

test("the code of another operation is accepted, unless closed [RS-1] [RS-2]", () => {
  const body = { code: "instance_not_found" };
  expect(check("createTask", 404, body)).toEqual([]);
  expect(check("createTask", 404, body, { closed: true }).map(({ rule }) => rule)).toEqual(["error-consistent"]);
});

test("the error of the token operation needs no description [RS-1]", () => {
  expect(check("refreshAccessToken", 400, { error: "unauthorized_client" })).toEqual([]);
});

test("a type that the interface states is still checked", () => {
  const [violation] = check("getCurrentUser", 200, { type: "group", id: "1" });
  expect(violation?.rule).toBe("response-body");
  expect(check("getFileMetadata", 200, { $type: "contract" })).not.toEqual([]);
});

test("whatever the interface lists and one of them omits is in x-listed, and reported with listed [RS-5]", () => {
  const listed = { listed: true };
  const bodies = changes.flatMap(([id, , change]) => check(id, documented(id).status, changed(id, change), listed));
  const errors = ["createTask", "getFileMetadata"].flatMap((id) => check(id, 404, { message: "Gone" }, listed));
  const found = [...bodies, ...errors].map(
    ({ rule, contract: at, at: place }) => `${rule} ${at} ${place.split("/").at(-1)}`,
  );
  const pointers = Object.keys(contract.schemaAt("/components/schemas")).map((name) => `/components/schemas/${name}`);
  const all = pointers.flatMap((at) =>
    stringsAt(contract.schemaAt(at), "x-listed").map((one) => `${at}/x-listed ${one}`),
  );
  expect(new Set(found)).toEqual(new Set(all.map((one) => `response-body-listed ${one}`)));
});
