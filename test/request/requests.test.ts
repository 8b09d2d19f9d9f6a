import { describe, expect, it } from "vitest";
import { baseUrl, clientWith } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

function sending(options: Parameters<typeof clientWith>[1] = {}) {
  const fetch = scriptedFetch(() => json({ type: "file", id: "4001", entries: [], limit: 1 }));
  return { ...clientWith(fetch, options), fetch, sent: fetch.sent };
}

describe("a header value", () => {
  it("that is undefined or null is left out", async () => {
    const { client, sent } = sending();
    // Plain JavaScript can pass anything.
    const header: object = { "X-Other": undefined, "As-User": null };
    await client.updateFile({ path: { file_id: "4001" }, header, body: {} });
    await client.http.GET("/users/me", { headers: new Headers({ "x-trace": "1" }) });
    // @ts-expect-error: openapi-fetch takes null, though its types do not
    await client.http.GET("/users/me", { headers: null });
    expect(sent[0]?.headers.has("x-other")).toBe(false);
    expect(sent[0]?.headers.has("as-user")).toBe(false);
    expect(sent[1]?.headers.get("x-trace")).toBe("1");
  });

  it.each<[header: object, message: string]>([
    ...[undefined, null, ""].map((etag): [object, string] => [{ "If-Match": etag }, "header.If-Match"]),
    [{ IfMatch: "1" }, "If-Match"],
    [{ if_match: "1" }, "If-Match"],
    [{ Authorization: "Bearer other-token" }, "header.Authorization must be in auth"],
    [{ authorization: "Bearer other-token" }, "header.authorization must be in auth"],
  ])("without an etag, or in place of auth, is an error: %j", async (header, message) => {
    const { client, sent } = sending();
    const call = client.updateFile({ path: { file_id: "4001" }, header, body: {} });
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });

  const odd = "!#$%&'*+.^_`|~-1";
  it.each([undefined, "ContentApi", odd])("of ServiceApi is sent under the name in brandHeader: %s", async (name) => {
    const { client, sent } = sending({ brandHeader: name });
    await client.findSharedItem({ header: { ServiceApi: "shared_link=x", "If-None-Match": "1" } });
    const { headers } = sent[0] ?? expect.fail("nothing was sent");
    expect([headers.get(name ?? "serviceapi"), headers.get("if-none-match")]).toEqual(["shared_link=x", "1"]);
    expect(headers.has("serviceapi")).toBe(name === undefined);
    // @ts-expect-error: the contract requires it
    await client.findSharedItem();
    expect(sent[1]?.headers.has(name ?? "serviceapi")).toBe(false);
  });
});

describe("a query", () => {
  it("joins `fields` with commas and encodes each [CO-5]", async () => {
    const { client, sent } = sending();
    await client.getCurrentUser({ query: { fields: ["login", "name"] } });
    await client.getCurrentUser({ query: { fields: [] } });
    // A field that the contract does not know, as a caller without types could write it.
    await client.http.GET("/users/me", { params: { query: { fields: ["a,b&c"] as never } } });
    expect(sent.map(({ url }) => url.slice(baseUrl.length))).toEqual([
      "/users/me?fields=login,name",
      "/users/me",
      "/users/me?fields=a%2Cb%26c",
    ]);
  });

  it("accepts strings, numbers and booleans, and leaves out undefined values", async () => {
    const { client, sent } = sending();
    // Plain JavaScript can pass undefined.
    const query = { policy_id: "a&b=c", limit: 0, marker: undefined } as { policy_id: string };
    await client.listFileVersionRetentions({ query });
    await client.deleteUser({ path: { user_id: "1004" }, query: { force: true, notify: false } });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      "?policy_id=a%26b%3Dc&limit=0",
      "?force=true&notify=false",
    ]);
  });

  it.each([
    ["a Date", new Date(0)],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["null", null],
    ["an object", {}],
    ["a list with a Date in it", [new Date(0)]],
  ])("with %s is rejected before anything is sent", async (_, value) => {
    const { client, sent } = sending();
    const message = "query.disposition_after must be a string, finite number, boolean or an array of them";
    // Plain JavaScript can pass anything.
    const query = { disposition_after: value as never };
    await expect(client.listFileVersionRetentions({ query })).rejects.toThrow(new TypeError(message));
    expect(sent).toEqual([]);
  });
});

it("a body is sent as JSON, and not at all if there is none", async () => {
  const { client, sent } = sending();
  await client.updateFile({ path: { file_id: "4001" }, body: { lock: null } });
  await client.restoreFolder({ path: { folder_id: "3003" } });
  expect(sent[0]).toMatchObject({ method: "PUT", body: '{"lock":null}' });
  expect(sent[0]?.headers.get("content-type")).toBe("application/json");
  expect(sent[1]).toMatchObject({ method: "POST", body: null });
  expect(sent[1]?.headers.has("content-type")).toBe(false);
});

// Half a surrogate pair has no form in UTF-8: in a secret, no error could hide it.
const half = "a\ud800";
const circular: { name?: unknown } = {};
circular.name = circular;

it.each([
  ["NaN, which JSON writes as null", { name: NaN }, "name in the body must be a finite number or JSON"],
  ["-Infinity", { shared_link: { unshared_at: -Infinity } }, "unshared_at in the body must be a finite number"],
  ["an invalid date", { lock: { expires_at: new Date(NaN) } }, "expires_at in the body must be a finite number"],
  ["itself", circular, "circular"],
  ["half of a secret", { shared_link: { password: half } }, "a secret in the body must be well-formed text"],
])("a body with %s is a TypeError before anything is sent", async (_, body, message) => {
  const { client, sent } = sending();
  // Plain JavaScript can pass anything.
  const call = client.updateFile({ path: { file_id: "4001" }, body: body as object });
  await expect(call).rejects.toThrow(TypeError);
  await expect(call).rejects.toThrow(message);
  await client.updateFile({ path: { file_id: "4001" }, body: { lock: null, name: "null" } });
  await client.updateFile({ path: { file_id: "4001" }, body: { name: half } });
  expect(sent).toHaveLength(2);
});
