import { describe, expect, it } from "vitest";
import { impactOf, newestRelease, unreleasedEntries } from "../../scripts/release/changelog.js";
import type { ReleaseInput } from "../../scripts/release/release-plan.js";
import { readReleaseFiles, releasePlan, tagProblems, versionOf } from "../../scripts/release/release-plan.js";
import { read } from "../../support/repository.js";

const changelogAt = (version: string, entries = "### Fixed\n\n- A bug,\n  which is gone.\n") =>
  `# Changelog\n\n## Unreleased\n\n${entries}\n## ${version} - 2026-02-01\n\n### Added\n\n- All.\n`;
const released = (changelog: string, version: string) =>
  changelog.replace("## Unreleased\n", `## Unreleased\n\n## ${version} - 2026-03-10\n`);

describe("the changelog", () => {
  const changelog = changelogAt("0.1.0");

  it("has entries that wait, with their headings, each in one line", () => {
    expect(unreleasedEntries(changelog)).toEqual([{ heading: "Fixed", text: "A bug, which is gone." }]);
  });

  it.each([
    ["no section", "# Changelog\n", "no section Unreleased"],
    ["a heading without entries", "## Unreleased\n\n### Added\n\n### Fixed\n\n- A bug.\n", "nothing under Added"],
    ["another heading", "## Unreleased\n\n### Improved\n\n- All.\n", '"Improved" is none of'],
    ["text that is no entry", "## Unreleased\n\n### Added\n\nAll of it.\n", "All of it."],
  ])("is rejected for %s", (_, text, message) => {
    expect(() => unreleasedEntries(text)).toThrow(message);
  });

  it.each([
    ["Removed", "Something.", "major"],
    ["Changed", "Breaking: the limit is a number.", "major"],
    ["Changed", "Something.", "minor"],
    ["Added", "Nothing breaks.", "minor"],
    ["Fixed", "Something.", "patch"],
  ])("says what a release means for those who upgrade: %s, %s", (heading, text, impact) => {
    expect(impactOf(unreleasedEntries(`## Unreleased\n### ${heading}\n- ${text}`))).toBe(impact);
  });

  it("of this repository can be released, or has just been", () => {
    const text = read("CHANGELOG.md");
    if (/^Unreleased\n\s*$/.test(text.split(/^## /m)[1] ?? "")) expect(newestRelease(text)).toBeDefined();
    else expect(unreleasedEntries(text).length).toBeGreaterThan(0);
  });
});

/** A manifest in a format of its own, with a dependency that has the version of the packages by chance. */
const manifest = (name: string, version: string, range = "") => `{
  "name": "content-service-${name}",
  "version": "${version}",
  "files": ["dist"],
  "dependencies": { "content-service-contract": "${range}${version}", "hono": "0.1.0" }
}
`;

/** The files of the packages in a version. */
function filesAt(version: string, changelog = changelogAt(version)): ReleaseInput["files"] {
  const entry = { version, dependencies: { "content-service-contract": version } };
  const packages = {
    "": { version },
    contract: { version },
    "contract-tests": entry,
    sandbox: { version, dependencies: { "content-service-contract": `^${version}` } },
    codegen: entry,
    "node_modules/hono": { version: "0.1.0" },
  };
  return {
    "package.json": manifest("client", version),
    "contract/package.json": manifest("contract", version),
    "contract-tests/package.json": manifest("contract-tests", version),
    "sandbox/package.json": manifest("sandbox", version, "^"),
    "codegen/package.json": manifest("codegen", version),
    "package-lock.json": `${JSON.stringify({ version, lockfileVersion: 3, packages }, null, 2)}\n`,
    "CHANGELOG.md": changelog,
  };
}

/** The next version and the files of a release, or its problems. */
function planOf(changes: Partial<ReleaseInput>) {
  const diff = { from: "1.0.0", to: "1.0.0", changes: [] };
  const input = { date: "2026-03-10", status: "", stale: "", diff, files: filesAt("0.1.0") };
  const plan = releasePlan({ step: "patch", ...input, ...changes });
  return "problems" in plan
    ? { problems: plan.problems.join("\n"), version: undefined, writes: {} }
    : { problems: "", ...plan };
}

describe("a release", () => {
  it("changes the version everywhere, and not one letter besides", () => {
    const { version, writes } = planOf({});
    expect(version).toBe("0.1.1");
    expect(writes).toEqual(filesAt("0.1.1", released(changelogAt("0.1.0"), "0.1.1")));
  });

  it("is the version in package.json when it is the first, and has no other step", () => {
    const files = filesAt("0.1.0", "# Changelog\n\n## Unreleased\n\n### Added\n\n- All.\n");
    expect(planOf({ files, step: "first" }).version).toBe("0.1.0");
    expect(planOf({ files, step: "minor" }).problems).toContain('Use the step "first"');
    expect(planOf({ step: "first" }).problems).toBe("This is not the first release: 0.1.0 was.");
  });

  it.each([
    ["0.1.0", "patch", "minor", "0.2.0"],
    ["1.1.0", "minor", "major", "2.0.0"],
  ] as const)("after %s needs more than a %s step for what breaks: a %s step, to %s", (from, small, step, to) => {
    const files = filesAt(from, changelogAt(from, "### Removed\n\n- `oldName`.\n"));
    const problem = `The changelog has a breaking change: after ${from} that needs a ${step} step, to ${to}.`;
    expect(planOf({ files, step: small }).problems).toBe(problem);
    expect(planOf({ files, step }).version).toBe(to);
  });

  it("needs a step for what breaks in the contract, since the client's types break with it", () => {
    const change = { place: "Task", says: "Gone.", step: "major" } as const;
    const diff = { from: "1.0.0", to: "2.0.0", changes: [change] };
    const problem = "The contract has a breaking change: after 0.1.0 that needs a minor step, to 0.2.0.";
    expect(planOf({ diff }).problems).toBe(problem);
    expect(planOf({ diff, step: "minor" }).version).toBe("0.2.0");
    const jump = planOf({ diff: { ...diff, to: "1.1.0" }, step: "minor" });
    expect(jump.problems).toContain("Expected info.version 2.0.0; received 1.1.0.");
  });

  it("lists every problem at once", () => {
    const files = filesAt("0.1.0", "## Unreleased\n\n## 0.0.9 - 2026-01-01\n");
    const { problems } = planOf({ status: " M src/index.ts\n", stale: "stale: generated/types.ts\n", files });
    expect(problems.split("\n")).toEqual([
      ...["There are uncommitted changes:", " M src/index.ts", "stale: generated/types.ts"],
      "package.json has version 0.1.0, but the newest release in CHANGELOG.md is 0.0.9.",
      "CHANGELOG.md has no entry under Unreleased. A release is for its users.",
    ]);
  });

  it("can be planned from the files of this repository, whose packages have one version", () => {
    const files = readReleaseFiles();
    const changelog = changelogAt(versionOf(files["package.json"]));
    const { version, writes } = planOf({ step: "minor", files: { ...files, "CHANGELOG.md": changelog } });
    expect(tagProblems(`v${version}`, { ...files, ...writes })).toEqual([]);
  });

  it("is published only from the tag of its version", () => {
    const files = { ...filesAt("0.1.0"), ...planOf({}).writes };
    expect(tagProblems("v0.1.1", files)).toEqual([]);
    for (const tag of ["v0.1.2", "0.1.1"]) expect(tagProblems(tag, files)).toHaveLength(6);
    for (const old of ["contract/package.json", "CHANGELOG.md"] as const)
      expect(tagProblems("v0.1.1", { ...files, [old]: filesAt("0.1.0")[old] })).toHaveLength(1);
  });
});
