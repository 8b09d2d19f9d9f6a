import { type Client, paginate } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { move } from "../../support/requests.js";
import { errorNames, expectApiError, expectApiErrors, expectBadRequest, unchecked } from "../../support/responses.js";
import { openSandbox, shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();
const everything = shareSandbox(() => ({ seed: defaultSeed() }));

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
  return { current, earlier };
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
    expect(entries.at(-1)).toEqual({ type: made.type, id: made.id });
    expect(entries).toHaveLength(3);
  });

  test.each([
    ["file", "4001", { current: ["4001 at 5002"], earlier: ["5001"] }],
    ["file_version", "5001", { current: [], earlier: ["5001"] }],
    ["file_version", "5002", { current: ["4001 at 5002"], earlier: [] }],
    ["folder", "3002", { current: ["4001 at 5002"], earlier: ["5001"] }],
    ["user", "1009", { current: [], earlier: [] }],
    ["user", "1004", { current: ["4009 at 5010"], earlier: [] }],
  ] as const)(
    "on a %s, %s, holds its current versions and its earlier ones, apart [BE-17] [OP-16] [OP-17]",
    async (type, id, held) => {
      const { as } = await openSandbox();
      const { id: assignment } = await assign(as("admin"), type, id, "8002");
      expect(await heldBy(as("admin"), assignment)).toEqual(held);
    },
  );

  test("on a folder holds items at any depth, in the trash, and moved there later [BE-17]", async ({ as }) => {
    const { id } = await assign(as("admin"), "folder", "3001");
    const held = ["4001 at 5002", "4002 at 5003", "4003 at 5004", "4005 at 5006", "4006 at 5007"];
    expect((await heldBy(as("admin"), id)).current.sort()).toEqual(held);
    await move(as("owner"), "4007", "3002");
    await move(as("owner"), "4006", "3006");
    expect((await heldBy(as("admin"), id)).current.sort()).toEqual([...held.slice(0, 4), "4007 at 5008"]);
  });
});

describe("an assignment is rejected", () => {
  test("for another enterprise, and so are all lists, and those of a missing one [OP-14] [OP-15] [OP-16] [OP-17] [OP-18]", async () => {
    const partner = shared.as("partner");
    const path = { legal_hold_policy_assignment_id: "8101" };
    const missing = { path: { legal_hold_policy_assignment_id: "8199" } };
    const calls = [
      assign(partner, "file", "4001"),
      partner.listLegalHoldPolicyAssignments({ query: { policy_id: "8001" } }),
      partner.listFilesOnHold({ path }),
      partner.listFileVersionsOnHold({ path }),
      partner.listFileVersionLegalHolds({ query: { policy_id: "8001" } }),
      shared.as("admin").listFilesOnHold(missing),
      shared.as("admin").listFileVersionsOnHold(missing),
    ];
    await expectApiErrors(calls, 404, "not_found");
  });

  test("by name for a policy or an item that is missing or of another enterprise [OP-14]", async () => {
    const { as } = shared;
    for (const policy of ["8999", "8900"]) {
      const error = await expectApiError(assign(as("admin"), "file", "4001", policy), 404, "not_found");
      expect(errorNames(error)).toEqual(["policy_id"]);
    }
    for (const [type, id] of [
      ["file", "4999"],
      ["file", "3002"],
      ["folder", "4001"],
      ["folder", "0"],
      ["file_version", "4001"],
      ["user", "4001"],
      ["file", "4900"],
      ["file_version", "5900"],
      ["folder", "3900"],
      ["user", "1900"],
    ] as const) {
      const error = await expectApiError(assign(as("admin"), type, id), 404, "not_found");
      expect(errorNames(error)).toEqual(["assign_to.id"]);
    }
  });

  test("when it exists already, and when its target type is not supported [OP-14]", async ({ as }) => {
    await expectApiError(assign(as("admin"), "folder", "3002"), 409, "conflict");
    await expectBadRequest(assign(as("admin"), unchecked("web_link"), "6001"), "assign_to.type");
    expect(await assign(as("admin"), "folder", "3002", "8002")).toMatchObject({ assigned_to: { id: "3002" } });
  });
});

describe("the assignments of a policy", () => {
  const idsOf = ({ entries }: { entries: readonly { id: string }[] }) => entries.map(({ id }) => id);

  test("can be narrowed to a kind and to a thing [OP-15]", async ({ as }) => {
    const list = (query: { assign_to_type?: "file" | "user"; assign_to_id?: string }) =>
      as("admin").listLegalHoldPolicyAssignments({ query: { policy_id: "8001", ...query } });
    expect(idsOf(await list({}))).toEqual(["8101", "8102"]);
    expect(idsOf(await list({ assign_to_type: "user" }))).toEqual(["8102"]);
    expect(idsOf(await list({ assign_to_id: "3002" }))).toEqual(["8101"]);
    expect(idsOf(await list({ assign_to_type: "user", assign_to_id: "3002" }))).toEqual([]);
    expect(idsOf(await list({ assign_to_type: "file" }))).toEqual([]);
  });
});

describe("the lists of what is held", () => {
  test("in the older architecture have each version once, with all its holds [OP-18] [BE-17]", async () => {
    const { as } = everything;
    const query = { policy_id: "8001", limit: 1000 };
    const { entries } = await as("admin").listFileVersionLegalHolds({ query });
    const all = entries.map(({ file, file_version, legal_hold_policy_assignments: by, deleted_at }) => [
      file?.id,
      file_version?.id,
      by?.map(({ id }) => id),
      deleted_at,
    ]);
    expect(all).toContainEqual(["4001", "5001", ["8101", "8102"], null]);
    expect(all).toContainEqual(["4001", "5002", ["8101", "8102"], null]);
    expect(all).toContainEqual(["4002", "5003", ["8102"], null]);
    expect(all).toHaveLength(8 + 250);
  });
});
