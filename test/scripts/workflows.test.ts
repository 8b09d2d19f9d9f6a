import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { experiments } from "../../lab/index.js";
import { read, root } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  "timeout-minutes"?: number;
  needs?: string;
  environment?: unknown;
  permissions?: Record<string, string>;
  strategy?: { matrix: { experiment?: string[] } };
  steps: Step[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = ".github/workflows";
const texts = new Map(readdirSync(root + folder).map((name) => [name, read(join(folder, name))]));
// The shape of a workflow; a wrong one fails in the tests below.
const workflows = new Map([...texts].map(([name, text]) => [name, parse(text) as Workflow]));
const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ id: `${file} ${name}`, workflow, job })),
);
const steps = jobs.flatMap(({ id, job }) => job.steps.map((step) => ({ id, ...step })));
const commandsOf = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run?.trim().split("\n") ?? []) ?? [];

describe("the workflows", () => {
  it("start with nothing that runs the code of strangers with rights of the project", () => {
    const starts = [...workflows.values()].flatMap(({ on }) => Object.keys(on));
    expect(new Set(starts)).toEqual(new Set(["push", "pull_request", "schedule", "workflow_dispatch"]));
    expect(workflows.get("release.yml")?.on).toEqual({ push: { tags: ["v*"] } });
  });

  it("give each job the right to read, and some the rights that they need besides", () => {
    const rights = jobs.map(({ id, workflow, job }) => [id, job.permissions ?? workflow.permissions] as const);
    const more = rights.filter(([, given]) => JSON.stringify(given) !== '{"contents":"read"}');
    expect(Object.fromEntries(more)).toEqual({
      "ci.yml codeql": { contents: "read", "security-events": "write" },
      "docs.yml deploy": { pages: "write", "id-token": "write" },
      "release.yml publish": { "id-token": "write" },
    });
    for (const text of texts.values()) expect(text).not.toMatch(/\bsecrets\b|write-all/);
  });

  it("run actions by their full commit, with its version beside it, and one commit of each", () => {
    const used = [...texts.values()].flatMap((text) => text.match(/uses: .*/g) ?? []);
    const commits = new Map<string, string>();
    for (const line of used) {
      const [, action = "", commit = ""] =
        /^uses: (actions\/[\w-]+|github\/codeql-action)(?:\/[\w-]+)?@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(line) ?? [];
      expect(commit, line).not.toBe("");
      expect(commits.get(action) ?? commit, line).toBe(commit);
      commits.set(action, commit);
    }
  });

  it("keep no token in the checkout, end in time, and put nothing from outside into the text of a script", () => {
    for (const { id, job } of jobs) expect(job["timeout-minutes"], id).toBeLessThanOrEqual(60);
    for (const step of steps) {
      if (step.uses?.startsWith("actions/checkout@")) expect(step.with?.["persist-credentials"], step.id).toBe(false);
      // A tag or a branch may have a name that the shell would run; as a variable it stays a value.
      expect(step.run ?? "").not.toContain("${{");
    }
  });

  it("run scripts that the shell can read, and each experiment at night", () => {
    execFileSync("bash", ["-n"], { input: steps.map(({ run }) => `{\n${run ?? ":"}\n}`).join("\n") });
    const nightly = workflows.get("nightly.yml")?.jobs["lab"]?.strategy?.matrix.experiment ?? [];
    // This one takes hours.
    const names = [...nightly.map((command) => command.split(" ")[0]), "mutants"];
    expect(names.toSorted()).toEqual(Object.keys(experiments).toSorted());
  });
});

describe("the workflow of a release", () => {
  const { test, pack, publish } = workflows.get("release.yml")?.jobs ?? {};

  it("checks the tag and then everything, before it packs", () => {
    const order = commandsOf(test).flatMap((line) => line.match(/release -- check|\.ci\/run/)?.[0] ?? []);
    expect(order).toEqual(["release -- check", ".ci/run"]);
    expect([pack?.needs, publish?.needs]).toEqual(["test", "pack"]);
  });

  it("packs where no code of a dependency has run but that of the build", () => {
    for (const line of commandsOf(pack).filter((line) => /\bnpm (ci|install|pack)\b/.test(line)))
      expect(line).toContain("--ignore-scripts");
    expect(JSON.stringify(pack)).not.toMatch(/"cache"|download-artifact/);
    expect(JSON.stringify(test)).not.toContain("upload-artifact");
  });

  it("runs no code of the repository where it may speak for the project", () => {
    const text = JSON.stringify(publish?.steps);
    expect(text).not.toMatch(/actions\/checkout|npm (ci|install|run|exec)|npx|bash |"cache"/);
    expect(publish?.environment).toBe("release");
  });

  it("publishes every package with provenance, dependencies first, and skips published versions", () => {
    const run = publish?.steps.find((step) => step.run)?.run ?? "";
    const all = ["client", "contract", "contract-tests", "sandbox", "codegen"].map(
      (name) => `publish ./packed/content-service-${name}-1.2.3.tgz --provenance --access public`,
    );
    expect(calls(run, "")).toEqual(all);
    expect(calls(run, "content-service-client@1.2.3")).toEqual(all.slice(1));
    expect(() => calls(run, "", 1)).toThrow();
  });
});

it("dependency updates come in groups, a week or more after a release", () => {
  const { updates } = parse(read(".github/dependabot.yml")) as {
    updates: { cooldown?: Record<string, number>; groups?: Record<string, unknown> }[];
  };
  for (const { groups = {}, cooldown = {} } of updates) {
    expect(Object.keys(groups)).not.toEqual([]);
    expect(Math.min(...Object.values(cooldown))).toBeGreaterThanOrEqual(7);
  }
});

/** Runs a step with a command `npm` that notes what it should publish, and has some packages already. */
function calls(run: string, there: string, status = 0): string[] {
  const bin = temporaryFolder();
  const stub = `#!/bin/sh
if [ "$1" = view ]; then [ "$2" = "${there}" ] && echo 1.2.3; exit 0; fi
echo "$@" >> "${bin}/calls"
exit ${status}
`;
  writeFileSync(join(bin, "npm"), stub);
  writeFileSync(join(bin, "calls"), "");
  chmodSync(join(bin, "npm"), 0o755);
  // As the runner calls it.
  execFileSync("bash", ["-e", "-c", run], {
    env: { PATH: `${bin}:${process.env["PATH"]}`, GITHUB_REF_NAME: "v1.2.3" },
    stdio: "pipe",
  });
  return readFileSync(join(bin, "calls"), "utf8").trim().split("\n");
}
