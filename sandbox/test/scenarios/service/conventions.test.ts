import { type Client, sharedLink } from "content-service-client";
import { type Exchange, isJsonObject, loadContract } from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { addLink, callById, restore } from "../../support/requests.js";
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

  test("0 is the id of the root folder, which contains every item and accepts new ones [CO-2]", async ({ as }) => {
    const owner = as("owner");
    const fields = ["parent", "path_collection"] as const;
    const root = { type: "folder", id: "0", name: "All Files" };
    const deep = await owner.updateFile({ path: { file_id: "4001" }, query: { fields }, body: {} });
    expect(deep.path_collection?.entries.map(({ id }) => id)).toEqual(["0", "3001", "3002"]);
    expect(deep.path_collection?.entries[0]).toMatchObject(root);
    const moved = await owner.updateFile({
      path: { file_id: "4001" },
      query: { fields },
      body: { parent: { id: "0" } },
    });
    expect(moved).toMatchObject({ parent: root, path_collection: { total_count: 1, entries: [root] } });
    const link = await addLink(owner, "0");
    expect(link.parent).toMatchObject(root);
    const restored = await restore(owner, "3008", { parent: { id: "0" } });
    expect(restored).toMatchObject({ parent: root, path_collection: { entries: [root] } });
  });

  test("the root folder itself cannot be restored or shared [CO-2]", async () => {
    const { as } = shared;
    await expectApiError(restore(as("admin"), "0"), 404, "not_found");
    const item = { type: "folder", id: "0" } as const;
    const body = { item, accessible_by: { type: "user", id: "1004" }, role: "viewer" } as const;
    await expectApiError(as("admin").createCollaboration({ body }), 404);
  });
});

describe("fields", () => {
  const leases = sharedLink({ url: "https://content.example/s/leases" });
  const hold = { legal_hold_policy_assignment_id: "8101" };
  const file = { path: { file_id: "4001" } };

  /** One record of each operation that takes `fields`, and what it has to hold. */
  const records: Readonly<
    Record<string, { expected: string[]; call: (client: Client) => Promise<object | undefined> }>
  > = {
    getCurrentUser: {
      expected: ["type", "id", "name", "login", "space_used"],
      call: (client) => client.getCurrentUser({ query: { fields: ["login", "space_used"] } }),
    },
    updateFile: {
      expected: ["type", "id", "etag", "name", "lock", "tags", "permissions", "extension", "metadata"],
      call: (client) => {
        const fields = ["lock", "tags", "permissions", "extension", "metadata"] as const;
        return client.updateFile({ ...file, query: { fields }, body: { tags: ["a"] } });
      },
    },
    restoreFolder: {
      expected: ["type", "id", "etag", "name", "item_status"],
      call: (client) => client.restoreFolder({ path: { folder_id: "3003" }, query: { fields: ["item_status"] } }),
    },
    findSharedItem: {
      expected: ["type", "id", "etag", "name", "size", "parent"],
      call: (client) => client.findSharedItem({ query: { fields: ["size", "parent"] }, header: leases }),
    },
    createCollaboration: {
      // It has no name.
      expected: ["type", "id", "role"],
      call: (client) => {
        const accessible_by = { type: "user", id: "1004" } as const;
        const body = { item: { type: "file", id: "4001" }, accessible_by, role: "viewer" } as const;
        return client.createCollaboration({ query: { fields: ["role"] }, body });
      },
    },
    listLegalHoldPolicyAssignments: {
      expected: ["type", "id", "assigned_at"],
      call: (client) =>
        firstOf(client.listLegalHoldPolicyAssignments({ query: { policy_id: "8001", fields: ["assigned_at"] } })),
    },
    listFilesOnHold: {
      expected: ["type", "id", "etag", "name", "size", "tags"],
      call: (client) => firstOf(client.listFilesOnHold({ path: hold, query: { fields: ["size", "tags"] } })),
    },
    listFileVersionsOnHold: {
      expected: ["type", "id", "name", "sha1"],
      call: (client) => firstOf(client.listFileVersionsOnHold({ path: hold, query: { fields: ["sha1"] } })),
    },
  };

  test.each(Object.entries(records))(
    "with `fields` %s returns only type, id, name, the etag of an item and the listed attributes [CO-5]",
    async (_, { expected, call }) => {
      const { as } = await openSandbox();
      const record = (await call(as("admin"))) ?? {};
      expect(Object.keys(record).sort()).toEqual([...expected].sort());
      expect(Object.values(record)).not.toContain(undefined);
    },
  );

  test("every other operation with a `fields` parameter returns only type, id, name and etag for an unknown one [CO-5]", async ({
    as,
  }) => {
    const contract = loadContract();
    const able = contract.operations.filter(({ parameters }) => parameters.some(({ name }) => name === "fields"));
    const ids = able.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(records)));
    for (const id of ids.filter((one) => records[one] === undefined)) {
      const { query, ...input } = workingCall(contract, id);
      const response = await callById(as("admin"), id, { ...input, query: { ...query, fields: ["no_such_thing"] } });
      const record = isJsonObject(response) && Array.isArray(response["entries"]) ? response["entries"][0] : response;
      expect([id, Object.keys(record ?? {}).filter((name) => !["type", "id", "etag", "name"].includes(name))]).toEqual([
        id,
        [],
      ]);
    }
  });

  test("`fields` may have `name`, duplicates and unknown attributes, and no empty name [CO-5]", async () => {
    const { fetch, server } = shared;
    const me = async (fields: string) => {
      const headers = { authorization: "Bearer token-owner" };
      const response = await fetch(`${server.baseUrl}/users/me?fields=${fields}`, { headers });
      return [response.status, await response.json()];
    };
    const user = { type: "user", id: "1003", name: "Contract Owner", login: "owner@example.com" };
    expect(await me("name,login,login,sha1,no_such_thing")).toEqual([200, user]);
    const context_info = { errors: [{ reason: "invalid_parameter", name: "fields" }] };
    expect(await me("name,")).toMatchObject([400, { code: "bad_request", context_info }]);
  });

  test("without `fields` a file has only its default attributes [CO-5]", async ({ as }) => {
    const record = await as("owner").updateFile({ ...file, body: {} });
    for (const name of ["lock", "tags", "permissions", "extension", "metadata"])
      expect(record).not.toHaveProperty(name);
    expect(record).toMatchObject({ sha1: "3f786850e387550fdab836ed7e6dc881de23001b", item_status: "active" });
  });

  async function firstOf(page: Promise<{ readonly entries: readonly object[] }>): Promise<object> {
    const [first] = (await page).entries;
    if (first === undefined) throw new Error("The page is empty");
    return first;
  }
});
