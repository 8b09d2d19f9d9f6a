import { describe, expect, it } from "vitest";
import {
  type ReleaseInput,
  type ReleasePlan,
  readReleaseFiles,
  releasePlan,
  tagProblems,
  versionOf,
} from "../../scripts/release/release-plan.js";

/** A manifest in a format of its own, with a dependency that has the version of the packages by chance. */
const manifest = (name: string, version: string, range = "") => `{
  "name": "content-service-${name}",
  "version": "${version}",
  "files": ["dist"],
  "dependencies": { "content-service-contract": "${range}${version}", "hono": "0.1.0" }
}
`;

/** The files of the packages in a version. */
function filesAt(version: string, changelog: string): ReleaseInput["files"] {
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

const waiting = "### Fixed\n\n- A bug.\n";
const changelogAt = (version: string, entries = waiting) =>
  `# Changelog\n\n## Unreleased\n\n${entries}\n## ${version} - 2026-02-01\n\n### Added\n\n- All.\n`;
const changelog = changelogAt("0.1.0");

const input: ReleaseInput = {
  step: "patch",
  date: "2026-03-10",
  status: "",
  stale: "",
  diff: { from: "1.0.0", to: "1.0.0", changes: [] },
  files: filesAt("0.1.0", changelog),
};

describe("a release", () => {
  it("changes the version everywhere, and not one letter besides", () => {
    const { version, writes } = planned(input);
    expect(version).toBe("0.1.1");
    const moved = changelog.replace("## Unreleased\n", "## Unreleased\n\n## 0.1.1 - 2026-03-10\n");
    expect(writes).toEqual(filesAt("0.1.1", moved));
  });

  it("is the version in package.json when it is the first, and has no other step", () => {
    const first = { ...input, files: filesAt("0.1.0", "# Changelog\n\n## Unreleased\n\n### Added\n\n- All.\n") };
    expect(planned({ ...first, step: "first" }).version).toBe("0.1.0");
    expect(problems({ ...first, step: "minor" })).toEqual([expect.stringContaining('Use the step "first"')]);
    expect(problems({ ...input, step: "first" })).toEqual(["This is not the first release: 0.1.0 was."]);
  });

  it("needs a minor step for what breaks before 1.0.0, and a major one after it", () => {
    const breaking = (version: string) => {
      return { ...input, files: filesAt(version, changelogAt(version, "### Removed\n\n- `oldName`.\n")) };
    };
    expect(problems(breaking("0.1.0"))).toEqual([
      "The changelog has a breaking change: after 0.1.0 that needs a minor step, to 0.2.0.",
    ]);
    expect(planned({ ...breaking("0.1.0"), step: "minor" }).version).toBe("0.2.0");
    const after = breaking("1.1.0");
    expect(problems({ ...after, step: "minor" })).toEqual([expect.stringContaining("needs a major step, to 2.0.0.")]);
    expect(planned({ ...after, step: "major" }).version).toBe("2.0.0");
  });

  it("needs a step for what breaks in the contract, since the client's types break with it", () => {
    const change = { place: "Task", says: "Gone.", step: "major" } as const;
    const diff = { from: "1.0.0", to: "2.0.0", changes: [change] };
    expect(problems({ ...input, diff })).toEqual([
      "The contract has a breaking change: after 0.1.0 that needs a minor step, to 0.2.0.",
    ]);
    expect(planned({ ...input, diff, step: "minor" }).version).toBe("0.2.0");
    expect(problems({ ...input, diff: { ...diff, to: "1.1.0" }, step: "minor" })).toEqual([
      expect.stringContaining("Expected info.version 2.0.0; received 1.1.0."),
    ]);
  });

  it("lists every problem at once", () => {
    const files = filesAt("0.1.0", "## Unreleased\n\n## 0.0.9 - 2026-01-01\n");
    const found = problems({ ...input, status: " M src/index.ts\n", stale: "stale: generated/types.ts\n", files });
    expect(found).toEqual([
      "There are uncommitted changes:\n M src/index.ts",
      "stale: generated/types.ts",
      "package.json has version 0.1.0, but the newest release in CHANGELOG.md is 0.0.9.",
      "CHANGELOG.md has no entry under Unreleased. A release is for its users.",
    ]);
  });

  it("can be planned from the files of this repository, whose packages have one version", async () => {
    const files = await readReleaseFiles();
    const { version, writes } = planned({
      ...input,
      step: "minor",
      files: { ...files, "CHANGELOG.md": changelogAt(versionOf(files["package.json"])) },
    });
    expect(tagProblems(`v${version}`, { ...files, ...writes })).toEqual([]);
  });

  it("is published only from the tag of its version", () => {
    const files = { ...input.files, ...planned(input).writes };
    expect(tagProblems("v0.1.1", files)).toEqual([]);
    expect(tagProblems("v0.1.2", files)).toHaveLength(6);
    expect(tagProblems("0.1.1", files)).toHaveLength(6);
    expect(tagProblems("v0.1.1", { ...files, "contract/package.json": manifest("contract", "0.1.0") })).toHaveLength(1);
    expect(tagProblems("v0.1.1", { ...files, "CHANGELOG.md": changelog })).toHaveLength(1);
  });
});

function planned(of: ReleaseInput): ReleasePlan {
  const plan = releasePlan(of);
  if ("problems" in plan) throw new Error(plan.problems.join("\n"));
  return plan;
}

function problems(of: ReleaseInput): readonly string[] {
  const plan = releasePlan(of);
  return "problems" in plan ? plan.problems : [];
}
