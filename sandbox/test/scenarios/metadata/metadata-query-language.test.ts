import { readFileSync } from "node:fs";
import { type components, metadataQuery } from "content-service-client";
import { describe, expect, test } from "vitest";
import { errorNames, expectApiError, unchecked } from "../../support/responses.js";
import { findRecords, type RecordValues, recordQuery, seedWithRecords } from "../../support/seeds.js";
import { shareSandbox, startSandbox } from "../../support/start-sandbox.js";

type Query = Pick<components["schemas"]["MetadataQuery"], "query" | "query_params">;
/** Queries, and the records that each has to find. */
type Rows = readonly (readonly [query: Query, found: readonly number[]])[];

const q = metadataQuery;
const day = (number: number, month = 1) => new Date(Date.UTC(2026, month, number));

/** The last one has no values, and so it is found by IS NULL alone. */
const records: RecordValues[] = [
  { name: "Lease", amount: -1, due: "2026-01-31T23:59:59.999Z", state: "open", colors: [] },
  { name: "lease", amount: 0, due: "2026-02-01T01:00:00+01:00", state: "signed", colors: ["blue"] },
  { name: "lean", amount: 10.5, due: "2026-02-01T00:00:00Z", state: "signed", colors: ["blue", "red"] },
  { name: "loan 100%", amount: 2000, due: "2026-03-01T00:00:00Z", state: "ended", colors: ["red"] },
  {},
];

const text: Rows = [
  [q`name = ${"lease"}`, [1]],
  [q`name != ${"lease"}`, [0, 2, 3]],
  [q`name <> ${"lease"}`, [0, 2, 3]],
  [q`name < ${"lease"}`, [0, 2]],
  [q`name <= ${"lease"}`, [0, 1, 2]],
  [q`name > ${"lease"}`, [3]],
  [q`name >= ${"lease"}`, [1, 3]],
  [q`name IN ${["lease", "lean", "Leas"]}`, [1, 2]],
  [q`name NOT IN ${["lease", "lean"]}`, [0, 3]],
  [q`name LIKE ${"le%"}`, [1, 2]],
  [q`name LIKE ${"l__se"}`, [1]],
  [q`name LIKE ${"%100\\%"}`, [3]],
  [q`name NOT LIKE ${"le%"}`, [0, 3]],
  [q`name ILIKE ${"LEA_E"}`, [0, 1]],
  [q`name NOT ILIKE ${"LEA_E"}`, [2, 3]],
  [q`name IS NULL`, [4]],
  [q`name IS NOT NULL`, [0, 1, 2, 3]],
];

const float: Rows = [
  [q`amount = ${0}`, [1]],
  [q`amount != ${0}`, [0, 2, 3]],
  [q`amount < ${0}`, [0]],
  [q`amount <= ${0}`, [0, 1]],
  [q`amount > ${10.5}`, [3]],
  [q`amount >= ${10.5}`, [2, 3]],
  [q`amount IN ${[2000, -1, 7]}`, [0, 3]],
  [q`amount NOT IN ${[2000, -1]}`, [1, 2]],
  [q`amount IS NULL`, [4]],
  [q`amount IS NOT NULL`, [0, 1, 2, 3]],
];

const date: Rows = [
  [q`due = ${day(1)}`, [1, 2]],
  [q`due = ${"2026-01-31T22:00:00-02:00"}`, [1, 2]],
  [q`due != ${day(1)}`, [0, 3]],
  [q`due < ${day(1)}`, [0]],
  [q`due <= ${day(1)}`, [0, 1, 2]],
  [q`due > ${day(1)}`, [3]],
  [q`due >= ${day(1)}`, [1, 2, 3]],
  [q`due IN ${["2026-03-01T01:00:00+01:00", "2026-02-01T00:00:00Z"]}`, [1, 2, 3]],
  [q`due NOT IN ${["2026-02-01T00:00:00.000Z"]}`, [0, 3]],
  [q`due IS NULL`, [4]],
  [q`due IS NOT NULL`, [0, 1, 2, 3]],
];

const choice: Rows = [
  [q`state = ${"signed"}`, [1, 2]],
  [q`state != ${"signed"}`, [0, 3]],
  [q`state < ${"open"}`, [3]],
  [q`state <= ${"open"}`, [0, 3]],
  [q`state > ${"open"}`, [1, 2]],
  [q`state >= ${"open"}`, [0, 1, 2]],
  [q`state IN ${["open", "ended"]}`, [0, 3]],
  [q`state NOT IN ${["open", "ended"]}`, [1, 2]],
  [q`state LIKE ${"%e%"}`, [0, 1, 2, 3]],
  [q`state NOT LIKE ${"%n_d"}`, [0, 3]],
  [q`state ILIKE ${"OP%"}`, [0]],
  [q`state NOT ILIKE ${"OP%"}`, [1, 2, 3]],
  [q`state IS NULL`, [4]],
  [q`state IS NOT NULL`, [0, 1, 2, 3]],
];

const choices: Rows = [
  [q`colors = ${"blue"}`, [1, 2]],
  [q`colors != ${"blue"}`, [0, 3]],
  [q`colors IN ${["red", "green"]}`, [2, 3]],
  [q`colors NOT IN ${["red"]}`, [0, 1]],
  [q`colors LIKE ${"b%"}`, [1, 2]],
  [q`colors NOT LIKE ${"b%"}`, [0, 3]],
  [q`colors ILIKE ${"R_D"}`, [2, 3]],
  [q`colors NOT ILIKE ${"R_D"}`, [0, 1]],
  [q`colors IS NULL`, [4]],
  [q`colors IS NOT NULL`, [0, 1, 2, 3]],
];

const logic: Rows = [
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
  test.each([
    ["text", text],
    ["numbers", float],
    ["dates, as instants", date],
    ["a choice", choice],
    ["several choices", choices],
    ["AND, OR, NOT and brackets", logic],
  ])("every operator on %s [BE-21]", async (_, rows) => {
    const found: [Query, number[]][] = [];
    for (const [query] of rows) found.push([query, await findRecords(shared().as("owner"), query)]);
    expect(found).toEqual(rows);
  });

  test("arguments with any name, and says which has no value [BE-27]", async () => {
    const names = ["1", "2nd", "min-amount", "größe", "a.b", "日本", "__proto__", "and", "a:b", "😀"];
    const owner = shared().as("owner");
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

  test.each([
    "' OR '1' = '1",
    "x'; DELETE FROM record; --",
    "lease OR name IS NOT NULL",
    ":p1",
    "name",
    '"name"',
    "%",
    "_____",
    "\\",
    "NULL",
    "__proto__",
    "\u0000\u2028\n",
    "",
  ])("only its conditions, even for the value %j [BE-21]", async (value) => {
    const { as } = await startSandbox({ seed: seedWithRecords([...records, { name: value, amount: 77 }]) });
    const found = (query: Query) => findRecords(as("owner"), query);
    expect(await found(q`name = ${value}`)).toEqual([5]);
    expect(await found(q`name IN ${["no such name", value]}`)).toEqual([5]);
    expect(await found(q`amount > ${50} AND name != ${value}`)).toEqual([3]);
    const literally = value.replace(/[\\%_]/g, "\\$&");
    expect(await found(q`name LIKE ${literally}`)).toEqual([5]);
  });
});

const OPERATORS = ["=", "!=", "<>", "<", "<=", ">", ">=", "IN", "LIKE", "ILIKE", "IS NULL"];
const OPERANDS = {
  string: ["name", "'lease'"],
  enum: ["state", "'open'"],
  float: ["amount", "0"],
  date: ["due", "'2026-02-01T00:00:00Z'"],
  multiSelect: ["colors", "'red'"],
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

  test.each(cases)("$operator on $type: $has [BE-21]", async ({ operator, type, operands: [field, value], has }) => {
    const operand = operator === "IN" ? `(${value})` : operator === "IS NULL" ? "" : value;
    for (const text of [`${field} ${operator} ${operand}`, `NOT ${field} ${operator} ${operand}`]) {
      const call = shared()
        .as("owner")
        .queryMetadata({ body: recordQuery({ query: text }) });
      if (has === "yes") expect((await call).entries.length).toBeGreaterThan(0);
      else {
        const error = await expectApiError(call, 400, "invalid_query");
        expect([has, error.message]).toEqual(["no", expect.stringMatching(`${operator} at .* the ${type} field`)]);
      }
    }
  });
});

describe("a query is rejected, with a position in its text,", () => {
  test.each([
    ["amount >", 9],
    ["amount = 1 AND", 15],
    ["(amount = 1", 12],
    ["amount = 1)", 11],
    ["amount == 1", 9],
    ["amount = 1 state = 'open'", 12],
    ["AND amount = 1", 1],
    ["amount = 'one", 10],
    ["amount = :", 10],
    ["amount = 1; DROP", 11],
    ["color = 'red'", 1],
    ["amount = 1 AND Amount = 2", 16],
    ["amount LIKE '1%'", 8],
    ["due ILIKE '2026%'", 5],
    ["amount = 'one'", 10],
    ["due > '2026-02-01'", 7],
    ["colors > 'blue'", 8],
    ["name LIKE 'a\\'", 11],
    [`${"(".repeat(101)}amount = 1${")".repeat(101)}`, 101],
  ])("when it reads %j: position %i [BE-21]", async (query, position) => {
    const error = await expectApiError(
      shared()
        .as("owner")
        .queryMetadata({ body: recordQuery({ query }) }),
      400,
      "invalid_query",
    );
    expect(error.message).toMatch(new RegExp(` position ${position}\\b`));
    expect(errorNames(error)).toEqual(["query"]);
  });

  test.each([
    ["amount = :a", { a: "10.5" }],
    ["name = :a", { a: 5 }],
    ["due = :a", { a: "2026-02-01" }],
    ["state IN :a", { a: "open" }],
    ["state = :a", { a: ["open"] }],
    ["name LIKE :a", { a: "\\" }],
  ])("or with the name of an argument of another type: %s with %j", async (query, query_params) => {
    const error = await expectApiError(
      shared()
        .as("owner")
        .queryMetadata({ body: recordQuery({ query, query_params }) }),
      400,
      "unexpected_json_type",
    );
    expect(errorNames(error)).toEqual(["query_params.a"]);
  });

  test.each([[{ a: null }], [{ a: true }], [{ a: {} }], [{ a: [null] }]])(
    "when an argument has an unsupported type: %j",
    async (query_params) => {
      const body = recordQuery({ query: "name = :a", query_params: unchecked(query_params) });
      await expectApiError(shared().as("owner").queryMetadata({ body }), 400, "bad_request");
    },
  );
});
