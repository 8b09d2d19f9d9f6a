import { type Client, sharedLink } from "content-service-client";
import { loadContract } from "content-service-contract-tests";
import { expect, test } from "vitest";
import { startSandbox } from "../../support/start-sandbox.js";

const leases = sharedLink({ url: "https://content.example/s/leases" });
const hold = { legal_hold_policy_assignment_id: "8101" };
const file = { path: { file_id: "4001" } };

/** One record of each operation that takes `fields`, and what it has to hold. */
const records: Readonly<Record<string, { expected: string[]; call: (client: Client) => Promise<object | undefined> }>> =
  {
    getCurrentUser: {
      expected: ["type", "id", "name", "login", "space_used"],
      call: (client) => client.getCurrentUser({ query: { fields: ["login", "space_used"] } }),
    },
    updateFile: {
      expected: ["type", "id", "name", "lock", "tags", "permissions", "extension", "metadata"],
      call: (client) => {
        const fields = ["lock", "tags", "permissions", "extension", "metadata"] as const;
        return client.updateFile({ ...file, query: { fields }, body: { tags: ["a"] } });
      },
    },
    restoreFolder: {
      expected: ["type", "id", "name", "item_status"],
      call: (client) => client.restoreFolder({ path: { folder_id: "3003" }, query: { fields: ["item_status"] } }),
    },
    findSharedItem: {
      expected: ["type", "id", "name", "size", "parent"],
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
      expected: ["type", "id", "name", "size", "tags"],
      call: (client) => firstOf(client.listFilesOnHold({ path: hold, query: { fields: ["size", "tags"] } })),
    },
    listFileVersionsOnHold: {
      expected: ["type", "id", "name", "sha1"],
      call: (client) => firstOf(client.listFileVersionsOnHold({ path: hold, query: { fields: ["sha1"] } })),
    },
  };

test.each(Object.entries(records))(
  "with fields %s answers with type, id, name and what was listed, and no more [CO-5]",
  async (_, { expected, call }) => {
    const { as } = await startSandbox();
    const record = (await call(as("admin"))) ?? {};
    expect(Object.keys(record).sort()).toEqual([...expected].sort());
    expect(Object.values(record)).not.toContain(undefined);
  },
);

test("those are all operations that take fields [CO-5]", () => {
  const taking = loadContract().operations.filter(({ parameters }) => parameters.some(({ name }) => name === "fields"));
  expect(taking.map(({ id }) => id).sort()).toEqual(Object.keys(records).sort());
});

test("fields may list the name, one thing twice, and what a resource does not have [CO-5]", async () => {
  const { fetch, server } = await startSandbox();
  const answer = await fetch(`${server.baseUrl}/users/me?fields=name,login,login,sha1,no_such_thing`, {
    headers: { authorization: "Bearer token-owner" },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    type: "user",
    id: "1003",
    name: "Contract Owner",
    login: "owner@example.com",
  });
});

test("an attribute without a name is refused, and the parameter is named as the contract names it", async () => {
  const { fetch, server } = await startSandbox();
  const headers = { authorization: "Bearer token-owner" };
  const answer = await fetch(`${server.baseUrl}/users/me?fields=name,`, { headers });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: "bad_request",
    context_info: { errors: [{ reason: "invalid_parameter", name: "fields" }] },
  });
});

test("without fields a file leaves out what has to be asked for [CO-5]", async () => {
  const { as } = await startSandbox();
  const record = await as("owner").updateFile({ ...file, body: {} });
  for (const name of ["lock", "tags", "permissions", "extension", "metadata"]) expect(record).not.toHaveProperty(name);
  expect(record).toMatchObject({ sha1: "3f786850e387550fdab836ed7e6dc881de23001b", item_status: "active" });
});

async function firstOf(page: Promise<{ readonly entries: readonly object[] }>): Promise<object> {
  const [first] = (await page).entries;
  if (first === undefined) throw new Error("The page is empty");
  return first;
}
