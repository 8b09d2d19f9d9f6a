import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../../sandbox/test/support/processes.js";
import { startSandbox } from "../../../sandbox/test/support/start-sandbox.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";

const ONE = ["--operation", "getCurrentUser"];

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
