import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ended, runCommandLine, startCommand } from "../../../sandbox/test/support/processes.js";
import { startCorruptingProxy, startSandbox } from "../../../sandbox/test/support/start-sandbox.js";
import { freePort, serving } from "../../../support/loopback.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import type { CheckReport } from "../../src/index.js";

const ONE = ["--operation", "getCurrentUser"];

describe("check", () => {
  test("ends with 0 where every check passed, and writes reports that hold no secret", async () => {
    const { server } = await startSandbox();
    const folder = join(temporaryFolder(), "deep", "er");
    const kinds = ["html", "junit", "json", "trace"];
    const files = kinds.map((kind) => join(folder, `report.${kind}`));
    const [html = "", junit = "", json = "", trace = ""] = files;
    const args = ["check", "--base-url", server.baseUrl, ...ONE, ...kinds.map((kind, at) => `--${kind}=${files[at]}`)];
    const tokens = { CONTENT_SECOND_TOKEN: "token-owner", CONTENT_EXPIRED_TOKEN: "token-expired" };
    const { code, out } = await runCommandLine(args, { CONTENT_TOKEN: "token-admin", ...tokens });
    expect(code).toBe(0);
    expect(out).toMatch(/getCurrentUser/);
    expect(out).not.toContain("\u001b");
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ subject: server.baseUrl, exitCode: 0 });
    expect(readFileSync(html, "utf8")).toMatch(/<html/);
    expect(JSON.parse(readFileSync(trace, "utf8")).log.entries).not.toEqual([]);
    expect(readFileSync(junit, "utf8")).toMatch(/<testsuites/);
    for (const file of files) expect(readFileSync(file, "utf8")).not.toMatch(/token-(admin|owner|expired)/);
  });

  test("ends with 1 where a service differs, says where, and annotates a build", async () => {
    const baseUrl = await startCorruptingProxy();
    const summary = join(temporaryFolder(), "summary.md");
    const args = ["check", "--base-url", baseUrl, "--token", "token-admin", ...ONE];
    const { code, out } = await runCommandLine(args, { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary });
    expect(code).toBe(1);
    expect(out).toContain("/response/body/id");
    expect(out).toMatch(/^::error title=/m);
    expect(readFileSync(summary, "utf8")).toMatch(/^## /);
    expect(out + readFileSync(summary, "utf8")).not.toContain("token-admin");
  });

  test("runs again what failed, and accepts what a baseline says", async () => {
    const baseUrl = await startCorruptingProxy();
    const folder = temporaryFolder();
    const [json, again, baseline] = ["r.json", "again.json", "known.yaml"].map((name) => join(folder, name));
    const args = ["check", "--base-url", baseUrl, "--token", "token-admin", ...ONE];
    expect((await runCommandLine([...args, "--json", `${json}`])).code).toBe(1);
    expect((await runCommandLine([...args, "--rerun", `${json}`, "--json", `${again}`])).code).toBe(1);
    const read = (path = ""): CheckReport & { outcomes: object } => JSON.parse(readFileSync(path, "utf8"));
    const failed = read(json).checks.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : []));
    expect(read(again).checks.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : []))).toEqual(failed);
    expect(read(again).outcomes).toMatchObject({ passed: 0 });
    const entries = failed.map((id) => `- check: ${id}\n  reason: Known.\n  until: 9999-12-31\n`);
    writeFileSync(`${baseline}`, entries.join(""));
    const { code, out } = await runCommandLine([...args, "--baseline", `${baseline}`, "--json", `${json}`]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ {2}accepted: \d+, until 9999-12-31: getCurrentUser/m)]);
    const nothing = await runCommandLine([...args, "--rerun", `${json}`]);
    expect(nothing).toMatchObject({ code: 2, out: "", error: `--rerun ${json}: no check failed in this report\n` });
  });

  test("runs in shards whose reports merge, and writes a baseline that accepts what failed", async () => {
    const baseUrl = await startCorruptingProxy();
    const folder = temporaryFolder();
    const names = ["1.json", "2.json", "all.json", "known.yaml"];
    const [one = "", two = "", all = "", known = ""] = names.map((name) => join(folder, name));
    const args = ["check", "--base-url", baseUrl, "--token", "token-admin", ...ONE, "--operation", "getTaskAssignment"];
    const shard = (part: string, json: string) => runCommandLine([...args, "--shard", part, "--json", json, "--quiet"]);
    expect((await Promise.all([shard("1/2", one), shard("2/2", two)])).map(({ code }) => code).sort()).toContain(1);
    const merged = await runCommandLine(["merge", one, two, "--json", all, "--write-baseline", known]);
    expect([merged.code, merged.error]).toEqual([1, `Wrote the violations to ${known}: replace each reason there\n`]);
    const operationsIn = (path: string) =>
      new Set(JSON.parse(readFileSync(path, "utf8")).checks.map(({ operation }: { operation: string }) => operation));
    expect([operationsIn(one).size, operationsIn(two).size, operationsIn(all).size]).toEqual([1, 1, 2]);
    expect((await runCommandLine(["merge", one, two, "--baseline", known])).code).toBe(0);
    expect(await shard("3/2", one)).toMatchObject({ code: 2, error: expect.stringMatching(/^--shard must be a part/) });
  });

  test("ends with 2 and the right address where the version is missing or comes twice", async () => {
    const { server } = await startSandbox();
    const runs = [server.baseUrl.replace("/2.0", ""), `${server.baseUrl}/2.0`].map((address) =>
      runCommandLine(["check", "--base-url", address, ...ONE], { CONTENT_TOKEN: "token-admin" }),
    );
    for (const { code, out, error } of await Promise.all(runs)) {
      expect([code, out]).toEqual([2, ""]);
      expect(error).toMatch(/^GET \/users\/me does not exist at /);
      expect(error).toContain(`; did you mean --base-url ${server.baseUrl}?\n`);
    }
  });

  test.each([
    ["a page", 200, { "content-type": "text/html; charset=utf-8" }, "status 200 and type text/html"],
    ["a redirect", 302, { location: "/login" }, "status 302"],
  ])("ends with 2 and without a check where %s comes in place of the service", async (_, status, headers, kind) => {
    const address = await serving(createServer((_, outgoing) => outgoing.writeHead(status, headers).end("<title>")));
    const { code, out, error } = await runCommandLine(["check", "--base-url", address, "--token", "t"]);
    expect([code, out]).toEqual([2, ""]);
    const call = "GET /users/me and an unknown path get a response with";
    expect(error).toContain(`responds at ${address} in place of the service: ${call} ${kind}. Correct --base-url,`);
  });

  test("ends with 2 and one sentence where nothing listens", async () => {
    const address = `http://127.0.0.1:${await freePort()}/2.0`;
    const args = ["check", "--base-url", address, "--token", "very-secret-token", "--quiet"];
    const { code, out, error } = await runCommandLine(args);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(/^Cannot reach http.*(ECONNREFUSED|connection refused).*\n$/);
  });

  test("changes something when it may, and puts it back", async () => {
    const { server, sandbox } = await startSandbox({ strange: true });
    const before = sandbox.snapshot();
    const write = ["--write", "--workspace", "folder=3006", "--workspace", "file=10001", "--operation", "updateFile"];
    const args = ["check", "--base-url", server.baseUrl, ...write];
    const { code, out } = await runCommandLine(args, { CONTENT_TOKEN: "token-admin" });
    expect([code, out]).toEqual([0, expect.stringMatching(/updateFile/)]);
    const nameOf = ({ files = [] }: typeof before) => files.find(({ id }) => id === "10001")?.name;
    expect(nameOf(sandbox.snapshot())).toBe(nameOf(before));
  });

  test("ends early when it is interrupted, and reports what it knows", async () => {
    const { server } = await startSandbox({ strange: true });
    let interrupt = () => {};
    const slow = createServer(async (incoming, outgoing) => {
      interrupt();
      const headers = { authorization: incoming.headers.authorization ?? "" };
      const response = await fetch(`${server.url}${incoming.url}`, { headers });
      outgoing.writeHead(response.status, { "content-type": "application/json" });
      outgoing.end(await response.text());
    });
    const address = `${await serving(slow)}/2.0`;
    const json = join(temporaryFolder(), "report.json");
    const child = startCommand(["check", "--base-url", address, "--json", json], { CONTENT_TOKEN: "token-admin" });
    interrupt = () => void child.kill("SIGINT");
    const { code, error } = await ended(child);
    expect([code, error]).toEqual([130, expect.stringMatching(/^Interrupted\. /m)]);
    const { outcomes } = JSON.parse(readFileSync(json, "utf8"));
    expect(outcomes.skipped).toBeGreaterThan(100);
  });
});

describe("check with refresh credentials", () => {
  const credentials = { CONTENT_CLIENT_ID: "sandbox-client", CONTENT_CLIENT_SECRET: "sandbox-secret" };

  test("spends the refresh token once, keeps the next one, and takes it from there the next time", async () => {
    const { server } = await startSandbox();
    const file = join(temporaryFolder(), "tokens", "file.json");
    const args = ["check", "--base-url", server.baseUrl, "--auth-url", server.authUrl, "--token-file", file, ...ONE];
    const refreshToken = () => JSON.parse(readFileSync(file, "utf8")).refreshToken;
    const env = { ...credentials, CONTENT_REFRESH_TOKEN: "refresh-admin" };
    expect(await runCommandLine(args, env)).toMatchObject({ code: 0 });
    const second = refreshToken();
    expect(second).not.toBe("refresh-admin");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await runCommandLine(args, env)).toMatchObject({ code: 0 });
    expect(refreshToken()).not.toBe(second);
  });

  test("does not spend a refresh token when it has nowhere to keep the next one", async () => {
    const { server, sandbox } = await startSandbox();
    const before = JSON.stringify(sandbox.snapshot().refresh_tokens);
    const args = ["check", "--base-url", server.baseUrl, "--auth-url", server.authUrl, ...ONE];
    const env = { ...credentials, CONTENT_REFRESH_TOKEN: "refresh-admin" };
    const need = expect.stringMatching(/^Refresh credentials need --token-file/);
    expect(await runCommandLine(args, env)).toMatchObject({ code: 2, error: need });
    const nowhere = [...args, "--token-file", "/dev/null/tokens.json"];
    const unreadable = expect.stringMatching(/tokens\.json cannot be (read|written): ENOTDIR/);
    expect(await runCommandLine(nowhere, env)).toMatchObject({ code: 2, error: unreadable });
    expect(JSON.stringify(sandbox.snapshot().refresh_tokens)).toBe(before);
  });

  test("says what the token server says, and repeats no secret", async () => {
    const { server } = await startSandbox();
    const file = join(temporaryFolder(), "tokens.json");
    const args = ["check", "--base-url", server.baseUrl, "--auth-url", server.authUrl, "--token-file", file];
    const error = "The token server rejected the refresh token: status 400, invalid_grant\n";
    const spent = { ...credentials, CONTENT_REFRESH_TOKEN: "spent-long-ago" };
    expect(await runCommandLine(args, spent)).toEqual({ code: 2, out: "", error });
  });
});
