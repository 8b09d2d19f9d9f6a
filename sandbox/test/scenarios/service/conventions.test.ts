import { type Exchange, isJsonObject, loadContract } from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { callById } from "../../support/requests.js";
import { expectApiError, namedValues } from "../../support/responses.js";
import { openSandbox, shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

describe("conventions", () => {
  test("times have an offset, ids are strings and bodies are JSON [CO-1]", async () => {
    const contract = loadContract();
    const exchanges: Exchange[] = [];
    for (const { id } of contract.operations) {
      const setup = await openSandbox();
      await callById(setup.as("admin"), id, workingCall(contract, id));
      exchanges.push(...setup.exchanges);
    }
    const sent = exchanges.filter(({ request }) => request.body && !request.url?.endsWith("/oauth2/token"));
    expect(new Set(sent.map(({ request }) => new Headers(request.headers).get("content-type")))).toEqual(
      new Set(["application/json"]),
    );
    const bodies = exchanges.filter(({ response }) => response.body !== undefined && response.body !== "");
    for (const { response } of bodies)
      expect(new Headers(response.headers).get("content-type")).toMatch(/^application\/json\b/);
    const values = bodies.flatMap(({ response }) => namedValues(JSON.parse(response.body ?? "")));
    // The root folder has no sequence id.
    const ids = values.filter(({ name, value }) => /^(\$?id|.*_id)$/.test(name) && (value ?? name) !== "sequence_id");
    expect(ids.length).toBeGreaterThan(200);
    expect(ids.filter(({ value }) => typeof value !== "string" || value === "")).toEqual([]);
    const times = values.filter(({ name, value }) => name.endsWith("_at") && value !== null);
    expect(times.length).toBeGreaterThan(50);
    expect(times.filter(({ value }) => !TIME.test(String(value)))).toEqual([]);
    // Whatever looks like a time is one in full, wherever it stands, metadata included.
    const likeTimes = values.filter(({ value }) => /^\d{4}-\d\d-\d\d/.test(String(value)));
    expect(likeTimes.filter(({ value }) => !TIME.test(String(value)))).toEqual([]);
  });

  test("each response has the request id of the log and of an error in its X-Request-Id header", async ({ as }) => {
    const ids: (string | undefined)[] = [];
    const admin = as("admin", { onEvent: (event) => event.type === "response" && ids.push(event.requestId) });
    await admin.getCurrentUser();
    const error = await expectApiError(admin.restoreFolder({ path: { folder_id: "3999" } }), 404, "not_found");
    expect(ids).toEqual([expect.stringMatching(/^r\d+$/), error.requestId]);
  });

  const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$/;
});

describe("fields", () => {
  const FILE = ["id", "type", "etag", "name"];
  /** What operations with `fields` always return, and attributes to ask for. The contract tests try every operation. */
  const records: [id: string, always: string[], fields: string[]][] = [
    ["getCurrentUser", ["id", "type", "name"], ["login", "space_used"]],
    ["updateFile", FILE, ["lock", "tags", "permissions", "extension", "metadata"]],
    ["restoreFolder", FILE, ["item_status"]],
    ["findSharedItem", FILE, ["size", "parent"]],
    ["createCollaboration", ["id", "type"], ["role"]],
    ["listLegalHoldPolicyAssignments", ["id", "type"], ["assigned_at"]],
    ["listFilesOnHold", FILE, ["size", "tags"]],
    ["listFileVersionsOnHold", ["id", "type", "name"], ["sha1"]],
  ];

  test.each(records)(
    "with `fields` %s returns only type, id, name, the etag of an item and the listed attributes [CO-5]",
    async (id, always, fields) => {
      const { as } = await openSandbox();
      const { query, ...input } = workingCall(loadContract(), id);
      const response = await callById(as("admin"), id, { ...input, query: { ...query, fields } });
      const record = isJsonObject(response) && Array.isArray(response["entries"]) ? response["entries"][0] : response;
      expect(Object.keys(record ?? {}).sort()).toEqual([...always, ...fields].sort());
    },
  );

  test("`fields` may have `name`, duplicates and unknown attributes, and no empty name [CO-5]", async () => {
    const { fetch, server } = shared;
    const me = async (fields: string) => {
      const headers = { authorization: "Bearer token-owner" };
      const response = await fetch(`${server.baseUrl}/users/me?fields=${fields}`, { headers });
      return [response.status, await response.json()];
    };
    const user = { type: "user", id: "1003", name: "Contract Owner", login: "owner@example.com" };
    expect(await me("name,login,login,sha1,constructor,__proto__")).toEqual([200, user]);
    const context_info = { errors: [{ reason: "invalid_parameter", name: "fields" }] };
    expect(await me("name,")).toMatchObject([400, { code: "bad_request", context_info }]);
  });

  test("without `fields` a file has only its default attributes [CO-5]", async ({ as }) => {
    const record = await as("owner").updateFile({ path: { file_id: "4001" }, body: {} });
    for (const name of ["lock", "tags", "permissions", "extension", "metadata"])
      expect(record).not.toHaveProperty(name);
    expect(record).toMatchObject({ sha1: "3f786850e387550fdab836ed7e6dc881de23001b", item_status: "active" });
  });
});
