import { createContract, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { runChecks } from "../../src/check/run-checks.js";
import type { CheckTarget } from "../../src/check/session/check.js";
import { runCommand } from "../../src/cli/run-command.js";
import { exitCodeOf } from "../../src/report/report.js";
import { check, findingsOf, PEOPLE } from "../support/principle-runs.js";
import { createRooms, rooms } from "../support/rooms.js";

const securitySchemes: JsonObject = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
};

const responses = { 204: { description: "" }, 401: { description: "" } };

/** A contract whose operation needs credentials, and one of another server. */
function contractOf(security: JsonObject[]) {
  const other = { servers: [{ url: "https://other.example" }], get: { responses } };
  return createContract({
    ...{ openapi: "3.1.0", servers: [{ url: "https://api.example" }], security, components: { securitySchemes } },
    paths: { "/me": { get: { responses } }, "/open": { get: { security: [], responses } }, "/other": other },
  });
}

/** Where a request has each credential, apart from the Authorization header. */
const AT: Sent = { header: "headers/x-api-key", query: "query/key", cookie: "cookies/sid" };

type Sent = Record<string, string>;
const own = (name: string, value: string) => ({ headers: { [name]: value } });

test.each<[what: string, security: string[][], given: Partial<CheckTarget>, sent: Sent]>([
  ["Basic", [["basic"]], { token: "user:pass" }, { authorization: "Basic dXNlcjpwYXNz" }],
  ["an API key in a header", [["header"]], { token: "key-1" }, { "x-api-key": "key-1" }],
  ["an API key in the query", [["query"]], { token: "key-1" }, { key: "key-1" }],
  ["an API key in a cookie", [["cookie"]], { token: "key-1" }, { cookie: "sid=key-1" }],
  ["the alternative for a password", [["bearer"], ["basic"]], { token: "a:b" }, { authorization: "Basic YTpi" }],
  ["the alternative of a header", [["bearer"], ["header"]], own("x-api-key", "key-1"), { "x-api-key": "key-1" }],
  [
    "a token and a header together",
    [["bearer", "header"]],
    { token: "t", ...own("X-Api-Key", "key-1") },
    { authorization: "Bearer t", "x-api-key": "key-1" },
  ],
  ["a whole Authorization header", [["bearer"]], own("Authorization", "Bearer own"), { authorization: "Bearer own" }],
  ["a cookie beside another one", [["cookie"]], own("Cookie", "a=b; sid=s"), { cookie: "a=b; sid=s" }],
])("sends %s, and leaves it out where a check sends none", async (_, security, given, expected) => {
  const contract = contractOf(security.map((all) => Object.fromEntries(all.map((name) => [name, []]))));
  const valid = JSON.stringify(Object.entries(expected).sort());
  const calls: string[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const { searchParams, host, pathname } = new URL(url);
    const values = [...new Headers(init.headers), ...searchParams].filter(([name]) => name !== "content-type");
    const sent = JSON.stringify(values.sort());
    calls.push(`${host}${pathname} ${sent}`);
    const isKnown = pathname === "/open" || sent === valid;
    return new Response(null, { status: isKnown ? 204 : 401 });
  };
  const target = { token: "", ...given, baseUrl: "https://api.example", authUrl: "https://other.example", fetch };
  const { checks } = await runChecks(target, { contract, operations: ["GET /me", "GET /open"] });
  const id = (name: string) => checks.find((one) => one.id === name)?.outcome;
  const at = AT[security[0]?.[0] ?? ""] ?? "headers/authorization";
  expect([id("GET /me/succeeds"), id(`GET /me/rejects/${at}/no-token`)]).toEqual(["passed", "passed"]);
  expect(calls).toContain(`api.example/me ${valid}`);
  const isBare = (call: string) => call.startsWith("api.example/me []") || call.includes('/me [["cookie","a=b"]]');
  expect(calls.find(isBare)).toBeDefined();
});

test("sends a token in one place, and names the credentials that an operation needs beside it", async () => {
  const seen = new Set<string | null>();
  const fetch = async (_: string, { headers }: RequestInit) => {
    const key = new Headers(headers).get("x-api-key");
    seen.add(key);
    return new Response(null, { status: key === "key-1" ? 204 : 401 });
  };
  const target = { token: "ann:pw", baseUrl: "https://api.example", fetch };
  const contract = contractOf([{ basic: [], header: [] }]);
  const report = await runChecks(target, { contract, checks: ["GET /me/succeeds"] });
  expect([[...seen], exitCodeOf(report)]).toEqual([[null], 2]);
  const reason = "GET /me needs X-Api-Key beside the token: give each with --header (401)";
  expect(report.checks).toMatchObject([{ outcome: "errored", reason }]);
});

test("sends a credential of every request with the tokens of other callers too", async () => {
  const seen = new Set<string>();
  const fetch = async (_: string, { headers }: RequestInit) => {
    const sent = new Headers(headers);
    seen.add(`${sent.get("authorization")} ${sent.get("x-api-key")}`);
    return new Response(null, { status: sent.get("authorization") === "Bearer t" ? 204 : 404 });
  };
  const parameters = [{ name: "room_id", in: "path", required: true, schema: { type: "string" }, example: "1" }];
  const contract = createContract({
    ...{ openapi: "3.1.0", security: [{ bearer: [], header: [] }], components: { securitySchemes } },
    paths: { "/rooms/{room_id}": { parameters, get: { responses: { ...responses, 404: { description: "" } } } } },
  });
  const callers = [{ name: "a guest", token: "u", facts: { hidden: { room: ["7"] } } }];
  const target = { token: "t", ...own("X-Api-Key", "key-1"), callers, baseUrl: "https://api.example", fetch };
  await runChecks(target, { contract, checks: ["GET /rooms/{room_id}/hides-records"] });
  expect([...seen]).toEqual(["Bearer u key-1"]);
});

test.each([
  ["ends with 2 for a rejected API key", /./, 2],
  ["reports an operation that rejects an accepted API key", /shelves$/, 1],
])("%s, also with one operation without parameters", async (_, rejected, code) => {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const contract = createContract({
    ...{ openapi: "3.1.0", security: [{ header: [] }], components: { securitySchemes } },
    paths: { "/shelves": { get: { responses } }, "/shelves/{id}": { parameters, get: { responses } } },
  });
  const fetch = async (url: string, { headers }: RequestInit) =>
    new Response(null, { status: rejected.test(url) || new Headers(headers).get("x-api-key") !== "key" ? 401 : 204 });
  const report = await runChecks({ token: "key", baseUrl: "https://api.example", fetch }, { contract });
  expect(exitCodeOf(report)).toBe(code);
  expect(report.checks.map(({ reason }) => reason).includes("The service rejected the token (401)")).toBe(code === 2);
});

test.each([5, 60, 150, 240, 330])(
  "ends with 2 and no finding when the token expires after %i requests",
  async (most) => {
    const service = createRooms();
    let requests = 0;
    const fetch = async (url: string, init: RequestInit) =>
      ++requests > most ? new Response(null, { status: 401 }) : service(url, init);
    const report = await check(undefined, rooms, { fetch, callers: PEOPLE });
    expect([findingsOf(report), exitCodeOf(report)]).toEqual([[], 2]);
    expect(report.checks.find(({ outcome }) => outcome === "errored")?.reason).toContain("token has expired");
  },
);

test("sends other headers with each request to the base address alone, and reports have no given header", async () => {
  const seen = new Set<string>();
  const fetch = async (url: string, { headers }: RequestInit) => {
    const sent = new Headers(headers);
    seen.add(`${new URL(url).pathname} ${sent.get("x-tenant")} ${sent.get("x-api-key")}`);
    return Response.json({ seen: [...sent.values()] }, { status: 500 });
  };
  const headers = { "X-Tenant": "tenant-of-mine", "X-Api-Key": "key-1" };
  const target = { token: "", headers, baseUrl: "https://api.example", authUrl: "https://other.example", fetch };
  const report = await runChecks(target, { contract: contractOf([{ header: [] }]) });
  expect([...seen].sort()).toEqual([
    ...["/me tenant-of-mine key-1", "/me tenant-of-mine nobody-was-given-this-token", "/me tenant-of-mine null"],
    ...["/me/no-such-path tenant-of-mine key-1"],
    ...["/open tenant-of-mine key-1", "/open/no-such-path tenant-of-mine key-1"],
    ...["/other null nobody-was-given-this-token", "/other null null", "/other/no-such-path null null"],
  ]);
  expect(JSON.stringify(report)).not.toMatch(/tenant-of-mine|key-1/);
});

test.each([["X-Api-Key"], ["a b: c"], ["X-A: é"], ["Host: other.example"]])("rejects --header %s", async (header) => {
  await expect(runCommand(["check", "--base-url", "https://api.example", "--header", header])).rejects.toMatchObject({
    name: "UsageError",
    message: expect.stringContaining("--header"),
  });
});
