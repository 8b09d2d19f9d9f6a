import { ApiError, paginate } from "content-service-client";
import { callInput, checkExchange, loadContract } from "content-service-contract-tests";
import type { Fault } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { callOperation } from "../../../../contract-tests/suites/call-operation.js";
import { startSandbox, startSandboxVia, transports } from "../../support/start-sandbox.js";

const contract = loadContract();
const FIND = { from: "enterprise_7001.contract", ancestor_folder_id: "0" };

describe.each(transports)("%s", (way) => {
  test("an empty page with a marker is not the end [PG-2]", async () => {
    const { sandbox, as } = await startSandboxVia(way);
    sandbox.faults.add({ kind: "empty_page", skip: 1 });
    const sizes: number[] = [];
    const list = paginate(as("admin").listCollaborationAllowlistEntries, { query: { limit: 50 } });
    const ids: string[] = [];
    for await (const { entries } of list.pages()) {
      sizes.push(entries.length);
      ids.push(...entries.map(({ id }) => id));
    }
    expect([sizes, new Set(ids).size]).toEqual([[50, 0, 50, 22], 122]);
  });

  test("a marker that comes again ends the walk with an error [PG-2]", async () => {
    const { sandbox, as, exchanges } = await startSandboxVia(way);
    sandbox.faults.add({ kind: "repeated_marker", skip: 1, times: null });
    const walk = async () => {
      for await (const _ of paginate(as("admin").listCollaborationAllowlistEntries, { query: { limit: 50 } }));
    };
    await expect(walk()).rejects.toThrow(ApiError);
    expect(sandbox.faults.list()).toMatchObject([{ happened: 1 }]);
    expect(exchanges.length).toBeLessThan(5);
  });

  test.each(["offset", "marker"])("a limit that is lowered halfway loses nothing by %s [PG-4]", async (scheme) => {
    const { sandbox, as } = await startSandboxVia(way);
    sandbox.faults.add({ kind: "lowered_limit", limit: 7, skip: 1, times: 3 });
    const query = scheme === "offset" ? { limit: 50, offset: 0 } : { limit: 50 };
    const sizes: number[] = [];
    const ids: string[] = [];
    for await (const page of paginate(as("admin").listCollaborationAllowlistEntries, { query }).pages()) {
      sizes.push(page.entries.length);
      ids.push(...page.entries.map(({ id }) => id));
    }
    expect([sizes, new Set(ids).size]).toEqual([[50, 7, 7, 7, 50, 1], 122]);
  });

  test("a query without order comes shuffled, the same on all its pages and for the same seed [LM-07]", async () => {
    const { sandbox, as } = await startSandboxVia(way);
    const { queryMetadata } = as("owner");
    const idsOf = async (body: object = {}) => {
      const ids: string[] = [];
      for await (const { id } of paginate(queryMetadata, { body: { ...FIND, limit: 50, ...body } })) ids.push(id);
      return ids;
    };
    const shuffled = async (seed: number) => {
      sandbox.faults.add({ kind: "shuffled_order", seed });
      return idsOf();
    };
    const plain = await idsOf();
    const first = await shuffled(1);
    expect(first).not.toEqual(plain);
    expect(first.toSorted()).toEqual(plain.toSorted());
    expect(await shuffled(1)).toEqual(first);
    expect(await shuffled(2)).not.toEqual(first);
    sandbox.faults.add({ kind: "shuffled_order" });
    const order_by = [{ field_key: "amount", direction: "asc" }];
    const ordered = await idsOf({ order_by });
    sandbox.faults.clear();
    expect(ordered).toEqual(await idsOf({ order_by }));
  });

  test("a property and an enum value that nobody knows reach the caller", async () => {
    const { sandbox, as } = await startSandboxVia(way);
    sandbox.faults.add({ kind: "unknown_field" });
    expect(await as("owner").getCurrentUser()).toMatchObject({ id: "1003", unheard_of: expect.any(String) });
    sandbox.faults.add({ kind: "unknown_enum_value" });
    const { entries } = await as("admin").listCollaborationAllowlistEntries({ query: { limit: 3 } });
    expect(entries.map(({ direction }) => direction)).toEqual(Array.from({ length: 3 }, () => "unheard_of"));
    expect(entries[0]).toMatchObject({ type: "collaboration_whitelist_entry", domain: "example.org" });
  });
});

describe("what the contract does not know", () => {
  const fits = async (fault: Fault, id: string, closed: boolean) => {
    const { sandbox, as, server, exchanges } = await startSandbox({ strange: true });
    sandbox.faults.add(fault);
    const operation = contract.operation(id);
    await callOperation(as("admin"), operation, callInput(operation, { optional: false }));
    const [exchange] = exchanges;
    if (exchange === undefined) throw new Error("Nothing was sent");
    return checkExchange(exchange, { contract, baseUrl: server.baseUrl, authUrl: server.authUrl, closed });
  };

  test.each(["getCurrentUser", "updateFile", "listCollaborationAllowlistEntries", "createTask", "queryMetadata"])(
    "is allowed in an answer of %s, and found by a check of the closed world",
    async (id) => {
      expect(await fits({ kind: "unknown_field" }, id, false)).toEqual([]);
      const found = await fits({ kind: "unknown_field" }, id, true);
      expect(new Set(found.map(({ rule }) => rule))).toContain("response-body-closed");
      expect(found.some(({ at }) => at.endsWith("/unheard_of"))).toBe(true);
    },
  );

  test.each([
    ["listCollaborationAllowlistEntries", "/direction"],
    ["createTask", "/action"],
    ["getTaskAssignment", "/resolution_state"],
    ["createTermsOfService", "/status"],
  ])("stands in an answer of %s at %s", async (id, at) => {
    expect(await fits({ kind: "unknown_enum_value" }, id, false)).toEqual([]);
    const found = await fits({ kind: "unknown_enum_value" }, id, true);
    expect(found.map((violation) => violation.at)).toContainEqual(expect.stringMatching(new RegExp(`${at}$`)));
  });
});

const STATUSES = [400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 418, 422, 429, 500, 501, 502, 503, 504, 599];

test.each(contract.operations.map((operation) => [operation.id, operation] as const))(
  "every error status that a fault gives %s fits the contract",
  async (_, operation) => {
    // That it fits is looked at when the test is over.
    const { sandbox, as, exchanges } = await startSandbox();
    for (const status of STATUSES) {
      sandbox.faults.add({ kind: "status", status });
      await expect(
        callOperation(as("admin"), operation, callInput(operation, { optional: false })),
      ).rejects.toMatchObject({ status });
    }
    expect(exchanges.map(({ response }) => response.status)).toEqual(STATUSES);
  },
);
