import { readFileSync } from "node:fs";
import { type components, metadataQuery } from "content-service-client";
import { describe, expect, test } from "vitest";
import { compileCondition } from "../../../src/query/compile-condition.js";
import { parseQuery } from "../../../src/query/parse-query.js";
import { FIELDS } from "../../query/query-template.js";
import { apiErrorOf, errorNames, expectApiError, unchecked } from "../../support/responses.js";
import { findRecords, type RecordValues, recordQuery, seedWithRecords } from "../../support/seeds.js";
import { openSandbox, shareSandbox } from "../../support/start-sandbox.js";

type MetadataQuery = components["schemas"]["MetadataQuery"];
type Query = Pick<MetadataQuery, "query" | "query_params">;
/** Queries, and the records that each has to find. */
type Rows = readonly (readonly [query: Query, found: readonly number[]])[];

const q = metadataQuery;

/** The last one has no values, and so it is found by IS NULL alone. */
const records: RecordValues[] = [
  { name: "Lease", amount: -1, due: "2026-01-31T23:59:59.999Z", state: "open", colors: [] },
  { name: "lease", amount: 0, due: "2026-02-01T01:00:00+01:00", state: "signed", colors: ["blue"] },
  { name: "lean", amount: 10.5, due: "2026-02-01T00:00:00Z", state: "signed", colors: ["blue", "red"] },
  { name: "loan 100%", amount: 2000, due: "2026-03-01T00:00:00Z", state: "ended", colors: ["red"] },
  {},
];

/** Each operator on each type of field is tested with `compileCondition`. */
const rows: Rows = [
  [q`name NOT IN ${["lease", "lean"]}`, [0, 3]],
  [q`name LIKE ${"%100\\%"}`, [3]],
  [q`amount <= ${0}`, [0, 1]],
  [q`due = ${"2026-01-31T22:00:00-02:00"}`, [1, 2]],
  [q`due IN ${["2026-03-01T01:00:00+01:00", "2026-02-01T00:00:00Z"]}`, [1, 2, 3]],
  [q`state NOT ILIKE ${"OP%"}`, [1, 2, 3]],
  [q`colors != ${"blue"}`, [0, 3]],
  [q`colors IS NOT NULL`, [0, 1, 2, 3]],
  [q`amount > ${-1} AND state = ${"signed"}`, [1, 2]],
  [q`amount > ${10} OR name = ${"Lease"}`, [0, 2, 3]],
  [q`amount > ${10} OR state = ${"open"} AND name = ${"lean"}`, [2, 3]],
  [q`(amount > ${10} OR state = ${"open"}) AND name = ${"lean"}`, [2]],
  [q`NOT amount > ${0}`, [0, 1]],
  [q`NOT (amount > ${0} OR state = ${"open"})`, [1]],
  [q`NOT amount IS NULL AND NOT name LIKE ${"l%"}`, [0]],
  [q`amount IS NULL OR amount = ${0}`, [1, 4]],
  [q`not (state = ${"open"}) and "name" ilike ${"%LEA%"} or amount is null`, [1, 2, 4]],
  [{ query: "amount >= :least AND amount <= :most", query_params: { most: 10.5, least: 0 } }, [1, 2]],
  [{ query: "amount = :a OR amount = :a", query_params: { a: 0, unused: "x" } }, [1]],
  [{ query: "name IN :names", query_params: { names: ["lease", "lean"] } }, [1, 2]],
  [{ query: "amount = 10.5 OR name = 'Lease'" }, [0, 2]],
  [{}, [0, 1, 2, 3, 4]],
];

const shared = shareSandbox(() => ({ seed: seedWithRecords(records) }));

describe("a query evaluates", () => {
  test("every operator on every type of field, and AND, OR, NOT and brackets [BE-21]", async () => {
    const found: [Query, number[]][] = [];
    for (const [query] of rows) found.push([query, await findRecords(shared.as("owner"), query)]);
    expect(found).toEqual(rows);
  });

  test("arguments with any name, and says which has no value [BE-27]", async () => {
    const names = ["1", "2nd", "min-amount", "größe", "a.b", "日本", "__proto__", "and", "a:b", "😀"];
    const owner = shared.as("owner");
    for (const name of names) {
      const query = `amount >= :${name} AND (amount<=:most)`;
      const query_params = Object.fromEntries([
        ["most", 10.5],
        [name, 0],
      ]);
      expect(await findRecords(owner, { query, query_params }), name).toEqual([1, 2]);
      const call = owner.queryMetadata({ body: recordQuery({ query, query_params: { most: 1 } }) });
      expect(errorNames(await expectApiError(call, 400, "unexpected_json_type"))).toEqual([`query_params.${name}`]);
    }
  });

  test("only its conditions, whatever the value is [BE-21]", async () => {
    const values = [
      "' OR '1' = '1",
      "lease OR name IS NOT NULL",
      ":p1",
      '"name"',
      "_____",
      "\\",
      "__proto__",
      "\u0000\n",
      "",
    ];
    const names = values.map((name) => ({ name, amount: 77 }));
    const { as } = await openSandbox({ seed: seedWithRecords([...records, ...names]) });
    const found = (query: Query) => findRecords(as("owner"), query);
    for (const [index, value] of values.entries()) {
      const record = records.length + index;
      expect(await found(q`name = ${value}`)).toEqual([record]);
      expect(await found(q`name LIKE ${value.replace(/[\\%_]/g, "\\$&")}`)).toEqual([record]);
      expect(await found(q`amount = ${77} AND name NOT IN ${["no such name", value]}`)).toHaveLength(values.length - 1);
    }
  });
});

const OPERATORS = ["=", "!=", "<>", "<", "<=", ">", ">=", "IN", "LIKE", "ILIKE", "IS NULL"];
const OPERANDS = {
  string: ["name", "'lease'"],
  enum: ["state", "'open'"],
  float: ["amount", "0"],
  date: ["due", "'2026-02-01T00:00:00Z'"],
  multiSelect: ["tags", "'red'"],
} as const;

describe("each type of field has the operators of the guide", () => {
  const guide = readFileSync(new URL("../../../../docs/guides/metadata-queries.md", import.meta.url), "utf8");
  const rows = guide.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const [, , ...types] = rows.find(([, first]) => first === "operator") ?? [];
  const cases = OPERATORS.flatMap((operator) => {
    const row = rows.find(([, first]) => first?.split(", ").includes(`\`${operator}\``));
    return Object.entries(OPERANDS).map(([type, operands]) => {
      const has = row?.[2 + types.indexOf(type)];
      return { operator, type, operands, has };
    });
  });

  test.each(cases)("$operator on $type: $has [BE-21]", ({ operator, type, operands: [field, value], has }) => {
    const operand = operator === "IN" ? `(${value})` : operator === "IS NULL" ? "" : value;
    for (const text of [`${field} ${operator} ${operand}`, `NOT ${field} ${operator} ${operand}`]) {
      const compile = () => compileCondition(parseQuery(text), FIELDS, {});
      if (has === "yes") expect(compile()).toBeInstanceOf(Function);
      else {
        expect(has).toBe("no");
        expect(compile).toThrow(new RegExp(`${operator} at .* the ${type} field`));
      }
    }
  });
});

describe("a query is rejected", () => {
  const rejected = (query: string, query_params?: MetadataQuery["query_params"]) =>
    apiErrorOf(
      shared.as("owner").queryMetadata({ body: recordQuery({ query, ...(query_params && { query_params }) }) }),
    );

  test.each([
    ["amount = 1 AND", 15],
    ["color = 'red'", 1],
    ["amount LIKE '1%'", 8],
    ["due > '2026-02-01'", 7],
    ["colors > 'blue'", 8],
  ])("with a position in its text: %j at position %i [BE-21]", async (query, position) => {
    const error = await rejected(query);
    expect(error).toMatchObject({ status: 400, code: "invalid_query" });
    expect(error.message).toMatch(new RegExp(` position ${position}\\b`));
    expect(errorNames(error)).toEqual(["query"]);
  });

  test("with the name of an argument of another type", async () => {
    const error = await rejected("amount = :a", { a: "10.5" });
    expect([error.status, error.code, errorNames(error)]).toEqual([400, "unexpected_json_type", ["query_params.a"]]);
  });

  test.each([[{ a: null }], [{ a: true }], [{ a: {} }], [{ a: [null] }]])(
    "with an argument of an unsupported type: %j",
    async (query_params) => {
      const error = await rejected("name = :a", unchecked(query_params));
      expect(error).toMatchObject({ status: 400, code: "bad_request" });
    },
  );
});
