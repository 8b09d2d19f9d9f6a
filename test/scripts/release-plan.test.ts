import { describe, expect, it } from "vitest";
import {
  RELEASE_FILES,
  type ReleaseInput,
  type ReleasePlan,
  readReleaseFiles,
  releasePlan,
  tagProblems,
  versionOf,
} from "../../scripts/release/release-plan.js";

const client = `{
  "name": "content-service-client",
  "version": "0.1.0",
  "files": [
    "dist"
  ]
}
`;
const contract = `{
  "name": "content-service-contract",
  "version": "0.1.0",
  "files": ["dist"],
  "dependencies": { "hono": "0.1.0" }
}
`;
const sandbox = `{
  "name": "content-service-sandbox",
  "version": "0.1.0",
  "dependencies": {
    "content-service-contract": "^0.1.0"
  }
}
`;
const codegen = sandbox.replace("sandbox", "codegen").replace("^0.1.0", "0.1.0");
const contractTests = codegen.replace("codegen", "contract-tests");
const lock = `${JSON.stringify(
  {
    name: "content-service-client",
    version: "0.1.0",
    lockfileVersion: 3,
    packages: {
      "": { name: "content-service-client", version: "0.1.0" },
      contract: { version: "0.1.0" },
      "contract-tests": { version: "0.1.0", dependencies: { "content-service-contract": "0.1.0" } },
      sandbox: { version: "0.1.0", dependencies: { "content-service-contract": "^0.1.0" } },
      codegen: { version: "0.1.0", dependencies: { "content-service-contract": "0.1.0" } },
      "node_modules/hono": { version: "0.1.0" },
    },
  },
  null,
  2,
)}\n`;
const changelog =
  "# Changelog\n\n## Unreleased\n\n### Fixed\n\n- A bug.\n\n## 0.1.0 - 2026-02-01\n\n### Added\n\n- All.\n";
const unreleased = "# Changelog\n\n## Unreleased\n\n### Added\n\n- All.\n";

const input: ReleaseInput = {
  step: "patch",
  date: "2026-03-10",
  status: "",
  stale: "",
  diff: { from: "1.0.0", to: "1.0.0", changes: [] },
  files: {
    "package.json": client,
    "contract/package.json": contract,
    "contract-tests/package.json": contractTests,
    "sandbox/package.json": sandbox,
    "codegen/package.json": codegen,
    "package-lock.json": lock,
    "CHANGELOG.md": changelog,
  },
};

describe("a release", () => {
  it("changes the version everywhere, and not one letter besides", () => {
    const { version, writes } = planned(input);
    expect(version).toBe("0.1.1");
    expect(writes).toEqual({
      "package.json": client.replace("0.1.0", "0.1.1"),
      "contract/package.json": contract.replace('"version": "0.1.0"', '"version": "0.1.1"'),
      "contract-tests/package.json": contractTests.replaceAll("0.1.0", "0.1.1"),
      "sandbox/package.json": sandbox.replaceAll("0.1.0", "0.1.1"),
      "codegen/package.json": codegen.replaceAll("0.1.0", "0.1.1"),
      "package-lock.json": lock
        .replaceAll("0.1.0", "0.1.1")
        .replace('hono": {\n      "version": "0.1.1', (text) => text.replace("0.1.1", "0.1.0")),
      "CHANGELOG.md": changelog.replace("## Unreleased\n", "## Unreleased\n\n## 0.1.1 - 2026-03-10\n"),
    });
  });

  it("is the version that stands there when it is the first, and has no other step", () => {
    const first = { ...input, files: { ...input.files, "CHANGELOG.md": unreleased } };
    expect(planned({ ...first, step: "first" })).toMatchObject({
      version: "0.1.0",
      writes: { "package.json": client, "package-lock.json": lock },
    });
    expect(problems({ ...first, step: "minor" })).toEqual([expect.stringContaining('Use the step "first"')]);
    expect(problems({ ...input, step: "first" })).toEqual(["This is not the first release: 0.1.0 was."]);
  });

  it("needs a minor step for what breaks before 1.0.0, and a major one after it", () => {
    const breaking = changelog.replace("### Fixed\n\n- A bug.", "### Removed\n\n- `oldName`.");
    const before = { ...input, files: { ...input.files, "CHANGELOG.md": breaking } };
    expect(problems(before)).toEqual([
      "The changelog has a breaking change: after 0.1.0 that needs a minor step, to 0.2.0.",
    ]);
    expect(planned({ ...before, step: "minor" }).version).toBe("0.2.0");
    const files = Object.fromEntries(
      Object.entries(before.files).map(([path, text]) => [path, text.replaceAll("0.1.0", "1.1.0")]),
    );
    // The same keys with other texts.
    const after = { ...before, files: files as ReleaseInput["files"] };
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
      expect.stringContaining("Expected info.version 2.0.0 in openapi/openapi.yaml; received 1.1.0."),
    ]);
  });

  it("lists every problem at once", () => {
    const files = { ...input.files, "CHANGELOG.md": "## Unreleased\n\n## 0.0.9 - 2026-01-01\n" };
    const found = problems({ ...input, status: " M src/index.ts\n", stale: "stale: generated/types.ts\n", files });
    expect(found).toEqual([
      "There are uncommitted changes:\n M src/index.ts",
      "stale: generated/types.ts",
      "package.json has version 0.1.0, but the newest release in CHANGELOG.md is 0.0.9.",
      "CHANGELOG.md has no entry under Unreleased. A release is for its users.",
    ]);
  });

  it("can be worked out from the files of this repository, whose packages have one version", async () => {
    const files = await readReleaseFiles();
    for (const path of RELEASE_FILES.filter((file) => file.endsWith("/package.json")))
      expect(versionOf(files[path])).toBe(versionOf(files["package.json"]));
    const waits = {
      ...files,
      "CHANGELOG.md": files["CHANGELOG.md"].replace(/^## Unreleased\n\s*(?=## |$)/m, unreleased),
    };
    const step = /^## \d/m.test(files["CHANGELOG.md"]) ? "major" : "first";
    const { version, writes } = planned({ ...input, step, files: waits });
    const written = { ...waits, ...writes };
    expect(versionOf(written["package-lock.json"] ?? "")).toBe(version);
    expect(tagProblems(`v${version}`, written)).toEqual([]);
  });

  it("is published only from the tag of its version", () => {
    const files = { ...input.files, ...planned(input).writes };
    expect(tagProblems("v0.1.1", files)).toEqual([]);
    expect(tagProblems("v0.1.2", files)).toHaveLength(6);
    expect(tagProblems("0.1.1", files)).toHaveLength(6);
    expect(tagProblems("v0.1.1", { ...files, "contract/package.json": contract })).toHaveLength(1);
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
