import { execFileSync } from "node:child_process";
import type { ContractChange, ContractDiff } from "content-service-contract-tests/diff";
import { contractDiff, contractGate } from "content-service-contract-tests/diff";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import current from "../../generated/openapi.json" with { type: "json" };
import { unreleasedBase } from "../../scripts/release/contract-changes.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

type Contract = typeof current;
const { assign } = Object;

/** What the comparison says of the changes of `plant`. */
const planted = [
  "major  Task: Property `message` of `Task` was removed.",
  "major  TaskCreate: Properties of `TaskCreate` became required: `message`.",
  "major  WebLink: Properties of `WebLink` are no longer required: `type`.",
  "major  DELETE /users/{user_id}: Response `404` was removed.",
  "major  Limit: `default` changed.",
  "minor  WebLinkCreate: `default` of `url` changed.",
  "minor  OPTIONS /users/me: Added.",
  "minor  ErrorCode: Enum gained values: `out_of_quota`.",
  "minor  GET /users/me: `deprecated` changed.",
  "patch  Task: `description` changed.",
  "patch  AsUserForbidden: An example or a mark for tools changed.",
];

function plant({ components, paths }: Contract): void {
  const { schemas, parameters, examples } = components;
  Reflect.deleteProperty(schemas.Task.properties, "message");
  schemas.TaskCreate.required.push("message");
  schemas.WebLink.required.shift();
  Reflect.deleteProperty(paths["/users/{user_id}"].delete.responses, "404");
  assign(parameters.Limit.schema, { default: 50 });
  assign(schemas.WebLinkCreate.properties.url, { default: "https://a.example" });
  assign(paths["/users/me"], { options: paths["/users/me"].get });
  schemas.ErrorCode.anyOf[0]?.enum?.push("out_of_quota");
  assign(paths["/users/me"].get, { deprecated: true });
  assign(schemas.Task, { description: "Work for somebody." });
  assign(examples.AsUserForbidden.value, { message: "Not you." });
}

const versions = ["1.4.1", "1.4.2", "1.4.3", "1.5.0", "2.0.0", "1.6.0", "3.0.0"];
const from = "1.4.2";

describe("the gate between the contract of the last release and today's", () => {
  let unchanged: ContractDiff;
  let changed: ContractDiff;

  // All changes in one document, since each comparison is a process of its own; the gate then gets them one by one.
  beforeAll(async () => {
    const base = changedContract(() => {});
    unchanged = await contractDiff(base, base);
    const revision = changedContract((contract) => {
      plant(contract);
      // No change: the security of the document, written at an operation.
      assign(contract.paths["/users/me"].get, { security: contract.security });
      contract.info.version = "2.0.0";
    });
    changed = await contractDiff(base, revision);
  }, 180_000);

  it("sees every planted change once, and not the version itself", () => {
    expect(changed).toMatchObject({ from, to: "2.0.0" });
    expect(changed.changes.map(line).sort()).toEqual(planted.toSorted());
    expect(contractGate(changed).passed).toBe(true);
  });

  it.each([
    ["major", "2.0.0", []],
    ["minor", "1.5.0", ["2.0.0"]],
    ["patch", "1.4.3", ["1.5.0", "2.0.0"]],
  ])("asks for a %s step, to %s, after each change, and rejects smaller steps and jumps", (step, needs, larger) => {
    for (const change of changed.changes.filter((one) => one.step === step)) {
      const gateTo = (to: string) => contractGate({ from, to, changes: [change] });
      expect(versions.filter((to) => gateTo(to).passed)).toEqual([needs, ...larger]);
      const { message } = gateTo(from);
      expect(message).toMatch(line(change));
      expect(message).toMatch(` need a ${step} step. Expected info.version ${needs}`);
      expect(message).toMatch(/; received 1\.4\.2\.$/);
    }
  });

  it("asks for the same version after no change, and rejects every other", () => {
    expect(unchanged).toEqual({ from, to: from, changes: [] });
    expect(versions.filter((to) => contractGate({ ...unchanged, to }).passed)).toEqual([from]);
    expect(contractGate({ ...unchanged, to: "1.4.3" }).message).toMatch("Expected info.version 1.4.2; received 1.4.3.");
  });

  it("asks for another version after a change where versions are no semantic ones", () => {
    const passes = (to: string) => contractGate({ ...changed, from: "2026-09", to }).passed;
    expect([passes("2026-09"), passes("2026-11")]).toEqual([false, true]);
  });

  it("asks for one step less before 1.0.0, as npm reads ranges", () => {
    const needed = (step: string) => {
      const changes = changed.changes.filter((change) => change.step === step);
      return ["0.3.2", "0.3.3", "0.4.0", "1.0.0"].find((to) => contractGate({ from: "0.3.2", to, changes }).passed);
    };
    expect([needed("major"), needed("minor"), needed("patch")]).toEqual(["0.4.0", "0.3.3", "0.3.3"]);
  });
});

describe("the commit to compare with before the first release", () => {
  const folder = temporaryFolder(afterAll);
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  const git = (...args: string[]) =>
    execFileSync("git", [...author, ...args], { cwd: folder, encoding: "utf8" }).trim();
  // Commits of the same second with the same message would be one.
  const commit = (message: string) =>
    git("commit", "--quiet", "--allow-empty", "--message", message) || git("rev-parse", "HEAD");

  it("is the parent on the main branch, the merge base elsewhere, and an error without history", async () => {
    git("init", "--quiet", "--initial-branch", "main");
    const first = commit("First");
    expect(await unreleasedBase(folder)).toBeUndefined();
    commit("On main");
    expect(await unreleasedBase(folder)).toBe(first);
    git("switch", "--quiet", "--create", "topic", first);
    commit("On the topic");
    commit("Later");
    expect(await unreleasedBase(folder)).toBe(first);
    git("clone", "--quiet", "--branch", "main", folder, `${folder}/whole`);
    expect(await unreleasedBase(`${folder}/whole`)).toBe(first);
    git("clone", "--quiet", "--depth", "1", "--branch", "main", `file://${folder}`, `${folder}/shallow`);
    await expect(unreleasedBase(`${folder}/shallow`)).rejects.toThrow(/history is missing.*git fetch --unshallow/);
    await expect(unreleasedBase("/")).rejects.toThrow("This folder is not a git checkout.");
  });
});

function changedContract(edit: (contract: Contract) => unknown): Contract {
  const contract = structuredClone(current);
  contract.info.version = from;
  edit(contract);
  return contract;
}

function line({ step, place, says }: ContractChange): string {
  return `${step}  ${place}: ${says}`;
}
