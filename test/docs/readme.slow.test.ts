import { loadContract } from "content-service-contract";
import type { Seed } from "content-service-sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlSandbox, startMock, startSandbox, type Target } from "../../contract-tests/suites/targets.js";
import { readmeEnvironment } from "../../scripts/readme-blocks.js";
import { pagePrograms } from "../support/page-programs.js";

const outputOf = pagePrograms("readme", "README.md");
let mock: Target;

beforeAll(async () => {
  mock = await startMock(loadContract().document);
});
afterAll(() => mock.close());

describe("the README", () => {
  test("begins with a program that brings its own sandbox", async () => {
    expect(await run("first-call")).toBe("Enterprise Admin <admin@example.com>\nexample.org\nexample.net\n");
  });

  test("has a quick start that runs and greets the current user", async () => {
    expect(await run("quick-start")).toBe("Enterprise Admin <admin@example.com>\nlease.pdf has etag 3\n");
  });

  test("shows the surface in a program that runs to its end", async () => {
    const lines = (await run("surface")).split("\n");
    expect(lines).toContain("admin@example.com");
    expect(lines).toContain("8601");
    expect(lines).toContain("file 4001");
    expect(lines).toContain("200 1001");
  });

  test("shows calls that succeed on a sandbox with its default seed", async () => {
    const sandbox = await startSandbox();
    const lines = (await run("surface", sandbox, { CONTENT_ACCESS_TOKEN: sandbox.token })).split("\n");
    expect(lines).toEqual(expect.arrayContaining(["admin@example.com", "8601", "200 1001"]));
    expect(lines).toContain("3f786850e387550fdab836ed7e6dc881de23001b");
    const { folders } = await controlSandbox<Seed>(sandbox, "GET /state");
    expect(folders?.find(({ id }) => id === "3003")).toMatchObject({ trashed_at: null });
    await sandbox.close();
  });

  test("shows a client on the transport for Node that runs", async () => {
    expect(await run("node-transport")).toBe("Enterprise Admin\n");
  });

  test("shows a partial client that runs", async () => {
    expect(await run("partial")).toBe("Enterprise Admin\n");
  });
});

function run(name: string, target: Target = mock, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  return outputOf(name, { ...readmeEnvironment(target), ...environment });
}
