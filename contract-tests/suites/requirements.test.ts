import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { provenIn, readRequirements, requirementsTable } from "../../support/requirements-table.js";
import { loadContract } from "../src/index.js";
import { requirementIds } from "./requirement-ids.js";

const root = new URL("../../", import.meta.url);
const known = readRequirements(readFileSync(new URL("docs/requirements.md", root), "utf8"));

test("each requirement has its id in the title of a test, in the form [ER-12]", () => {
  const search = ["grep", "-h", "\\[[A-Z][A-Z]-[0-9]*\\]", "--", "*.ts"];
  const titles = execFileSync("git", search, { cwd: root, encoding: "utf8" });
  // The titles of operations' tests get their id by `requirementIds`.
  const rest = known.filter(({ id }) => !id.startsWith("OP-") && !titles.includes(`[${id}]`));
  expect(rest.map(({ id }) => id)).toEqual([]);
});

test("the ids in the title of an operation are its own, and those given that speak of it", () => {
  const { operation, operations } = loadContract();
  expect(requirementIds(operation("updateFile"), ["ER-08", "ER-12", "ER-36"])).toBe(" [OP-03] [ER-08] [ER-36]");
  const without = operations.filter((one) => !/^ \[OP-\d\d\]$/.test(requirementIds(one)));
  const hints = without.map(({ id }) => `Add a line with an OP id that begins with ${id} to docs/requirements.md`);
  expect(hints).toEqual([]);
  expect(new Set(operations.map((one) => requirementIds(one))).size).toBe(operations.length);
});

const MARKDOWN = `
| id | what holds | proven where |
|---|---|---|
| QO-1 | \`updateFile\` changes a file: PUT /files/{file_id} | C P |
| QE-1 | \`getFileMetadata\`, \`deleteFileMetadata\`: a wrong \`Allow\` gets 405. | P S |
| QC-1 | Every id is text, as in \`getCrate\`. | C |
`;

function tableOf(...tests: [title: string, status: string, file?: string][]) {
  const results = tests.map(([title, status, name = "/suites/positive.test.ts"]) => {
    return { name, assertionResults: [{ title, status }] };
  });
  return requirementsTable(readRequirements(MARKDOWN), provenIn(JSON.stringify({ testResults: results })));
}

test("requirements have an id, the places of their proof, and the operations that they begin with", () => {
  expect(readRequirements(MARKDOWN).map(({ id, where, operations }) => [id, where, operations])).toEqual([
    ["QO-1", ["C", "P"], ["updateFile"]],
    ["QE-1", ["P", "S"], ["getFileMetadata", "deleteFileMetadata"]],
    ["QC-1", ["C"], []],
  ]);
  expect(() => readRequirements(MARKDOWN + MARKDOWN)).toThrow("Duplicate requirement QO-1");
  expect(() => provenIn("{}")).toThrow(TypeError);
});

test("the table has passed tests, ids that are not proven or unknown, and needs one of the sandbox for an S", () => {
  const more = ["b", "c", "d"].map((name): [string, string] => [`${name} [QE-1]`, "passed"]);
  const { text, unknown, unproven } = tableOf(...more, ["e [QC-1]", "failed"], ["f [QX-9]", "passed"]);
  expect(text).toMatch(/- b \[QE-1\]\n +- c \[QE-1\]\n +and 1 more/);
  expect(text).toContain("3 of 3 requirements have no proof.");
  expect([unknown, unproven]).toEqual([["QX-9"], ["QO-1", "QE-1", "QC-1"]]);
  expect(tableOf(["a [QE-1]", "passed", "/sandbox/test/errors.test.ts"]).unproven).not.toContain("QE-1");
});
