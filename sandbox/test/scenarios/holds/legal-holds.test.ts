import { type Client, paginate } from "content-service-client";
import { describe, expect } from "vitest";
import { move } from "../../support/requests.js";
import { errorNames, expectApiError } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

type TargetType = "file" | "file_version" | "folder" | "user";

const assign = (client: Client, type: TargetType, id: string, policy_id = "8001") =>
  client.assignLegalHoldPolicy({ body: { policy_id, assign_to: { type, id } } });

/** The current files and the earlier versions that an assignment holds. */
async function heldBy(client: Client, legal_hold_policy_assignment_id: string) {
  const path = { legal_hold_policy_assignment_id };
  const [current, earlier]: [string[], string[]] = [[], []];
  for await (const { id, file_version } of paginate(client.listFilesOnHold, { path })) {
    current.push(`${id} at ${file_version?.id}`);
  }
  for await (const { id } of paginate(client.listFileVersionsOnHold, { path })) earlier.push(id);
  return { current: current.sort(), earlier };
}

describe("a policy", () => {
  test("is assigned by an admin [OP-14] [OP-15]", async ({ as }) => {
    const made = await assign(as("co-admin"), "folder", "3006");
    expect(made).toEqual({
      type: "legal_hold_policy_assignment",
      id: expect.any(String),
      legal_hold_policy: { type: "legal_hold_policy", id: "8001", policy_name: "Lease dispute" },
      assigned_to: { type: "folder", id: "3006" },
      assigned_by: { type: "user", id: "1002", name: "Co-Admin", login: "coadmin@example.com" },
      assigned_at: "2026-11-20T08:00:00+00:00",
      deleted_at: null,
    });
    const { entries } = await as("admin").listLegalHoldPolicyAssignments({ query: { policy_id: "8001" } });
    expect(entries.map(({ id }) => id)).toEqual(["8101", "8102", made.id]);
    await expectApiError(assign(as("admin"), "folder", "3006"), 409, "conflict");
    expect(await assign(as("admin"), "folder", "3006", "8002")).toMatchObject({ assigned_to: { id: "3006" } });
  });

  test("holds current versions and earlier ones, apart [BE-17] [OP-16] [OP-17]", async ({ as }) => {
    for (const [type, id, current, earlier] of [
      ["file", "4001", ["4001 at 5002"], ["5001"]],
      ["file_version", "5001", [], ["5001"]],
      ["file_version", "5002", ["4001 at 5002"], []],
      ["folder", "3002", ["4001 at 5002"], ["5001"]],
      ["user", "1009", [], []],
      ["user", "1004", ["4009 at 5010"], []],
    ] as const) {
      const { id: assignment } = await assign(as("admin"), type, id, "8002");
      expect([type, id, await heldBy(as("admin"), assignment)]).toEqual([type, id, { current, earlier }]);
    }
  });

  test("of another enterprise has no assignments [OP-16] [OP-17]", async ({ as }) => {
    const path = { legal_hold_policy_assignment_id: "8101" };
    await expectApiError(as("partner").listFilesOnHold({ path }), 404, "not_found");
    await expectApiError(as("partner").listFileVersionsOnHold({ path }), 404, "not_found");
  });

  test("on a folder holds items at any depth, in the trash, and moved there later [BE-17]", async ({ as }) => {
    const { id } = await assign(as("admin"), "folder", "3001");
    const held = ["4001 at 5002", "4002 at 5003", "4003 at 5004", "4005 at 5011", "4006 at 5007"];
    expect((await heldBy(as("admin"), id)).current).toEqual(held);
    await move(as("owner"), "4007", "3002");
    await move(as("owner"), "4006", "3006");
    expect((await heldBy(as("admin"), id)).current).toEqual([...held.slice(0, 4), "4007 at 5008"]);
  });

  test.for<[name: string, type: TargetType, id: string, policy?: string]>([
    ["policy_id", "file", "4001", "8900"],
    ["assign_to.id", "file", "3002"],
    ["assign_to.id", "folder", "4001"],
    ["assign_to.id", "folder", "0"],
    // Of another enterprise.
    ["assign_to.id", "file", "4900"],
    ["assign_to.id", "file_version", "5900"],
    ["assign_to.id", "user", "1900"],
  ])("is not assigned when %s names nothing of the enterprise: %s %s [OP-14]", async ([name, type, id, policy]) => {
    const error = await expectApiError(assign(shared.as("admin"), type, id, policy), 404, "not_found");
    expect(errorNames(error)).toEqual([name]);
  });
});

test("the assignments of a policy can be narrowed to a kind and to a target [OP-15]", async () => {
  const list = async (query: { assign_to_type?: "file" | "user"; assign_to_id?: string }) => {
    const page = await shared
      .as("admin")
      .listLegalHoldPolicyAssignments({ query: { policy_id: "8001", fields: ["assigned_at"], ...query } });
    expect(page.entries.flatMap(Object.keys)).toEqual(page.entries.flatMap(() => ["type", "id", "assigned_at"]));
    return page.entries.map(({ id }) => id);
  };
  expect(await list({})).toEqual(["8101", "8102"]);
  expect(await list({ assign_to_type: "user" })).toEqual(["8102"]);
  expect(await list({ assign_to_id: "3002" })).toEqual(["8101"]);
  expect(await list({ assign_to_type: "user", assign_to_id: "3002" })).toEqual([]);
});

test("the lists of an assignment have the attributes of `fields` [CO-5]", async () => {
  const path = { legal_hold_policy_assignment_id: "8101" };
  const files = await shared.as("admin").listFilesOnHold({ path, query: { fields: ["tags"] } });
  expect(Object.keys(files.entries[0] ?? {}).sort()).toEqual(["etag", "id", "name", "tags", "type"]);
  const ofUser = { path: { legal_hold_policy_assignment_id: "8102" } };
  const query = { fields: ["item_status", "trashed_at"], limit: 1000 } as const;
  const { entries } = await shared.as("admin").listFilesOnHold({ ...ofUser, query });
  // It is in a folder in the trash.
  const trashed = { item_status: "trashed", trashed_at: "2026-03-04T17:00:00+00:00" };
  expect(entries.find(({ id }) => id === "4003")).toMatchObject(trashed);
  const versions = await shared.as("admin").listFileVersionsOnHold({ path, query: { fields: ["sha1"] } });
  expect(Object.keys(versions.entries[0] ?? {}).sort()).toEqual(["id", "name", "sha1", "type"]);
});

test("the holds of a policy have each version once, with all its assignments [OP-18] [BE-17]", async () => {
  const query = { policy_id: "8001", limit: 1000 };
  const { entries } = await shared.as("admin").listFileVersionLegalHolds({ query });
  const all = entries.map(({ file, file_version, legal_hold_policy_assignments: by, deleted_at }) => [
    file?.id,
    file_version?.id,
    by?.map(({ id }) => id),
    deleted_at,
  ]);
  expect(all).toContainEqual(["4001", "5001", ["8101", "8102"], null]);
  expect(all).toContainEqual(["4001", "5002", ["8101", "8102"], null]);
  expect(all).toContainEqual(["4002", "5003", ["8102"], null]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(all.length);
  // A file in the trash has only the type and the id.
  expect(entries).toContainEqual({ type: "file_version_legal_hold", id: "8001-5004" });
});
