import { describe, expect, it } from "vitest";
import { groups, type MutationReport, mutantsOf, problemsOf, sharesOf } from "../mutation/score.js";

const source = 'const a = b ?? "";\n  if (a) {\n    go();\n  }\n';

/** A report on a file of four lines: one change to its text in the first line, and one to its block. */
function report(file: string, textStatus: string, blockStatus: string, before = ""): MutationReport {
  const top = before.split("\n").length;
  const text = {
    mutatorName: "StringLiteral",
    replacement: '"Stryker was here!"',
    status: textStatus,
    location: { start: { line: top, column: 16 }, end: { line: top, column: 18 } },
  };
  const block = {
    mutatorName: "BlockStatement",
    replacement: "{}",
    status: blockStatus,
    location: { start: { line: top + 1, column: 10 }, end: { line: top + 3, column: 4 } },
  };
  return { files: { [file]: { source: before + source, mutants: [text, block] } } };
}

const text = {
  line: 'const a = b ?? "";',
  mutator: "StringLiteral",
  original: '""',
  replacement: '"Stryker was here!"',
};
const loose = [{ name: "all", files: /^src\//, bound: 0 }];
const problems = (made: MutationReport, explained = {}, bounds = loose) =>
  problemsOf(mutantsOf(made), explained, sharesOf(mutantsOf(made), bounds));

describe("a mutant", () => {
  it("is named by its line, mutator, text and replacement, each on one line", () => {
    expect(mutantsOf(report("src/a.ts", "Killed", "Survived"))).toEqual([
      { ...text, file: "src/a.ts", lineNumber: 1, status: "Killed" },
      {
        file: "src/a.ts",
        lineNumber: 2,
        line: "if (a) {",
        mutator: "BlockStatement",
        original: "{ go(); }",
        replacement: "{}",
        status: "Survived",
      },
    ]);
  });
});

describe("the check of a mutation run", () => {
  const explained = { "src/a.ts": [{ ...text, why: "Nobody reads it." }] };

  it("accepts a survivor that is explained, also after it has moved", () => {
    expect(problems(report("src/a.ts", "Survived", "Killed"), explained)).toEqual([]);
    expect(problems(report("src/a.ts", "NoCoverage", "Timeout", "// a\n// b\n"), explained)).toEqual([]);
  });

  it.each(["Survived", "NoCoverage"])("rejects one that is not: %s", (status) => {
    expect(problems(report("src/a.ts", status, "Killed"))).toEqual([
      'survived, and is not in the list (line 1): src/a.ts: StringLiteral: "" -> "Stryker was here!" in: const a = b ?? "";',
    ]);
    expect(problems(report("src/b.ts", status, "Killed"), explained)).toHaveLength(2);
  });

  it("rejects a reason that is empty, and one for a mutant that was noticed since", () => {
    const name = 'src/a.ts: StringLiteral: "" -> "Stryker was here!" in: const a = b ?? "";';
    const empty = { "src/a.ts": [{ ...text, why: " " }] };
    expect(problems(report("src/a.ts", "Survived", "Killed"), empty)).toEqual([`has no reason in the list: ${name}`]);
    expect(problems(report("src/a.ts", "Killed", "Killed"), explained)).toEqual([
      `is in the list, and did not survive: ${name}`,
    ]);
  });

  it("takes an entry for one mutant only", () => {
    const [file] = Object.values(report("src/a.ts", "Survived", "Killed").files);
    const twice = { files: { "src/a.ts": { source, mutants: [...(file?.mutants ?? []), ...(file?.mutants ?? [])] } } };
    expect(problems(twice, explained)).toHaveLength(1);
  });

  it("rejects a share below its bound, and a group without mutants; survivors count although they are explained", () => {
    const bounds = (bound: number) => [
      { name: "all", files: /^src\//, bound },
      { name: "other", files: /^other\//, bound: 0 },
    ];
    const made = report("src/a.ts", "Survived", "Killed");
    expect(problems(made, explained, bounds(50))).toEqual(["other: NaN % noticed, and 0 % are asked for"]);
    expect(problems(made, explained, bounds(51))).toContain("all: 50.00 % noticed, and 51 % are asked for");
  });

  it("counts neither for nor against what does not load, and rejects a run that was not finished", () => {
    const whole = [{ name: "all", files: /^src\//, bound: 100 }];
    expect(problems(report("src/a.ts", "RuntimeError", "Killed"), {}, whole)).toEqual([]);
    expect(problems(report("src/a.ts", "Pending", "Killed"))).toEqual(["the run was not finished"]);
  });
});

describe("the groups of files", () => {
  it.each([
    ["src/errors.ts", ["all"]],
    ["src/request/auth.ts", ["all", "auth"]],
    ["src/tokens/refreshing-auth.ts", ["all", "auth"]],
    ["src/tokens/refresh.ts", ["all", "auth"]],
    ["src/tokens/known-tokens.ts", ["all", "auth"]],
    ["src/tokens/token-exchange.ts", ["all", "auth"]],
    ["src/tokens/stores/file-lock.ts", ["all", "auth"]],
    ["src/request/retry.ts", ["all", "retry"]],
    ["src/request/retry-after.ts", ["all", "retry"]],
    ["src/paging/paginate.ts", ["all", "paging"]],
    ["src/operations/check-offset.ts", ["all", "paging"]],
  ])("hold %s to the bounds of %j", (path, names) => {
    expect(groups.filter(({ files }) => files.test(path)).map(({ name }) => name)).toEqual(names);
  });
});
