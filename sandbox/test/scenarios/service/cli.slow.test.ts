import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished } from "vitest";
import { ended, startProgram } from "../../support/processes.js";
import { rawHttp, statusOf } from "../../support/raw-http.js";
import { test } from "../../support/start-sandbox.js";

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

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-seed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "seed.json");
  writeFileSync(path, text);
  return path;
}

const seed = {
  enterprises: [{ id: "1" }],
  users: [{ id: "10", name: "Own User", login: "own@example.com", enterprise_id: "1" }],
  access_tokens: [{ token: "own-token", user_id: "10" }],
};

describe("the command", () => {
  test("allows the host names of --allow-host, which are host names", async () => {
    const next = linesOf(run("--port", "0", "--json", "--allow-host", "sandbox", "--allow-host", "other"));
    const { port } = new URL(JSON.parse(await next()).ready);
    const statuses = ["sandbox", "other:1", "evil.example"].map(async (host) =>
      statusOf(await rawHttp(Number(port), `GET /_sandbox HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)),
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 421]);
    const wrong = run("--allow-host", "http://sandbox");
    expect(await ended(wrong)).toMatchObject({ code: 2 });
  });

  test("serves a custom seed, logs JSON, and exits with 0 on SIGTERM", async () => {
    const path = fileWith(JSON.stringify(seed));
    const child = run("--port", "0", "--json", "--seed", path, "--brand-header", "X-Brand-Link");
    const next = linesOf(child);
    const ready = JSON.parse(await next());
    expect(ready).toMatchObject({
      ready: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      readyMs: expect.any(Number),
    });
    expect(ready).toMatchObject({ baseUrl: `${ready.ready}/2.0`, authUrl: ready.ready });
    const me = await fetch(`${ready.baseUrl}/users/me`, { headers: { authorization: "Bearer own-token" } });
    expect([me.status, await me.json()]).toMatchObject([200, { name: "Own User" }]);
    const line = await next();
    expect(JSON.parse(line)).toMatchObject({
      requestId: "r0000001",
      operation: "getCurrentUser",
      status: 200,
      userId: "10",
    });
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

describe("the command ends with 2 and the reason for", () => {
  test.each<[string, string[], RegExp]>([
    ["a port that is none", ["--port", "http"], /^--port must be a number from 0 to 65535, received http\n$/],
    ["a port that is too high", ["--port", "65536"], /^--port must be a number/],
    ["an option that there is not", ["--prot", "1"], /Unknown option '--prot'[\s\S]*Usage: content-sandbox/],
    ["a seed that is not there", ["--seed", "/nowhere/seed.json"], /^Cannot read --seed \/nowhere\/seed\.json: ENOENT/],
    [
      "an address of another machine",
      ["--host", "192.0.2.1"],
      /^This machine does not have the address 192\.0\.2\.1\./,
    ],
    ["a host name that is unknown", ["--host", "nowhere.invalid"], /^The host name nowhere\.invalid is unknown\./],
    ["a page that is no origin", ["--cors", "localhost:5173"], /Did you mean http:\/\/localhost:5173\?\n$/],
    ["a header that is none", ["--brand-header", "no header"], /^brandHeader must be a header name/],
  ])("%s [SB-10]", async (_, options, message) => {
    const { code, out, error } = await ended(run("--port", "0", ...options));
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(message);
  });

  test("a seed that is no JSON", async () => {
    const { code, error } = await ended(run("--port", "0", "--seed", fileWith("{")));
    expect([code, error]).toEqual([2, expect.stringMatching(/^Cannot read --seed .*seed\.json: /)]);
  });

  test("a seed that is not valid, with each place", async () => {
    const wrong = { ...seed, access_tokens: [{ token: "own-token", user_id: "11" }], groups: [{ id: "g" }] };
    const { code, error } = await ended(run("--port", "0", "--seed", fileWith(JSON.stringify(wrong))));
    expect([code, error]).toEqual([
      2,
      "Invalid seed:\n  groups[0].name is missing\n  groups[0].enterprise_id is missing\n",
    ]);
  });
});
