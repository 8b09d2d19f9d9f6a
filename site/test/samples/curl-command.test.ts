import { execFileSync } from "node:child_process";
import { loadContract } from "content-service-contract-tests";
import { expect, test } from "vitest";
import { curlCommand } from "../../samples/curl-command.js";

/** What `curl` would be given by the shell, one argument each. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }; ${command}`;
  return execFileSync("sh", ["-e", "-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("hands every sign of a value to curl as it is", () => {
  const message = `it's "5 $HOME", \`x\` \\ 'two' and !more\n`;
  const operation = loadContract().operation("createTask");
  const given = argumentsOf(curlCommand(operation, { body: { item: { id: "4001", type: "file" }, message } }));
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

test("sends a form value by value, and no token to the token address", () => {
  const operation = loadContract().operation("refreshAccessToken");
  expect(
    argumentsOf(curlCommand(operation, { body: { grant_type: "refresh_token", client_secret: "a&b='c'" } })),
  ).toEqual([
    "-sS",
    "http://127.0.0.1:4010/oauth2/token",
    "--data-urlencode",
    "grant_type=refresh_token",
    "--data-urlencode",
    "client_secret=a&b='c'",
  ]);
});

test("names the method where curl would take another", () => {
  const given = argumentsOf(curlCommand(loadContract().operation("deleteUser"), { path: { user_id: "10 4" } }));
  expect(given.slice(0, 4)).toEqual(["-sS", "-X", "DELETE", "http://127.0.0.1:4010/2.0/users/10%204"]);
});
