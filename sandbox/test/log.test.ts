import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type LogEntry, logJson, logText } from "../src/http/log.js";
import { openSandbox } from "./support/start-sandbox.js";

const entry: LogEntry = {
  requestId: "r0000001",
  method: "PUT",
  path: "/2.0/files/4001",
  operation: "updateFile",
  status: 200,
  userId: "1003",
  durationMs: 1.25,
};

test("a text line has the request, the user and the outcome", () => {
  expect(logText(entry)).toBe("r0000001 PUT /2.0/files/4001 updateFile as 1003: 200 in 1.25 ms");
  expect(logText({ ...entry, faultEffect: "cut" })).toContain(": 200, cut in");
});

test("a text line has the code and the reason of an error response, and why the server rejected a request [SB-9]", () => {
  const failed = { ...entry, status: 400, errorCode: "bad_request", errorReason: "name must not be\nempty." };
  expect(logText(failed)).toContain(": 400 bad_request: name must not be?empty. in 1.25 ms");
  const rejected = { ...entry, status: 403, errorCode: "forbidden_origin", rejection: "Expected a page of …" };
  expect(logText(rejected)).toBe(
    "r0000001 PUT /2.0/files/4001 updateFile as 1003: 403 forbidden_origin in 1.25 ms\nExpected a page of …",
  );
  // A fault can have any body.
  expect(logText({ ...entry, status: 500, errorCode: "a\n\u001b[2J" })).toContain(": 500 a??[2J in");
});

test.each([
  [200, undefined, 32],
  [304, undefined, 36],
  [404, undefined, 33],
  [503, undefined, 31],
  [200, "cut", 31],
] as const)("a text line in color shows the outcome at first sight: %s, %s [SB-9]", (status, faultEffect, code) => {
  const line = logText({ ...entry, status, faultEffect }, true);
  expect(line).toContain(`\u001b[${code}m${status}`);
  expect(stripVTControlCharacters(line)).toBe(logText({ ...entry, status, faultEffect }));
});

test("a JSON line has the time", () => {
  const line = logJson(entry, Date.UTC(2026, 0, 1));
  expect(line).not.toContain("\n");
  expect(JSON.parse(line)).toEqual({ time: "2026-01-01T00:00:00.000Z", ...entry });
});

test("a failure of the sandbox is shown with its stack, or as the text that was thrown", () => {
  const failure = new Error("broken inside");
  expect(logText({ ...entry, failure })).toContain(`\n${failure.stack}`);
  expect(JSON.parse(logJson({ ...entry, failure }, 0))).toMatchObject({ failure: failure.stack });
  expect(logText({ ...entry, failure: "thrown as text" })).toContain("\nthrown as text");
});

const TIME = "time with an offset, such as 2036-03-11T08:00:00+00:00";
const LINK = "shared_link=https://content.example/s/lease&shared_link_password=correct-horse";

test.each<[method: string, path: string, sent: { header?: object; body?: unknown }, problem: string]>([
  ["POST", "/terms_of_services", { body: [] }, "request body must be an object."],
  ["PUT", "/files/4001", { body: { parent: { id: 5 } } }, "request body at /parent/id must be a string or null."],
  [
    "POST",
    "/metadata_queries/execute_read",
    { body: { from: "enterprise_7001.contract", ancestor_folder_id: "0", query: "a = :a", query_params: { a: true } } },
    "request body at /query_params/a must be a string or a number or an array.",
  ],
  ["PUT", "/files/4001", { body: { name: "" } }, "request body at /name must not be empty."],
  [
    "GET",
    "/shared_items",
    { header: { serviceapi: "x" } },
    `header parameter ServiceApi must have the form of ${LINK}.`,
  ],
  ["GET", "/shared_items", {}, "header parameter ServiceApi is missing."],
  ["GET", "/file_version_retentions?limit=0", {}, "query parameter limit must be at least 1."],
  ["GET", "/file_version_retentions?disposition_after=x", {}, `query parameter disposition_after must be a ${TIME}.`],
])("response and log say why %s %s with %j is invalid [SB-9]", async (method, path, { header, body }, problem) => {
  const logged: LogEntry[] = [];
  const { sandbox } = await openSandbox({ onRequest: (entry) => logged.push(entry) });
  const response = await sandbox.fetch(`${sandbox.baseUrl}${path}`, {
    method,
    headers: { authorization: "Bearer token-admin", "content-type": "application/json", ...header },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { context_info } = await response.json();
  const message = `The ${problem}`;
  expect(context_info.errors).toEqual([expect.objectContaining({ message })]);
  expect(logged).toMatchObject([{ status: 400, errorCode: "bad_request", errorReason: message }]);
});

test("the log has no secrets, and a path cannot break a line", async () => {
  const entries: LogEntry[] = [];
  const { sandbox, fetch } = await openSandbox({ onRequest: (entry) => entries.push(entry), strange: true });
  const { baseUrl, authUrl } = sandbox;
  const authorization = "Bearer token-owner";
  const form = new URLSearchParams({ refresh_token: "refresh-owner", client_secret: "sandbox-secret" });
  await fetch(`${baseUrl}/shared_items?access_token=token-owner`, { headers: { authorization, ServiceApi: LINK } });
  await fetch(`${authUrl}/oauth2/token`, { method: "POST", body: form });
  await fetch(`${authUrl}/_sandbox/tokens/revoke`, { method: "POST", body: '{"token":"revoke-me"}' });
  await fetch(`${baseUrl}/users/a%0Ar0000001%20GET`, { headers: { authorization } });
  const paths = ["/2.0/shared_items", "/oauth2/token", "/_sandbox/tokens/revoke", "/2.0/users/a%0Ar0000001%20GET"];
  expect(entries.map(({ path }) => path)).toEqual(paths);
  expect(JSON.stringify(entries)).not.toMatch(/token-owner|sandbox-secret|refresh-owner|correct-horse|revoke-me/);
});
