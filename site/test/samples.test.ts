import { execFileSync } from "node:child_process";
import { type HeaderValues, inputRequest, loadContract } from "content-service-contract";
import { createSandbox, type Sandbox } from "content-service-sandbox";
import { expect, test } from "vitest";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { httpRequest } from "../../codegen/samples/http-request.js";
import { sampleOperation, successOf } from "../../codegen/samples/sample-operation.js";
import { sampleCalls } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";

/** The arguments that the shell passes to `curl`. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${command}`;
  return execFileSync("sh", ["-e", "-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("passes every character of a value to curl", () => {
  const message = `it's "5 $HOME", \`x\` \\ 'two' and !more\n`;
  const operation = sampleOperation(contract, contract.operation("createTask"));
  const given = argumentsOf(curlCommand(operation, { body: { item: { id: "4001", type: "file" }, message } }, SANDBOX));
  expect(JSON.parse(given.at(-1) ?? "")).toEqual({ item: { id: "4001", type: "file" }, message });
  expect(given.slice(0, -1)).toEqual([
    "-sS",
    "http://127.0.0.1:4010/2.0/tasks",
    "-H",
    "Authorization: Bearer token-admin",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
});

test("sends a form without an access token to the token address", () => {
  const operation = sampleOperation(contract, contract.operation("refreshAccessToken"));
  expect(
    argumentsOf(curlCommand(operation, { body: { grant_type: "refresh_token", client_secret: "a&b='c'" } }, SANDBOX)),
  ).toEqual([
    "-sS",
    "http://127.0.0.1:4010/oauth2/token",
    "--data-urlencode",
    "grant_type=refresh_token",
    "--data-urlencode",
    "client_secret=a&b='c'",
  ]);
});

test("names the method if the default of curl differs", () => {
  const given = argumentsOf(
    curlCommand(sampleOperation(contract, contract.operation("deleteUser")), { path: { user_id: "10 4" } }, SANDBOX),
  );
  expect(given.slice(0, 4)).toEqual(["-sS", "-X", "DELETE", "http://127.0.0.1:4010/2.0/users/10%204"]);
});

/** Years after the examples were written, and before the dates in them. */
const LATER_MS = Date.UTC(2035, 0, 4, 8);
const contract = loadContract();
const calls = contract.operations.flatMap((operation) => sampleCalls(contract, operation));

test.each(calls.map((call) => [`${call.operation.id} ${call.name}`, call] as const))(
  "the example %s succeeds on a fresh sandbox, and a write changes its records [DS-21]",
  async (_, { operation, input }) => {
    const sandbox = await createSandbox({ now: () => LATER_MS });
    const before = recordsOf(sandbox);
    const { baseUrl, authUrl } = sandbox;
    const sample = sampleOperation(contract, operation);
    const { url, headers, body = null } = httpRequest(sample, input, { ...SANDBOX, baseUrl, authUrl });
    const init = { method: sample.method, headers: Object.fromEntries(headers), body };
    const response = await sandbox.fetch(url, init);
    const text = await response.text();
    expect(response.status, text).toBe(successOf(contract, operation).status);
    if (operation.isSafe) {
      expect(recordsOf(sandbox)).toEqual(before);
      expect(JSON.parse(text).entries).not.toEqual([]);
    } else expect(recordsOf(sandbox)).not.toEqual(before);
    // The contract tests send the same request.
    const expected = inputRequest(operation, input, SANDBOX.token);
    expect(url.replace(operation.server === "auth" ? authUrl : baseUrl, "")).toBe(expected.path);
    expect(new Headers(init.headers)).toEqual(new Headers(textsOf(expected.headers)));
    expect(body).toBe(expected.body ?? null);
  },
);

/** The records of a sandbox, without its clock and the next id. */
function recordsOf(sandbox: Sandbox): object {
  const { now, next_id, ...records } = sandbox.snapshot();
  return records;
}

function textsOf(headers: HeaderValues = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
