import { createContract } from "content-service-contract";
import { expect, test } from "vitest";
import { runChecks } from "../../src/check/run-checks.js";
import type { CheckTarget } from "../../src/check/session/check.js";
import { runCommand } from "../../src/cli/run-command.js";

const responses = { 200: { description: "", content: { "application/json": {} } } };
const on = (url: string) => ({ servers: [{ url }], get: { responses } });
const contract = createContract({
  openapi: "3.1.0",
  servers: [{ url: "https://api.example/v1" }],
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  paths: {
    ...{ "/base": { get: { responses } }, "/relative": on("/v2"), "/same": on("https://api.example/v3") },
    ...{ "/files": on("https://files.example/v1"), "/images": on("https://images.example") },
  },
});

test.each<[what: string, given: Partial<CheckTarget>, urls: string[], skipped: string[]]>([
  [
    "no other host",
    {},
    ["https://api.example/v1/base", "https://api.example/v2/relative", "https://api.example/v3/same"],
    [
      "Missing address of https://files.example/v1: give --server https://files.example/v1=URL",
      "Missing address of https://images.example: give --server https://images.example=URL",
    ],
  ],
  [
    "each host that is given",
    { baseUrl: "https://test.example", servers: { "https://files.example/v1": "https://files.test.example/" } },
    ["https://test.example/base", "https://test.example/v2/relative", "https://files.test.example/files"],
    [
      "Missing address of https://api.example/v3: give --server https://api.example/v3=URL",
      "Missing address of https://images.example: give --server https://images.example=URL",
    ],
  ],
])("sends the token to %s", async (_, given, urls, skipped) => {
  const sent = new Set<string>();
  const fetch = async (url: string, { headers }: RequestInit) => {
    const { authorization } = Object.fromEntries(new Headers(headers));
    if (!/no[-_]such|access_token/.test(url)) sent.add(url);
    return authorization === "Bearer t" ? Response.json({}) : Response.json({}, { status: 401 });
  };
  const report = await runChecks({ baseUrl: "https://api.example/v1", token: "t", fetch, ...given }, { contract });
  expect([...sent].sort()).toEqual(urls.sort());
  const valid = report.checks.filter(({ id }) => id.endsWith("/succeeds"));
  expect(valid.flatMap(({ reason = [] }) => reason).sort()).toEqual(skipped);
  expect(valid.filter(({ outcome }) => outcome === "passed").length).toBe(urls.length);
});

test.each(["https://none.example=https://a.example", "https://api.example"])("rejects --server %s", async (server) => {
  await expect(runCommand(["check", "--base-url", "https://api.example", "--server", server])).rejects.toMatchObject({
    name: "UsageError",
    message: expect.stringContaining("--server must be <url>=<address>"),
  });
});
