import { paginate } from "content-service-client";
import { describe, expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

describe("the assignments of a policy", () => {
  const idsOf = ({ entries }: { entries: readonly { id: string }[] }) => entries.map(({ id }) => id);

  test("can be narrowed to a kind and to a thing [OP-15]", async () => {
    const { as } = await startSandbox();
    const list = (query: { assign_to_type?: "file" | "user"; assign_to_id?: string }) =>
      as("admin").listLegalHoldPolicyAssignments({ query: { policy_id: "8001", ...query } });
    expect(idsOf(await list({}))).toEqual(["8101", "8102"]);
    expect(idsOf(await list({ assign_to_type: "user" }))).toEqual(["8102"]);
    expect(idsOf(await list({ assign_to_id: "3002" }))).toEqual(["8101"]);
    expect(idsOf(await list({ assign_to_type: "user", assign_to_id: "3002" }))).toEqual([]);
    expect(idsOf(await list({ assign_to_type: "file" }))).toEqual([]);
  });

  test("come in pages by offset and by marker, each once, and with the fields asked for [OP-15]", async () => {
    const { as } = await startSandbox();
    const expected = Array.from({ length: 250 }, (_, index) => String(30_001 + index));
    for (const way of [{ offset: 0 }, { usemarker: true }]) {
      const ids: string[] = [];
      const query = { policy_id: "8002", limit: 60, fields: ["assigned_to" as const], ...way };
      for await (const one of paginate(as("admin").listLegalHoldPolicyAssignments, { query })) {
        expect(Object.keys(one).sort()).toEqual(["assigned_to", "id", "type"]);
        ids.push(one.id);
      }
      expect(ids).toEqual(expected);
    }
  });
});

describe("the lists of what is held", () => {
  const path = { legal_hold_policy_assignment_id: "8102" };

  test("have every file of a user once, in pages by offset and by marker [OP-16] [BE-17]", async () => {
    const { as, sandbox } = await startSandbox();
    const owned = (sandbox.snapshot().files ?? []).filter(({ owner_id }) => owner_id === "1003").map(({ id }) => id);
    for (const way of [{ offset: 0 }, { usemarker: true }]) {
      const ids: string[] = [];
      const query = { limit: 40, ...way };
      for await (const { id } of paginate(as("admin").listFilesOnHold, { path, query })) ids.push(id);
      expect(ids.sort()).toEqual([...owned].sort());
      expect(ids.length).toBeGreaterThan(250);
    }
  });

  test("show short records, or the fields asked for [OP-16] [OP-17]", async () => {
    const { as } = await startSandbox();
    const admin = as("admin");
    const lease = { path: { legal_hold_policy_assignment_id: "8101" } };
    const { entries: files } = await admin.listFilesOnHold(lease);
    expect(files).toEqual([
      {
        type: "file",
        id: "4001",
        name: "lease.pdf",
        etag: "3",
        sequence_id: "3",
        sha1: "3f786850e387550fdab836ed7e6dc881de23001b",
        file_version: { type: "file_version", id: "5002", sha1: "3f786850e387550fdab836ed7e6dc881de23001b" },
      },
    ]);
    const sized = await admin.listFilesOnHold({ ...lease, query: { fields: ["size"] } });
    expect(sized.entries).toEqual([{ type: "file", id: "4001", name: "lease.pdf", size: 182_044 }]);
    const { entries: versions } = await admin.listFileVersionsOnHold(lease);
    expect(versions).toMatchObject([{ type: "file_version", id: "5001", name: "lease.pdf", size: 179_310 }]);
  });

  test("are not there for an assignment that is not there [OP-16] [OP-17]", async () => {
    const { as } = await startSandbox();
    const missing = { path: { legal_hold_policy_assignment_id: "8199" } };
    const admin = as("admin");
    for (const list of [() => admin.listFilesOnHold(missing), () => admin.listFileVersionsOnHold(missing)]) {
      expect(await apiErrorOf(list())).toMatchObject({ status: 404, code: "not_found" });
    }
  });

  test("in the older architecture have each version once, current or not, with all that hold it [OP-18] [BE-17]", async () => {
    const { as } = await startSandbox();
    const holds = new Map<string, unknown>();
    const query = { policy_id: "8001", limit: 100 };
    for await (const hold of paginate(as("admin").listFileVersionLegalHolds, { query })) {
      expect(holds.has(hold.id)).toBe(false);
      const by = hold.legal_hold_policy_assignments.map(({ id }) => id);
      holds.set(hold.id, [hold.file.id, hold.file_version.id, by, hold.deleted_at]);
    }
    const all = [...holds.values()];
    expect(all).toContainEqual(["4001", "5001", ["8101", "8102"], null]);
    expect(all).toContainEqual(["4001", "5002", ["8101", "8102"], null]);
    expect(all).toContainEqual(["4002", "5003", ["8102"], null]);
    expect(all).toHaveLength(8 + 250);
  });
});
