import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createClient } from "content-service-client";
import { loadContract } from "content-service-contract-tests";
import { createSandbox, defaultSeed, type Fault, type Seed } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { chapters, tour } from "../../scripts/tour/tour.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const operations = loadContract().operations.map(({ id }) => id);

test("the tour shows every operation, says so at its end, and is plain text where nobody looks", async () => {
  const { code, stdout, stderr } = await ended(start());
  expect([code, stderr]).toEqual([0, ""]);
  for (const id of operations) expect(stdout).toMatch(new RegExp(`^ {2}${id} +\\S.*\\n {4}.*${id}`, "m"));
  const all = operations.length;
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
    new RegExp(`^ {2}done +${all} of ${all} operations, 0 failed, in \\d+\\.\\d s$`),
  );
  expect(stdout).not.toContain("\u001b");
});

test("the tour tells of what was refused, and why", async () => {
  const told = await toldBy();
  expect(told).toMatch(/refreshAccessToken +refused: 400 invalid_grant\./);
  expect(told).toMatch(/createFileMetadata +refused: 409 tuple_already_exists\./);
  expect(told).toMatch(/updateFile +refused: 403 access_denied_item_locked\./);
  expect(told).toMatch(/updateFile +refused: 412 precondition_failed\./);
  expect(told).toMatch(/deleteUser +refused: 403 user_owns_content\./);
  expect(told).toMatch(/restoreFolder +409 at first; the client waited by itself/);
});

test.each<[string, Fault, string]>([
  ["an answer is not in the contract", { kind: "unknown_field", operation: "createTask" }, "response-body-closed"],
  ["a call fails", { kind: "status", operation: "addEmailAlias", status: 404 }, "addEmailAlias"],
  [
    "the restore that should be slow is refused",
    { kind: "status", operation: "restoreFolder", status: 404 },
    "restoreFolder",
  ],
])("the tour stops and names the call when %s", async (_case, fault, named) => {
  await expect(toldBy({ fault })).rejects.toThrow(named);
});

test("the tour stops when the service does what it should refuse", async () => {
  const seed = defaultSeed();
  const folders = seed.folders?.filter(({ owner_id }) => owner_id !== "1004") ?? [];
  const files = seed.files?.filter(({ parent_id }) => parent_id !== "3009") ?? [];
  await expect(toldBy({ seed: { ...seed, folders, files } })).rejects.toThrow(
    /"Somebody leaves", admin\.deleteUser.*not refused with 403 user_owns_content/,
  );
});

test("the tour stops when it has not shown every operation", async () => {
  await expect(toldBy({ story: chapters.slice(0, -1) })).rejects.toThrow("does not show deleteUser");
});

test("a tour that goes wrong ends with a failure", async () => {
  const offline = "globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'))";
  const { code, stdout, stderr } = await ended(start([], ["--import", `data:text/javascript,${offline}`]));
  expect(code).toBe(1);
  expect(stderr).toContain("owner.refreshAccessToken");
  expect(stdout).not.toMatch(/^ {2}done /m);
});

test("an option that it does not know is named, with those that it knows", async () => {
  const { code, stdout, stderr } = await ended(start(["--sevre"]));
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("--sevre");
  expect(stderr).toContain("--serve   keep the sandbox running");
});

test.each(["SIGINT", "SIGTERM"] as const)("--serve keeps a fresh sandbox running until %s", async (signal) => {
  const child = start(["--serve"]);
  const stdout = await printed(child, /^ {2}try .*\n/m);
  const baseUrl = /^ {2}base address +(\S+)$/m.exec(stdout)?.[1] ?? "";
  // The tour deletes the reviewer; the tokens that are printed work all the same.
  const tokens = [...stdout.matchAll(/^ {2}(token-\S+) +(.+?)(?: \(.*\))?$/gm)];
  expect(tokens.map(([, token]) => token)).toContain("token-reviewer");
  expect(tokens.map(([, token]) => token)).not.toContain("token-expired");
  for (const [, auth = "", name] of tokens) {
    const me = await createClient({ baseUrl, auth }).getCurrentUser();
    expect(me.name).toBe(name);
  }
  // As from a terminal, which signals whatever started the process too.
  child.kill(signal);
  child.kill(signal);
  expect(await ended(child)).toMatchObject({ code: 0, stderr: "" });
});

/** What the tour tells in this process, in a world of its own. */
async function toldBy({ seed, fault, story }: { seed?: Seed; fault?: Fault; story?: typeof chapters } = {}) {
  const sandbox = await createSandbox({ seed });
  onTestFinished(() => sandbox.close());
  if (fault !== undefined) sandbox.faults.add(fault);
  const lines: string[] = [];
  await tour({ sandbox, server: await sandbox.listen(), say: (text = "") => lines.push(text), story });
  return lines.join("\n");
}

/** Starts the tour as a process of its own, as `npm start` does. */
function start(options: readonly string[] = [], node: readonly string[] = []): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", ...node, "scripts/tour.ts", ...options], { cwd: ROOT });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** What the process prints, as soon as it matches; rejects when the process ends before that. */
async function printed({ stdout, stderr }: ChildProcess, expected: RegExp): Promise<string> {
  let text = "";
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    if (expected.test(text)) return text;
  }
  throw new Error(`the tour ended early: ${text}${stderr?.read() ?? ""}`);
}

/** How the process ended, and what it printed until then. */
async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}
