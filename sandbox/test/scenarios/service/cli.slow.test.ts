import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../support/temporary-folder.js";
import { startProgram } from "../../support/processes.js";

/** Starts the command as `npm run sandbox` does, and ends it with the test. */
const run = (...options: string[]) => startProgram("sandbox/src/cli.ts", options);

/** Gives the lines of the output, one at a time. */
function linesOf({ stdout }: ChildProcess): () => Promise<string> {
  if (stdout === null) throw new Error("The output is not read");
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The command has ended");
    return value;
  };
}

const seed = {
  enterprises: [{ id: "1" }],
  users: [{ id: "10", name: "Own User", login: "own@example.com", enterprise_id: "1" }],
  access_tokens: [{ token: "own-token", user_id: "10" }],
};

describe("the command", () => {
  test("serves a custom seed, logs JSON, and exits with 0 on SIGTERM", async () => {
    const path = join(temporaryFolder(), "seed.json");
    writeFileSync(path, JSON.stringify(seed));
    const child = run("--port", "0", "--json", "--seed", path, "--brand-header", "X-Brand-Link");
    const next = linesOf(child);
    const ready = JSON.parse(await next());
    expect(ready.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const urls = { baseUrl: `${ready.ready}/2.0`, authUrl: ready.ready };
    expect(ready).toMatchObject({ readyMs: expect.any(Number), ...urls });
    const me = await fetch(`${ready.baseUrl}/users/me`, { headers: { authorization: "Bearer own-token" } });
    expect([me.status, await me.json()]).toMatchObject([200, { name: "Own User" }]);
    const line = await next();
    const logged = { requestId: "r0000001", operation: "getCurrentUser", status: 200, userId: "10" };
    expect(JSON.parse(line)).toMatchObject(logged);
    expect(line).not.toContain("own-token");
    const info = await fetch(`${ready.ready}/_sandbox`);
    expect(await info.json()).toMatchObject({ brand_header: "X-Brand-Link" });
    const end = once(child, "exit");
    child.kill("SIGTERM");
    expect(await end).toEqual([0, null]);
  });

  test("prints its address as text", async () => {
    const child = run("--port", "0");
    const next = linesOf(child);
    const url = /^The sandbox is ready at (http:\/\/127\.0\.0\.1:\d+) after \d+ ms\.$/.exec(await next())?.[1];
    expect(await next()).toBe(`  base URL   ${url}/2.0`);
    expect(await next()).toBe(`  token URL  ${url}`);
    expect(await next()).toBe(`  inspector  ${url}/_sandbox/ui`);
    const end = once(child, "exit");
    child.kill("SIGINT");
    expect(await end).toEqual([0, null]);
  });
});
