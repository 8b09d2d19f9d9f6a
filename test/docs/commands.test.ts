import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { experiments, experimentsTable } from "../../lab/experiments.js";
import { withFigures } from "../../lab/support/figures.js";
import packageJson from "../../package.json" with { type: "json" };
import { allSteps, steps } from "../../scripts/steps.js";
import { listFiles, read, root } from "../../support/repository.js";

// Docs, messages and comments name commands. The changelog names those of its time.
const files = listFiles("*.md", "*.ts", "*.tsx", "*.yaml", "*.yml", ".ci/run").filter(
  (file) => file !== "CHANGELOG.md",
);

/** The names behind a command, with the files that have them. */
function named(command: RegExp): [name: string, file: string][] {
  return files.flatMap((file) =>
    [...read(file).matchAll(command)].map(([, name = ""]): [string, string] => [name, file]),
  );
}

describe("a command in docs, messages and comments", () => {
  it.each([
    ["a script of package.json", /npm run (?:--silent )?([a-z]+(?::[a-z]+)*)/g, Object.keys(packageJson.scripts)],
    ["an experiment", /npm run lab -- ([a-z]+(?:-[a-z]+)*)/g, [...Object.keys(experiments), "readme"]],
    ["a step of the tests", /npm test -- --only ([a-z]+(?:-[a-z]+)*)/g, Object.keys({ ...steps, ...allSteps })],
  ])("names %s", (_, command, known) => {
    const names = named(command);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(([name]) => !known.includes(name))).toEqual([]);
  });

  it("needs few scripts in package.json", () => {
    expect(Object.keys(packageJson.scripts).length).toBeLessThanOrEqual(15);
  });
});

describe("the experiments", () => {
  it("stand in lab/README.md (renew with: npm run lab -- readme)", () => {
    const readme = read("lab/README.md");
    expect(withFigures(readme, { experiments: experimentsTable() })).toBe(readme);
  });

  it("run programs that exist, and name pages that exist", () => {
    for (const { command, shown } of Object.values(experiments)) {
      if (command[0] === "tsx") expect(existsSync(`${root}${command[1]}`), command.join(" ")).toBe(true);
      if (shown !== undefined) expect(existsSync(root + shown), shown).toBe(true);
    }
  });
});
