import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createSandbox } from "content-service-sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import control from "../../sandbox/generated/control.json" with { type: "json" };
import { isInstalled, testWith } from "../../support/installed.js";
import { read } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { pagePrograms } from "../support/page-programs.js";

const PAGES = ["docs/sandbox.md", "docs/sandbox-data.md"];
const pages = PAGES.map((path) => read(`${path}`)).join("\n");
const run = promisify(execFile);

describe("the programs of the pages", () => {
  const outputOf = pagePrograms("sandbox-docs", ...PAGES);
  const linesOf = async (name: string) => (await outputOf(name)).trimEnd().split("\n");

  test("create a sandbox, receive a conflict and listen", async () => {
    const [name, conflict, instances, addresses] = await linesOf("sandbox-first");
    expect([name, conflict, instances]).toEqual(["Contract Owner", "409 tuple_already_exists", "254"]);
    expect(addresses).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/2\.0 http:\/\/127\.0\.0\.1:\d+$/);
  });

  test("let a lock expire", async () => {
    expect(await linesOf("sandbox-time")).toEqual(["access_denied_item_locked", "our offer.pdf"]);
  });

  test("add a fault of each kind and retry after one", async () => {
    expect(await linesOf("sandbox-faults")).toEqual(["waits 1000 ms", "Contract Owner", "13 true"]);
    const kinds = control.components.schemas.FaultScope.properties.kind.enum;
    const shown = [...pages.matchAll(/faults\.add\(\{ kind: "(\w+)"/g)].map(([, kind]) => kind);
    expect([...new Set(shown)].toSorted()).toEqual(kinds.toSorted());
  });

  test("show a request and what it changed", async () => {
    expect(await linesOf("sandbox-requests")).toEqual(['200 {"name":"paid.pdf"} []', "changed invoice.pdf paid.pdf"]);
  });

  test("trash a folder, finish a task, confirm an alias and accept an invitation", async () => {
    expect(await linesOf("sandbox-actions")).toEqual([
      "Leases",
      "approved",
      "pending user",
      expect.stringMatching(/^409 Collaboration \d+ is not pending but accepted\.$/),
    ]);
  });

  test("store and return bytes by handlers of their own", async () => {
    expect(await linesOf("sandbox-handlers")).toEqual(["hello", "1"]);
  });

  test("load a seed of their own and reject an invalid one", async () => {
    expect(await linesOf("sandbox-seed")).toEqual([
      "Owner",
      "users[7] has the id of another record",
      "users[7].enterprise_id refers to a missing enterprise 7003",
    ]);
  });
});

describe("the commands of the pages", () => {
  const blocks = [...pages.matchAll(/(?:<!-- run-sh: (\w+) -->\n)?```sh\n(.*?)```\n/gs)];

  testWith(isInstalled("curl"), "curl", "the commands of the sandbox pages").each([
    ["refresh", '"token_type":"bearer"'],
    ["time", '"now":"'],
    ["faults", '"happened":0,"remaining":1'],
    ["control", '"brand_header":"ServiceApi"'],
    ["actions", '{"type":"user","id":"1901"}'],
    ["brand", '"id":"4001"'],
  ])("work: %s", async (name, output) => {
    const [, , code = ""] = blocks.find(([, marked]) => marked === name) ?? [];
    const sandbox = await createSandbox({ brandHeader: name === "brand" ? "ExampleApi" : undefined });
    onTestFinished(() => sandbox.close());
    const { port } = await sandbox.listen();
    const script = code.replaceAll("127.0.0.1:4010", `127.0.0.1:${port}`).replaceAll("curl -sS", "curl -fsS");
    const { stdout } = await run("sh", ["-e", "-c", script], { cwd: temporaryFolder() });
    expect(stdout).toContain(output);
  });

  test("are all run, except those that only start a sandbox", () => {
    const unmarked = blocks.filter(([, name]) => name === undefined).map(([, , code]) => code);
    expect(unmarked).toEqual([
      "npm run sandbox -- --port 4010\n",
      "npm run sandbox -- --cors http://localhost:5173\n",
      "npm run sandbox -- --overlay files.overlay.yaml --handlers handlers.ts\n",
      "npm run sandbox -- --port 4010 --brand-header ExampleApi\n",
    ]);
    expect(blocks).toHaveLength(10);
  });
});
