import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../src/cli/run-command.js";
import { UsageError } from "../../src/cli/usage-error.js";
import { startWorld } from "./support/start-world.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Nothing of the environment of the tests counts, above all not that of a forge. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(CONTENT_|GITHUB_|FORCE_COLOR|NO_COLOR)/.test(name)),
);

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const command = ["--import", "tsx", "contract-tests/src/cli/index.ts", ...args];
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...clean, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Runs the command to its end. */
async function run(args: readonly string[], env?: Record<string, string>) {
  return ended(start(args, env));
}

async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; error: string }> {
  let out = "";
  let error = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    error += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, error };
}

/** Gives the first match in the output. */
async function lineOf({ stdout }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (stdout === null) throw new Error("The output is not read");
  for await (const line of createInterface(stdout)) {
    const match = pattern.exec(line);
    if (match !== null) return match;
  }
  throw new Error("The command has ended");
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "content-contract-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const ONE = ["--operation", "getCurrentUser"];

/** A service before which something spoils the answers of `GET /users/me`. */
async function faultyService(): Promise<string> {
  const { server } = await startWorld({ strange: true });
  const proxy = createServer(async (incoming, outgoing) => {
    const { url = "", method = "GET", headers } = incoming;
    const answer = await fetch(`${server.url}${url}`, {
      method,
      headers: headers.authorization === undefined ? {} : { authorization: headers.authorization },
    });
    const type = answer.headers.get("content-type");
    outgoing.writeHead(answer.status, type === null ? {} : { "content-type": type });
    outgoing.end((await answer.text()).replace(/"id":"(\d+)"/, '"id":$1'));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("It has no port");
  return `http://127.0.0.1:${address.port}/2.0`;
}

describe("check", () => {
  test("ends with 0 where the contract held, and writes reports that hold no secret", async () => {
    const { server } = await startWorld();
    const folder = join(temporaryFolder(), "deep", "er");
    const files = ["html", "junit", "json"].map((kind) => join(folder, `report.${kind}`));
    const [html = "", junit = "", json = ""] = files;
    const { code, out } = await run(
      ["check", "--base-url", server.baseUrl, ...ONE, "--html", html, "--junit", junit, "--json", json],
      { CONTENT_TOKEN: "token-admin" },
    );
    expect(code).toBe(0);
    expect(out).toMatch(/getCurrentUser/);
    expect(out).not.toContain("\u001b");
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ subject: server.baseUrl, exitCode: 0 });
    expect(readFileSync(html, "utf8")).toMatch(/<html/);
    expect(readFileSync(junit, "utf8")).toMatch(/<testsuites/);
    for (const file of files) expect(readFileSync(file, "utf8")).not.toContain("token-admin");
  });

  test("ends with 1 where a service differs, says where, and annotates a build", async () => {
    const baseUrl = await faultyService();
    const folder = temporaryFolder();
    const summary = join(folder, "summary.md");
    const { code, out } = await run(["check", "--base-url", baseUrl, "--token", "token-admin", ...ONE], {
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: summary,
    });
    expect(code).toBe(1);
    expect(out).toContain("/response/body/id");
    expect(out).toMatch(/^::error title=/m);
    expect(readFileSync(summary, "utf8")).toMatch(/^## /);
    expect(out + readFileSync(summary, "utf8")).not.toContain("token-admin");
  });

  test("ends with 2 and one sentence where nothing listens", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const address = gone.address();
    gone.close();
    await once(gone, "close");
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const { code, out, error } = await run([
      "check",
      "--base-url",
      `http://127.0.0.1:${port}/2.0`,
      "--token",
      "very-secret-token",
      "--quiet",
    ]);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toMatch(/^It could not be found out: .*ECONNREFUSED.*\n$/);
  });

  test("changes something when it may, and puts it back", async () => {
    const { server, sandbox } = await startWorld({ strange: true });
    const before = sandbox.snapshot();
    const write = ["--write", "--folder", "3006", "--file", "10001", "--operation", "updateFile"];
    const { code, out } = await run(["check", "--base-url", server.baseUrl, ...write], {
      CONTENT_TOKEN: "token-admin",
    });
    expect([code, out]).toEqual([0, expect.stringMatching(/updateFile/)]);
    const nameOf = ({ files = [] }: typeof before) => files.find(({ id }) => id === "10001")?.name;
    expect(nameOf(sandbox.snapshot())).toBe(nameOf(before));
  });

  test("ends early when it is interrupted, and reports what it knows", async () => {
    const { server } = await startWorld({ strange: true });
    let interrupt = () => {};
    const slow = createServer(async (incoming, outgoing) => {
      interrupt();
      const answer = await fetch(`${server.url}${incoming.url}`, {
        headers: { authorization: incoming.headers.authorization ?? "" },
      });
      outgoing.writeHead(answer.status, { "content-type": "application/json" });
      outgoing.end(await answer.text());
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    onTestFinished(() => void slow.close());
    const address = slow.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const json = join(temporaryFolder(), "report.json");
    const child = start(["check", "--base-url", `http://127.0.0.1:${port}/2.0`, "--json", json], {
      CONTENT_TOKEN: "token-admin",
    });
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
    const { server } = await startWorld();
    const file = join(temporaryFolder(), "tokens", "file.json");
    const args = ["check", "--base-url", server.baseUrl, "--auth-url", server.authUrl, "--token-file", file, ...ONE];
    const refreshToken = () => JSON.parse(readFileSync(file, "utf8")).refreshToken;
    const env = { ...credentials, CONTENT_REFRESH_TOKEN: "refresh-admin" };
    expect(await run(args, env)).toMatchObject({ code: 0 });
    const second = refreshToken();
    expect(second).not.toBe("refresh-admin");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(args, env)).toMatchObject({ code: 0 });
    expect(refreshToken()).not.toBe(second);
  });

  test("does not spend a refresh token when it has nowhere to keep the next one", async () => {
    const { server, sandbox } = await startWorld();
    const before = JSON.stringify(sandbox.snapshot().refresh_tokens);
    const args = ["check", "--base-url", server.baseUrl, "--auth-url", server.authUrl, ...ONE];
    const env = { ...credentials, CONTENT_REFRESH_TOKEN: "refresh-admin" };
    expect(await run(args, env)).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^Refresh credentials need --token-file/),
    });
    const nowhere = [...args, "--token-file", "/dev/null/tokens.json"];
    expect(await run(nowhere, env)).toMatchObject({
      code: 2,
      error: expect.stringMatching(/tokens\.json cannot be (read|written): ENOTDIR/),
    });
    expect(JSON.stringify(sandbox.snapshot().refresh_tokens)).toBe(before);
  });

  test("says what the token server says, and repeats no secret", async () => {
    const { server } = await startWorld();
    const file = join(temporaryFolder(), "tokens.json");
    const args = ["check", "--base-url", server.baseUrl, "--auth-url", server.authUrl, "--token-file", file];
    const { code, out, error } = await run(args, { ...credentials, CONTENT_REFRESH_TOKEN: "spent-long-ago" });
    expect([code, out, error]).toEqual([2, "", "The token server gave no token: status 400, invalid_grant\n"]);
  });
});

// In this process: it says the same in a shell, where each takes a second to start.
describe("wrong arguments end with 2 and one line", () => {
  const base = ["--base-url", "http://127.0.0.1:9/2.0"];
  test.each<[string, string[], RegExp]>([
    ["no command", [], /^A command is missing: one of check, har/],
    ["a command that there is not", ["chek"], /^There is no command chek/],
    ["an option that there is not", ["check", "--tokn", "x"], /^Unknown option '--tokn'/],
    ["no base address", ["check"], /^The base address is missing/],
    ["a base address that is none", ["check", "--base-url", "api.example"], /^--base-url must be an address/],
    [
      "a password in an address",
      ["check", "--base-url", "http://me:word@h/2.0"],
      /^--base-url must be an address without/,
    ],
    ["no token", ["check", ...base], /^A token is missing: set CONTENT_TOKEN/],
    [
      "half of the credentials",
      ["check", ...base, "--client-id", "a"],
      /^Refresh credentials are .* one of them is missing/,
    ],
    [
      "an operation that there is not",
      ["check", ...base, "--operation", "getMe"],
      /^The contract has no operation getMe/,
    ],
    ["writing without a place", ["check", ...base, "--write"], /^--write needs --folder and --file/],
    ["lasting changes without writing", ["check", ...base, "--lasting"], /^--lasting is for --write/],
    ["parameters that are none", ["check", ...base, "--parameters", "[1]"], /^--parameters must be a JSON object/],
    ["a file that is not there", ["check", ...base, "--parameters-file", "/nowhere.json"], /cannot be read: ENOENT/],
    ["a report without a place", ["check", ...base, "--html", "/dev/null/x/r.html"], /cannot be written/],
    ["a proxy without a service", ["proxy"], /^The service is missing/],
    ["a port that is none", ["proxy", "--target", "http://h/2.0", "--port", "x"], /^--port must be a number/],
    ["no recording", ["har"], /^Give the name of one file/],
    ["a recording that is not there", ["har", "/nowhere.har"], /^\/nowhere\.har cannot be read: ENOENT/],
  ])("%s", async (_, args, message) => {
    const error = await runCommand(args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).not.toContain("\n");
    expect(error).toHaveProperty("message", expect.stringMatching(message));
  });

  test("as the shell sees it", async () => {
    const { code, out, error } = await run(["chek"]);
    expect([code, out, error.trimEnd().split("\n").length]).toEqual([2, "", 1]);
  });
});

test("each command says what it takes", async () => {
  const names = ["check", "har", "proxy", "mock", "sandbox"];
  const helped = await Promise.all(names.map((name) => run([name, "--help"])));
  for (const [index, name] of names.entries()) {
    const out = expect.stringMatching(new RegExp(`^Usage: content-contract ${name} `));
    expect(helped[index]).toEqual({ code: 0, out, error: "" });
  }
});

test("the program says what it can do, and its version", async () => {
  expect(await run(["--help"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: content-contract <command>/),
  });
  const { version } = JSON.parse(readFileSync(join(root, "contract-tests/package.json"), "utf8"));
  expect(await run(["--version"])).toEqual({ code: 0, out: `${version}\n`, error: "" });
});

test("har tells what it looked at, and ends with 1 where a recording differs", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "calls.har");
  const entry = {
    request: {
      method: "GET",
      url: "https://api.service.example/2.0/users/me",
      headers: [{ name: "authorization", value: "Bearer very-secret-token" }],
    },
    response: { status: 418, headers: [], content: { text: "" } },
  };
  writeFileSync(file, `\uFEFF${JSON.stringify({ log: { entries: [entry, { request: entry.request }] } })}`);
  const { code, out, error } = await run(["har", file, "--json", join(folder, "r.json")]);
  expect([code, error]).toEqual([1, ""]);
  expect(out).toMatch(
    /^1 calls of https:\/\/api\.service\.example\/2\.0 were checked; of the others 1 have no answer\./,
  );
  expect(out + readFileSync(join(folder, "r.json"), "utf8")).not.toContain("very-secret");
  writeFileSync(file, "{ very-secret");
  const broken = await run(["har", file]);
  expect([broken.code, broken.error]).toEqual([2, `${file} cannot be read: it is no JSON\n`]);
});

describe("proxy", () => {
  test("logs what passes, and gives its reports when it is interrupted", async () => {
    const target = await faultyService();
    const json = join(temporaryFolder(), "report.json");
    const child = start(["proxy", "--target", target, "--port", "0", "--json", json]);
    const [, url] = await lineOf(child, /^The proxy is ready at (.*)$/);
    const end = ended(child);
    const answer = await fetch(`${url}/users/me`, { headers: { authorization: "Bearer token-admin" } });
    expect(answer.headers.get("contract-violations")).toContain("/response/body/id");
    child.kill("SIGINT");
    const { code, out, error } = await end;
    expect([code, error]).toEqual([1, ""]);
    expect(out).toMatch(/getCurrentUser {2}200 {2}1 violated/);
    expect(existsSync(json)).toBe(true);
    expect(out + readFileSync(json, "utf8")).not.toContain("token-admin");
  });

  test("ends with 2 when nothing passed through", async () => {
    const child = start(["proxy", "--target", "http://127.0.0.1:9/2.0", "--port", "0"]);
    await lineOf(child, /^The proxy is ready/);
    const end = ended(child);
    child.kill("SIGTERM");
    expect(await end).toMatchObject({ code: 2, error: "Nothing could be checked.\n" });
  });
});

test("mock answers with the examples of the contract", async () => {
  const child = start(["mock", "--port", "0"]);
  const [, url] = await lineOf(child, /^The mock is ready at (.*)$/);
  const end = ended(child);
  const answer = await fetch(`${url}/users/me`, { headers: { authorization: "Bearer any" } });
  expect([answer.status, await answer.json()]).toMatchObject([200, { type: "user" }]);
  child.kill("SIGINT");
  expect((await end).code).toBe(0);
});
