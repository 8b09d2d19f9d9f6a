import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileCondition } from "../../src/query/compile-condition.js";
import { parseQuery } from "../../src/query/parse-query.js";
import { FIELDS } from "./query-template.js";

const OPERATORS = ["=", "!=", "<>", "<", "<=", ">", ">=", "IN", "LIKE", "ILIKE", "IS NULL"];
const OPERANDS = {
  string: ["name", "'lease'"],
  enum: ["state", "'open'"],
  float: ["amount", "0"],
  date: ["due", "'2026-02-01T00:00:00Z'"],
  multiSelect: ["tags", "'red'"],
} as const;

test("each type of field has the operators of the guide [BE-21]", () => {
  const guide = readFileSync(new URL("../../../docs/guides/metadata-queries.md", import.meta.url), "utf8");
  const rows = guide.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const [, , ...types] = rows.find(([, first]) => first === "operator") ?? [];
  for (const operator of OPERATORS) {
    const row = rows.find(([, first]) => first?.split(", ").includes(`\`${operator}\``));
    for (const [type, [field, value]] of Object.entries(OPERANDS)) {
      const operand = operator === "IN" ? `(${value})` : operator === "IS NULL" ? "" : value;
      for (const text of [`${field} ${operator} ${operand}`, `NOT ${field} ${operator} ${operand}`]) {
        const compile = () => compileCondition(parseQuery(text), FIELDS, {});
        const has = row?.[2 + types.indexOf(type)];
        if (has === "yes") expect(compile()).toBeInstanceOf(Function);
        else {
          expect([text, has]).toEqual([text, "no"]);
          expect(compile).toThrow(new RegExp(`${operator} at .* the ${type} field`));
        }
      }
    }
  }
});
