import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ended, lineOf, runCommandLine, startCommand } from "../../../sandbox/test/support/processes.js";
import { startCorruptingProxy } from "../../../sandbox/test/support/start-sandbox.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";

test("har tells what it looked at, and ends with 1 where a recording differs", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "calls.har");
  const headers = [{ name: "authorization", value: "Bearer very-secret-token" }];
  const request = { method: "GET", url: "https://api.service.example/2.0/users/me", headers };
  const entry = { request, response: { status: 418, headers: [], content: { text: "" } } };
  writeFileSync(file, `\uFEFF${JSON.stringify({ log: { entries: [entry, { request }] } })}`);
  const { code, out, error } = await runCommandLine(["har", file, "--json", join(folder, "r.json")]);
  expect([code, error]).toEqual([1, ""]);
  const calls = "Checked 1 call of https://api.service.example/2.0; of the others 1 have no response.";
  expect(out.slice(0, calls.length)).toBe(calls);
  expect(out + readFileSync(join(folder, "r.json"), "utf8")).not.toContain("very-secret");
  writeFileSync(file, JSON.stringify({ log: { entries: [] } }));
  const message = "No recorded call matches the contract. Give the base address of the service (baseUrl, --base-url).";
  expect((await runCommandLine(["har", file])).error).toBe(`${message}\n`);
  writeFileSync(file, "{ very-secret");
  const broken = await runCommandLine(["har", file]);
  expect([broken.code, broken.error]).toEqual([2, `${file} cannot be read: it is not JSON\n`]);
});

describe("proxy", () => {
  test("logs what passes, and gives its reports when it is interrupted", async () => {
    const target = await startCorruptingProxy();
    const json = join(temporaryFolder(), "report.json");
    const child = startCommand(["proxy", "--target", target, "--port", "0", "--json", json]);
    const [, url] = await lineOf(child, /^The proxy is ready at (.*)$/);
    const end = ended(child);
    const response = await fetch(`${url}/users/me`, { headers: { authorization: "Bearer token-admin" } });
    expect(response.headers.get("contract-violations")).toContain("/response/body/id");
    child.kill("SIGINT");
    const { code, out, error } = await end;
    expect([code, error]).toEqual([1, ""]);
    expect(out).toMatch(/getCurrentUser {2}200 {2}1 failed/);
    expect(existsSync(json)).toBe(true);
    expect(out + readFileSync(json, "utf8")).not.toContain("token-admin");
  });

  test("ends with 2 when nothing passed through", async () => {
    const child = startCommand(["proxy", "--target", "http://127.0.0.1:9/2.0", "--port", "0"]);
    await lineOf(child, /^The proxy is ready/);
    const end = ended(child);
    child.kill("SIGTERM");
    expect(await end).toMatchObject({ code: 2, error: "Nothing was checked.\n" });
  });
});

test("mock responds with the examples of the contract", async () => {
  const child = startCommand(["mock", "--port", "0"]);
  const [, url] = await lineOf(child, /^The mock is ready at (.*)$/);
  const end = ended(child);
  const response = await fetch(`${url}/users/me`, { headers: { authorization: "Bearer any" } });
  expect([response.status, await response.json()]).toMatchObject([200, { type: "user" }]);
  child.kill("SIGINT");
  expect((await end).code).toBe(0);
});
