import { type MetadataInstance, metadataOf, metadataQuery, type QueryValue } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "./support/client-with.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

describe("metadataQuery", () => {
  it("keeps each value outside the text, with its type and in order", () => {
    const made = metadataQuery`amount >= ${100.5} AND status = ${"open"} AND signed_at < ${new Date(Date.UTC(2026, 0, 2))}`;
    expect(made).toEqual({
      query: "amount >= :p1 AND status = :p2 AND signed_at < :p3",
      query_params: { p1: 100.5, p2: "open", p3: "2026-01-02T00:00:00.000Z" },
    });
    expectTypeOf(made.query).toBeString();
  });

  it("writes a list in parentheses, each item an argument", () => {
    const statuses = ["open", "late"];
    expect(metadataQuery`${1} < amount AND status IN ${statuses} AND amount IN ${[5]}`).toEqual({
      query: ":p1 < amount AND status IN (:p2, :p3) AND amount IN (:p4)",
      query_params: { p1: 1, p2: "open", p3: "late", p4: 5 },
    });
  });

  const rule = "of the query must be a string, finite number, valid Date or an array of strings and numbers";
  it.each([
    ["undefined", undefined, `value 2 ${rule}`],
    ["an object", { s3cret: 1 }, `value 2 ${rule}`],
    ["NaN", Number.NaN, `value 2 ${rule}`],
    ["null in a list", ["open", null], `value 3 ${rule}`],
    ["an empty list", [], "value 2 of the query must not be empty"],
  ])("rejects %s [GC-9]", (_, value, message) => {
    // Plain JavaScript can pass anything.
    const query = () => metadataQuery`a = ${1} AND b = ${value as QueryValue}`;
    expect(query).toThrow(new TypeError(message));
  });

  it("gives its arguments names that the text does not have", () => {
    const { query, query_params } = metadataQuery`department = :p1 AND amount >= ${100} AND status = ${"open"}`;
    expect(query).toBe("department = :p1 AND amount >= :p2 AND status = :p3");
    expect(query_params).toEqual({ p2: 100, p3: "open" });
  });

  it("rejects a value in quotes, which would be a text with its name", () => {
    const quoted = () => metadataQuery`name = 'it''s' AND status LIKE '%${"open"}%'`;
    expect(quoted).toThrow(new TypeError("value 1 of the query must not be in quotes"));
    expect(metadataQuery`name = 'it''s' AND status = ${"open"}`.query).toBe("name = 'it''s' AND status = :p1");
  });

  it("is no function of a text, whose values could become query text, and has no broken escape", () => {
    // Plain JavaScript can pass anything.
    const text: never = "status = 'open'" as never;
    expect(() => metadataQuery(text)).toThrow(new TypeError("metadataQuery must be a template tag"));
    // JavaScript passes undefined for it.
    const problem = new TypeError("the query must have valid escape sequences");
    expect(() => metadataQuery`party LIKE ${"a"} AND name LIKE '\x'`).toThrow(problem);
  });
});

describe("values of your own template", () => {
  interface Contract {
    amount: number;
    status: "open" | "signed";
  }
  const instance = { $type: "contract-1", $parent: "file_4001", $id: "1", $version: 0, $typeVersion: 0 };
  const contract = { ...instance, $template: "contract", $scope: "enterprise_7001", amount: 5, status: "open" };
  const path = { file_id: "4001", scope: "enterprise", template_key: "contract" };
  const { client } = clientWith(scriptedFetch(() => json(contract)));

  it("have the given type in an instance [CL-9]", async () => {
    const read = await client.getFileMetadata<Contract>({ path });
    expectTypeOf(read.status).toEqualTypeOf<"open" | "signed">();
    expectTypeOf(read.$version).toEqualTypeOf<number>();
    const plain = await client.getFileMetadata({ path });
    expectTypeOf(plain).toEqualTypeOf<MetadataInstance>();
    // An interface has no index signature.
    const body: Contract = { amount: 5, status: "open" };
    const created = await client.createFileMetadata({ path, body });
    expectTypeOf(created.amount).toEqualTypeOf<number>();
    expect([read.status, plain["amount"], created.amount]).toEqual(["open", 5, 5]);
  });

  it("are found in an item of a query [CL-9]", () => {
    const item = { type: "file", id: "4001", metadata: { enterprise_7001: { contract } } } as const;
    const found = metadataOf<Contract>(item, "enterprise_7001.contract");
    expectTypeOf(found?.amount).toEqualTypeOf<number | undefined>();
    expect(found?.amount).toBe(5);
    expect(metadataOf(item, "global.properties")).toBeUndefined();
    expect(metadataOf({ metadata: null }, "global.properties")).toBeUndefined();
  });

  it.each(["contract", "", ".contract", "enterprise_7001.", "a.b.c", 5])("rejects the template %j", (from) => {
    expect(() => metadataOf({}, from as string)).toThrow("from must be a scope, a dot and a template key");
  });
});
