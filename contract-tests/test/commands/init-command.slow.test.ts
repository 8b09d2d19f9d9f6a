import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { root, runCommandLine } from "../../../sandbox/test/support/processes.js";
import { startSandbox } from "../../../sandbox/test/support/start-sandbox.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";

test("init writes a config, callers and a workflow with which check passes, and overwrites none", async () => {
  const { server } = await startSandbox();
  const folder = temporaryFolder();
  const contract = join(root, "generated/openapi.json");
  const init = ["init", "--contract", contract, "--base-url", server.baseUrl, "--directory", folder];
  const { code, out, error } = await runCommandLine(init);
  expect([code, error]).toEqual([0, ""]);
  expect(out).toMatch(/^Operations: \d+. Inferred resources: \d+\n {2}\//);

  const file = (name: string) => join(folder, name);
  const config = file("contract-check.json");
  const settings = JSON.parse(readFileSync(config, "utf8"));
  const callers = JSON.parse(readFileSync(file("callers.json"), "utf8"));
  expect(settings.resources["/file_version_retentions"]).toContain("listFileVersionRetentions");
  const facts = { roles: ["co-admin"] };
  expect(callers.entries).toContainEqual({ name: "the co-admin", env: "CO_ADMIN_TOKEN", facts });
  const workflow = readFileSync(file(".github/workflows/contract.yml"), "utf8");
  expect(parse(workflow).jobs.check.steps[3].run).toMatch(/ check \\\n *--config contract-check.json \\\n *--html/);
  expect(workflow).not.toContain("PARAMETERS");
  expect(parse(workflow).jobs.check.steps[3].env).toMatchObject({
    CONTENT_AUTH_URL: expect.any(String),
    MEMBER_TOKEN: `\${{ secrets.MEMBER_TOKEN }}`,
  });

  writeFileSync(config, JSON.stringify({ ...settings, callers: "callers.json", operation: ["getCurrentUser"] }));
  const tokens = ["ADMIN", "CO_ADMIN", "MEMBER", "SERVICE"].map((name) => {
    return [`${name}_TOKEN`, `token-${name.toLowerCase().replace("_", "-")}`];
  });
  const check = await runCommandLine(["check", "--config", config, "--operation", "listFilesOnHold"], {
    ...Object.fromEntries(tokens),
    CONTENT_TOKEN: "token-admin",
  });
  expect([check.code, check.error]).toEqual([0, ""]);
  expect(check.out).toMatch(/getCurrentUser[\s\S]*listFilesOnHold/);

  const again = await runCommandLine(init);
  expect(again.code).toBe(2);
  const names = ["contract-check.json", "callers.json", ".github/workflows/contract.yml"].map(file);
  expect(again.error).toBe(`Nothing was written, since these files exist: ${names.join(", ")}\n`);
});

test("init writes a workflow without a token server for a contract that has none", async () => {
  const directory = temporaryFolder();
  const contract = join(root, "contract-tests/test/support/shelves.yaml");
  await runCommandLine(["init", "--contract", contract, "--directory", directory]);
  const workflow = readFileSync(join(directory, ".github/workflows/contract.yml"), "utf8");
  expect(parse(workflow).jobs.check.steps[3].env).toEqual({
    CONTENT_BASE_URL: `\${{ vars.CONTENT_BASE_URL }}`,
    CONTENT_TOKEN: `\${{ secrets.CONTENT_TOKEN }}`,
    OTHER_TOKEN: `\${{ secrets.OTHER_TOKEN }}`,
  });
  expect(workflow).not.toMatch(/AUTH_URL|Copy this file/);
});

test("init writes a caller for each role that the document lists, and one of another tenant", async () => {
  const directory = temporaryFolder();
  const contract = join(root, "contract-tests/test/support/rooms.yaml");
  await runCommandLine(["init", "--contract", contract, "--directory", directory]);
  expect(JSON.parse(readFileSync(join(directory, "callers.json"), "utf8")).entries).toEqual([
    { name: "the user of CONTENT_TOKEN", facts: { tenant: "own" } },
    { name: "the cleaner", env: "CLEANER_TOKEN", facts: { roles: ["cleaner"], tenant: "own" } },
    { name: "the host", env: "HOST_TOKEN", facts: { roles: ["host"], tenant: "own" } },
    { name: "a user of another tenant", env: "OTHER_TENANT_TOKEN", facts: { tenant: "another" } },
  ]);
});

test("init in a package of a workspace finds the schemas in the folder of the root", async () => {
  const project = temporaryFolder();
  mkdirSync(join(project, "node_modules/content-service-contract-tests/generated"), { recursive: true });
  const directory = join(project, "packages/api");
  await runCommandLine(["init", "--contract", join(root, "generated/openapi.json"), "--directory", directory]);
  const { $schema } = JSON.parse(readFileSync(join(directory, "callers.json"), "utf8"));
  expect($schema).toBe("../../node_modules/content-service-contract-tests/generated/callers.schema.json");
});

test("init in a folder of the project names its files from both", async () => {
  const folder = mkdtempSync(join(root, "node_modules/.init-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const below = relative(root, folder);
  const { out } = await runCommandLine(["init", "--directory", below]);
  expect(out).toContain(`check --config ${below}/contract-check.json`);
  expect(out).toContain(`Move ${below}/.github/workflows/contract.yml to .github/workflows of the repository`);
  const { $schema } = JSON.parse(readFileSync(join(folder, "contract-check.json"), "utf8"));
  expect(join(below, $schema)).toBe("node_modules/content-service-contract-tests/generated/config.schema.json");
  expect(readFileSync(join(folder, ".github/workflows/contract.yml"), "utf8")).toContain(
    `--config ${below}/contract-check.json`,
  );
});
