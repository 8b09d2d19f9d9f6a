import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { provenIn, readRequirements, requirementsTable } from "../../support/requirements-table.js";
import { loadContract } from "../src/index.js";
import { requirementIds } from "./requirement-ids.js";

const MARKDOWN = `
| id | what holds | proven where |
|---|---|---|
| OP-01 | \`updateFile\` changes a file: PUT /files/{file_id} | C P |
| ER-01 | \`getFileMetadata\`, \`deleteFileMetadata\`: a wrong \`Allow\` gets 405. | P S |
| CO-1 | Every id is text, as in \`getCrate\`. | C |
`;

function report(...tests: [title: string, status: string, file?: string][]): string {
  const results = tests.map(([title, status, name = "/suites/positive.test.ts"]) => {
    return { name, assertionResults: [{ title, status }] };
  });
  return JSON.stringify({ testResults: results });
}

describe("the reader of the requirements", () => {
  test("reads ids, sentences and places, and the operations that a line begins with", () => {
    expect(readRequirements(MARKDOWN).map(({ id, where, operations }) => [id, where, operations])).toEqual([
      ["OP-01", ["C", "P"], ["updateFile"]],
      ["ER-01", ["P", "S"], ["getFileMetadata", "deleteFileMetadata"]],
      ["CO-1", ["C"], []],
    ]);
  });

  test("finds each id of the project's requirements in the title of a test, in the form [ER-12]", () => {
    const root = new URL("../../", import.meta.url);
    const titles = execFileSync("git", ["grep", "-h", "\\[[A-Z][A-Z]-[0-9]*\\]", "--", "*.ts"], {
      cwd: root,
      encoding: "utf8",
    });
    const known = readRequirements(readFileSync(new URL("docs/requirements.md", root), "utf8"));
    // The titles of operations' tests get their id by `requirementIds`.
    const rest = known.filter(({ id }) => !id.startsWith("OP-") && !titles.includes(`[${id}]`));
    expect(rest.map(({ id }) => id)).toEqual([]);
  });

  test("rejects a duplicate id", () => {
    expect(() => readRequirements(MARKDOWN + MARKDOWN)).toThrow("Duplicate requirement OP-01");
  });
});

describe("the table of the requirements", () => {
  const requirements = readRequirements(MARKDOWN);

  test("counts the tests that passed, once each, and says where the rest will be proven", () => {
    const proof = provenIn(report(["a [ER-01] [ER-01]", "passed"], ["b [ER-01]", "passed"], ["c [CO-1]", "failed"]));
    const { text, unknown, unproven } = requirementsTable(requirements, proof);
    expect(proof.get("ER-01")?.map(({ title }) => title)).toEqual(["a [ER-01] [ER-01]", "b [ER-01]"]);
    expect(text).toContain("- a [ER-01] [ER-01]");
    expect(text).toContain("to be proven in the contract and its lint");
    expect(text).toContain("1 of 3 requirements have tests, 2 have none yet.");
    expect(unknown).toEqual([]);
    expect(unproven).toEqual(["OP-01", "CO-1", "ER-01"]);
  });

  test("says what waits for the sandbox until a test of the sandbox proves it", () => {
    const mock = requirementsTable(requirements, provenIn(report(["a [ER-01]", "passed"], ["b [OP-01]", "passed"])));
    expect(mock.text).toContain("1 wait for the sandbox");
    expect(mock.text.match(/behavior to be proven in the sandbox/g)).toHaveLength(1);
    const sandbox = report(["a [ER-01]", "passed", "/contract-tests/sandbox/errors.test.ts"]);
    const proven = requirementsTable(requirements, provenIn(sandbox));
    expect(proven.text).toContain("0 wait for the sandbox");
    expect(proven.unproven).not.toContain("ER-01");
  });

  test("names an id that no requirement has", () => {
    const { unknown } = requirementsTable(requirements, provenIn(report(["a [XX-9]", "passed"])));
    expect(unknown).toEqual(["XX-9"]);
  });

  test("shows the first two titles and how many more there are", () => {
    const tests = ["a", "b", "c"].map((name): [string, string] => [`${name} [CO-1]`, "passed"]);
    const { text } = requirementsTable(requirements, provenIn(report(...tests)));
    expect(text).toMatch(/- a \[CO-1\]\n +- b \[CO-1\]\n +and 1 more/);
  });

  test("rejects what is not a report", () => {
    expect(() => provenIn("{}")).toThrow(TypeError);
  });
});

describe("the ids in a title", () => {
  const { operation, operations } = loadContract();

  test("are those of the operation, and those given that speak of it", () => {
    expect(requirementIds(operation("updateFile"), ["ER-08", "ER-12", "ER-36"])).toBe(" [OP-03] [ER-08] [ER-36]");
  });

  test("give every operation an id of its own", () => {
    const without = operations.filter((one) => !/^ \[OP-\d\d\]$/.test(requirementIds(one)));
    expect(without.map(({ id }) => `Add a line with an OP id that begins with ${id} to docs/requirements.md`)).toEqual(
      [],
    );
    expect(new Set(operations.map((one) => requirementIds(one))).size).toBe(operations.length);
  });
});
