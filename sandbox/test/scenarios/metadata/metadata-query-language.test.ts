import { readFileSync } from "node:fs";
import { type components, metadataQuery } from "content-service-client";
import { describe, expect, test } from "vitest";
import { compileCondition } from "../../../src/query/compile-condition.js";
import { parseQuery } from "../../../src/query/parse-query.js";
import { FIELDS } from "../../query/query-template.js";
import { apiErrorOf, errorNames } from "../../support/responses.js";
import { findRecords, type RecordValues, recordQuery, seedWithRecords } from "../../support/seeds.js";
import { shareSandbox } from "../../support/start-sandbox.js";

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
  [q`name LIKE ${"%100\\%"}`, [3]],
  [q`due IN ${["2026-03-01T01:00:00+01:00", "2026-02-01T00:00:00Z"]}`, [1, 2, 3]],
  [q`colors != ${"blue"}`, [0, 3]],
  [q`(amount > ${10} OR state = ${"open"}) AND name = ${"lean"}`, [2]],
  [q`NOT (amount > ${0} OR state = ${"open"})`, [1]],
  [q`not (state = ${"open"}) and "name" ilike ${"%LEA%"} or amount is null`, [1, 2, 4]],
  [{ query: "amount >= :least AND amount <= :größe", query_params: { größe: 10.5, least: 0, unused: "x" } }, [1, 2]],
  [{ query: "amount = 10.5 OR name = 'Lease'" }, [0, 2]],
  [q`name = ${"' OR '1' = '1"} OR name LIKE ${'" OR "name" IS NOT NULL'}`, []],
  [{}, [0, 1, 2, 3, 4]],
];

const shared = shareSandbox(() => ({ seed: seedWithRecords(records) }));

describe("a query evaluates", () => {
  test("its operators, AND, OR, NOT and brackets, with arguments of any name [BE-21] [BE-27]", async () => {
    const found: [Query, number[]][] = [];
    for (const [query] of rows) found.push([query, await findRecords(shared.as("owner"), query)]);
    expect(found).toEqual(rows);
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

test.each<[string, MetadataQuery["query_params"], string, string, RegExp]>([
  ["amount = 1 AND", {}, "invalid_query", "query", / position 15\b/],
  ["due > '2026-02-01'", {}, "invalid_query", "query", / position 7\b/],
  ["amount = :a", { a: "10.5" }, "unexpected_json_type", "query_params.a", /The argument a is a string/],
])(
  "a query is rejected with the place of its error: %s [BE-21]",
  async (query, query_params = {}, code, name, message) => {
    const error = await apiErrorOf(shared.as("owner").queryMetadata({ body: recordQuery({ query, query_params }) }));
    expect(error).toMatchObject({ status: 400, code, message: expect.stringMatching(message) });
    expect(errorNames(error)).toEqual([name]);
  },
);
