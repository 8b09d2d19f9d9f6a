import { loadContract, requestMedia } from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { afterEach, describe, expect } from "vitest";
import { callById } from "../../support/requests.js";
import { namedValues } from "../../support/responses.js";
import { shareSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();
afterEach(() => shared.sandbox.restore(smallSeed));

/** What clients of services of this family send beside the request itself. */
const HEADERS = {
  "accept-encoding": "gzip, deflate",
  "user-agent": "generic-client/1.0",
  "x-generic-client-ua": "agent=generic-client/1.0; env=runtime",
  authorization: "bearer token-admin",
  "content-type": "application/json; charset=utf-8",
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$/;
const texts = (values: object) => Object.entries(values).map(([name, value]) => [name, String(value)]);
/** Sends a GET as another client does. */
async function get(path: string) {
  const response = await shared.fetch(shared.server.baseUrl + path, { headers: HEADERS });
  return [response.status, await response.json()];
}

/** Each operation with each example of its request. */
const examples = loadContract().operations.flatMap((operation) => {
  const names = requestMedia(operation)?.examples.map(({ name }) => name) ?? [];
  return (names.length === 0 ? ["no body"] : names).map((name) => [operation.id, name] as const);
});

test.for(examples)("another client can call %s with %s and gets JSON [AU-6] [CO-1]", async ([id, example]) => {
  const { fetch, server } = shared;
  const operation = loadContract().operation(id);
  const { path = {}, query = {}, header = {}, body } = workingCall(loadContract(), id, example);
  const at = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const isForm = operation.server === "auth";
  const form = () => new URLSearchParams([...texts(body as object), ["scope", "all"]]).toString();
  const type = isForm ? { "content-type": "application/x-www-form-urlencoded; charset=utf-8" } : {};
  const headers = { ...HEADERS, ...type, ...Object.fromEntries(texts(header)) };
  const sent = isForm ? form() : body === undefined ? null : JSON.stringify(body);
  const url = `${isForm ? server.authUrl : server.baseUrl}${at}?${new URLSearchParams(texts(query)).toString()}`;
  const response = await fetch(url, { method: operation.method.toUpperCase(), headers, body: sent });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  if (text === "") return;
  expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
  const values = namedValues(JSON.parse(text)).filter(({ name, value }) => value !== null && name !== "sequence_id");
  const ids = values.filter(({ name }) => /^(\$?id|.*_id)$/.test(name));
  expect(ids.filter(({ value }) => typeof value !== "string" || value === "")).toEqual([]);
  // Whatever looks like a time is one in full, metadata included.
  const times = values.filter(({ name, value }) => name.endsWith("_at") || /^\d{4}-\d\d-\d\d/.test(String(value)));
  expect(times.filter(({ value }) => !TIME.test(String(value)))).toEqual([]);
});

test("another client can send a JSON type without a body, and an empty object for an optional body [AU-6]", async () => {
  for (const [method, path, status, body] of [
    ["POST", "/folders/3003", 201, null],
    ["PUT", "/files/4001", 200, "{}"],
    ["DELETE", "/users/1005?notify=false", 204, null],
  ] as const)
    expect((await shared.fetch(shared.server.baseUrl + path, { method, headers: HEADERS, body })).status).toBe(status);
});

test("a path that the sandbox does not model is 501, and the message says where the token operation is", async () => {
  for (const [method, path, what] of [
    ["DELETE", "/collaborations/9001", "DELETE /collaborations/9001."],
    ["POST", "/oauth2/token", "POST /2.0/oauth2/token. It is at /oauth2/token."],
  ] as const) {
    const response = await shared.fetch(shared.server.baseUrl + path, { method });
    const expected = { code: "not_modeled", message: `The sandbox does not model ${what}` };
    expect([response.status, await response.json()]).toMatchObject([501, expected]);
  }
});

describe("fields", () => {
  test.for<[id: string, names: string[], fields: string[]]>([
    ["findSharedItem", ["etag", "id", "name", "parent", "size", "type"], ["size", "parent"]],
    ["createCollaboration", ["id", "invite_email", "role", "type"], ["role", "invite_email"]],
  ])("of %s come with type, id, name and etag, and nothing else [CO-5]", async ([id, names, fields], { as }) => {
    const { query, ...input } = workingCall(loadContract(), id);
    const response = await callById(as("admin"), id, { ...input, query: { ...query, fields } });
    expect(Object.keys(response as object).sort()).toEqual(names);
  });

  test("may have `name`, duplicates and unknown attributes, and no empty name [CO-5]", async () => {
    const user = { type: "user", id: "1001", name: "Enterprise Admin", login: "admin@example.com" };
    // A list in one parameter and a repeated parameter are the same.
    const fields = "name,login&fields=login,sha1,constructor,__proto__";
    expect(await get(`/users/me?fields=${fields}`)).toEqual([200, user]);
    const context_info = { errors: [{ reason: "invalid_parameter", name: "fields" }] };
    expect(await get("/users/me?fields=name,")).toMatchObject([400, { code: "bad_request", context_info }]);
  });

  test("and other parameters with brackets, and one without a name, are unknown [CO-5]", async () => {
    for (const [path, name] of [
      ["/users/me", "fields[]"],
      ["/users/me", ""],
      ["/file_version_retentions", "policy_id[]"],
      ["/file_version_retentions", "limit[a]"],
    ])
      expect(await get(`${path}?${name}=1`)).toMatchObject([400, { context_info: { errors: [{ name }] } }]);
  });
});
