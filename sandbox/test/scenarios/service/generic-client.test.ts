import { loadContract } from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { afterEach, expect, test } from "vitest";
import { shareSandbox, smallSeed } from "../../support/start-sandbox.js";

/** What clients of services of this family send beside the request itself. */
const HEADERS = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate",
  "user-agent": "generic-client/1.0",
  "x-generic-client-ua": "agent=generic-client/1.0; env=runtime",
  "cache-control": "no-cache",
  authorization: "bearer token-admin",
};

const shared = shareSandbox();
afterEach(() => shared.sandbox.restore(smallSeed));

const JSON_TYPE = "application/json; charset=utf-8";

test.each(loadContract().operations.map(({ id }) => id))(
  "%s can be called by another client, with a lower-case scheme, more headers and a charset [AU-6]",
  async (id) => {
    const { fetch, server } = shared;
    const contract = loadContract();
    const operation = contract.operation(id);
    const { path = {}, query = {}, header = {}, body } = workingCall(contract, id);
    const at = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    if (operation.parameters.some(({ name }) => name === "limit")) search.set("limit", "1000");
    // A list in one parameter and a repeated parameter are the same.
    const takesFields = operation.parameters.some(({ name }) => name === "fields");
    for (const fields of takesFields ? ["id,created_at", "type"] : []) search.append("fields", fields);
    const isForm = operation.server === "auth";
    const known = isForm
      ? { client_id: "sandbox-client", client_secret: "sandbox-secret", refresh_token: "refresh-owner" }
      : {};
    const form = () => new URLSearchParams({ grant_type: "refresh_token", ...known, scope: "all" }).toString();
    const sent = isForm ? form() : body === undefined ? null : JSON.stringify(body);
    const type = isForm ? "application/x-www-form-urlencoded; charset=utf-8" : JSON_TYPE;
    const headers = { ...HEADERS, "content-type": type, ...texts(header) };
    const method = operation.method.toUpperCase();
    const base = isForm ? server.authUrl : server.baseUrl;
    const response = await fetch(`${base}${at}?${search.toString()}`, { method, headers, body: sent });
    expect([id, response.status, response.status < 300 ? "" : await response.text()]).toEqual([
      id,
      expect.toSatisfy((status: number) => status >= 200 && status < 300),
      "",
    ]);
  },
);

test.each([
  ["no body and a JSON type", { headers: { "content-type": JSON_TYPE } }],
  ["no body and a length of 0", { headers: { "content-length": "0" } }],
  ["an empty object", { headers: { "content-type": JSON_TYPE }, body: "{}" }],
])("a folder is restored by a request with %s", async (_, { headers, ...init }) => {
  const { fetch, server } = shared;
  const url = `${server.baseUrl}/folders/3003`;
  expect((await fetch(url, { method: "POST", headers: { ...HEADERS, ...headers }, ...init })).status).toBe(201);
});

test("a query that the contract does not allow is rejected", async () => {
  const { fetch, server } = shared;
  for (const query of ["usemarker=True", "usemarker=", "marker=", "limit=", "no_such_parameter="]) {
    const response = await fetch(`${server.baseUrl}/file_version_retentions?${query}`, { headers: HEADERS });
    expect([query, response.status]).toEqual([query, 400]);
  }
});

test("an update without changes has an empty object as its body, and a deletion has a JSON type", async () => {
  const { fetch, server } = shared;
  const headers = { ...HEADERS, "content-type": JSON_TYPE };
  const update = await fetch(`${server.baseUrl}/files/4001`, { method: "PUT", headers, body: "{}" });
  const deletion = await fetch(`${server.baseUrl}/users/1005?notify=false`, { method: "DELETE", headers });
  expect([update.status, deletion.status]).toEqual([200, 204]);
});

function texts(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
