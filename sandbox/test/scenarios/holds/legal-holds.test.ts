import { type Client, paginate } from "content-service-client";
import { describe, expect, test } from "vitest";
import { apiErrorOf, errorNames, unchecked } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

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
  test("is put on something by an admin, and says so of itself [OP-14] [OP-15]", async () => {
    const { as } = await startSandbox();
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
    expect(entries.at(-1)).toEqual(made);
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
      const { as } = await startSandbox();
      const { id: assignment } = await assign(as("admin"), type, id, "8002");
      expect(await heldBy(as("admin"), assignment)).toEqual(held);
    },
  );

  test("on a folder holds what lies in it at any depth, in the trash too, and what is moved there later [BE-17]", async () => {
    const { as } = await startSandbox();
    const { id } = await assign(as("admin"), "folder", "3001");
    const held = ["4001 at 5002", "4002 at 5003", "4003 at 5004", "4005 at 5006", "4006 at 5007"];
    expect((await heldBy(as("admin"), id)).current.sort()).toEqual(held);
    await as("owner").updateFile({ path: { file_id: "4007" }, body: { parent: { id: "3002" } } });
    await as("owner").updateFile({ path: { file_id: "4006" }, body: { parent: { id: "3006" } } });
    expect((await heldBy(as("admin"), id)).current.sort()).toEqual([...held.slice(0, 4), "4007 at 5008"]);
  });
});

describe("an assignment is refused", () => {
  test("to everybody who is no admin, and so are all lists [OP-14] [OP-15] [OP-16] [OP-17] [OP-18]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const path = { legal_hold_policy_assignment_id: "8101" };
    const calls: ((client: Client) => PromiseLike<unknown>)[] = [
      (client) => assign(client, "file", "4001"),
      (client) => client.listLegalHoldPolicyAssignments({ query: { policy_id: "8001" } }),
      (client) => client.listFilesOnHold({ path }),
      (client) => client.listFileVersionsOnHold({ path }),
      (client) => client.listFileVersionLegalHolds({ query: { policy_id: "8001" } }),
    ];
    for (const call of calls) {
      for (const person of ["owner", "member", "service"] as const) {
        expect(await apiErrorOf(call(as(person)))).toMatchObject({ status: 403, code: "forbidden" });
      }
      expect(await apiErrorOf(call(as("partner")))).toMatchObject({ status: 404, code: "not_found" });
    }
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("for a policy or a thing that is not there or another enterprise's, by its name [OP-14]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    for (const policy of ["8999", "8900"]) {
      const refusal = await apiErrorOf(assign(as("admin"), "file", "4001", policy));
      expect(refusal).toMatchObject({ status: 404, code: "not_found" });
      expect(errorNames(refusal)).toEqual(["policy_id"]);
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
      const refusal = await apiErrorOf(assign(as("admin"), type, id));
      expect(refusal).toMatchObject({ status: 404, code: "not_found" });
      expect(errorNames(refusal)).toEqual(["assign_to.id"]);
    }
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("when it is there already, and when its kind cannot be held [OP-14]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const again = await apiErrorOf(assign(as("admin"), "folder", "3002"));
    expect(again).toMatchObject({ status: 409, code: "conflict" });
    const odd = await apiErrorOf(assign(as("admin"), unchecked("web_link"), "6001"));
    expect(odd).toMatchObject({ status: 400, code: "bad_request" });
    expect(errorNames(odd)).toEqual(["assign_to.type"]);
    expect(sandbox.snapshot()).toEqual(before);
    expect(await assign(as("admin"), "folder", "3002", "8002")).toMatchObject({ assigned_to: { id: "3002" } });
  });
});
