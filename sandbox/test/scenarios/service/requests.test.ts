import type { RequestEntry } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { createJournal } from "../../../src/journal/journal.js";
import { startControlledSandbox } from "../../support/control.js";
import { addLink, move, update } from "../../support/requests.js";
import { openSandbox, startSandboxVia, transports } from "../../support/start-sandbox.js";

async function inProcess() {
  const { sandbox, as, fetch } = await openSandbox({ strange: true });
  const headers = { authorization: "Bearer token-owner", "content-type": "application/json" };
  const send = (path: string, init: RequestInit = {}) => fetch(sandbox.baseUrl + path, { headers, ...init });
  const put = (path: string, body: string) => send(path, { method: "PUT", body });
  return { sandbox, owner: as("owner"), as, send, put };
}

const only = (entries: readonly RequestEntry[]): RequestEntry => {
  expect(entries).toHaveLength(1);
  return entries[0] ?? expect.fail("one entry");
};

describe("the request journal", () => {
  test.each(transports)("has the request, the response and the changed properties, %s [SB-1]", async (transport) => {
    const { sandbox, as } = await startSandboxVia(transport);
    const input = { path: { file_id: "4002" }, query: { fields: ["name"] }, header: { "If-Match": "0" } } as const;
    await as("owner").updateFile({ ...input, body: { name: "new.pdf" } });
    const entry = only(sandbox.requests({ operation: "updateFile" }));
    const headers = { "content-type": "application/json", "if-match": "0" };
    const before = { name: "invoice.pdf", etag: "0", sequence_id: "0" };
    const after = { name: "new.pdf", etag: "1", sequence_id: "1" };
    expect(entry).toMatchObject({
      request_id: "r0000001",
      time: "2026-11-20T08:00:00+00:00",
      duration_ms: expect.any(Number),
      method: "PUT",
      path: "/2.0/files/4002",
      query: "fields=name",
      operation: "updateFile",
      user_id: "1003",
      status: 200,
      error_code: null,
      fault_effect: null,
      violations: [],
      request: { body: '{"name":"new.pdf"}', truncated: false, headers },
      response: { headers: { "x-request-id": "r0000001" } },
      changes: [{ kind: "changed", type: "file", id: "4002", name: "new.pdf", before, after }],
    });
    expect(JSON.parse(entry.response.body)).toEqual({ type: "file", id: "4002", name: "new.pdf", etag: "1" });
  });

  test("has the same entries over HTTP, filtered as asked, until it is cleared [SB-1]", async () => {
    const { sandbox, as, send } = await startControlledSandbox();
    await as("owner").getCurrentUser();
    await expect(update(as("member"), "4001", { name: "x" })).rejects.toThrow();
    expect((await send("GET", "/requests")).body).toEqual({ entries: sandbox.requests(), dropped: 0 });
    for (const [query, request_id] of [
      ["operation=updateFile", "r0000002"],
      ["status=200", "r0000001"],
      ["user_id=1005", "r0000002"],
      ["after=r0000001", "r0000002"],
      ["after=unknown&limit=1", "r0000001"],
    ])
      expect((await send("GET", `/requests?${query}`)).body).toMatchObject({ entries: [{ request_id }] });
    expect(() => sandbox.requests({ operation: "none" })).toThrow("Unknown operation: none");
    for (const limit of [0, -1, 1.5, Number.NaN])
      expect(() => sandbox.requests({ limit })).toThrow(`limit must be a whole number above 0; received ${limit}`);
    expect(() => sandbox.requests({ opration: "none" } as object)).toThrow("Unknown option opration");
    for (const query of ["operation=none", "limit=0"])
      expect(await send("GET", `/requests?${query}`)).toMatchObject({ status: 400 });
    sandbox.restore(sandbox.snapshot());
    expect(sandbox.requests()).toHaveLength(2);
    expect(await send("DELETE", "/requests")).toMatchObject({ status: 204 });
    expect((await send("GET", "/requests")).body).toEqual({ entries: [], dropped: 0 });
    for (const clear of [sandbox.clearRequests, sandbox.reset]) {
      await as("owner").getCurrentUser();
      clear();
      expect(sandbox.requests()).toEqual([]);
    }
  });

  test("has the codes of errors and the violations of requests, each with its place [SB-1]", async () => {
    const { sandbox, as, send, put } = await inProcess();
    await put("/files/9", "{}");
    await expect(as("owner", { auth: "wrong-token" }).getCurrentUser()).rejects.toThrow();
    await send("/nowhere?a=%20b");
    await send("/users/me", { method: "DELETE" });
    await put("/files/4001?unknown=1", '{"name":7}');
    await put("/files/4001", '{"name"');
    const entries = sandbox
      .requests()
      .map(({ operation, user_id, status, error_code, violations }) => [
        ...[operation, user_id, status, error_code],
        ...violations.map(({ rule, at }) => `${rule} ${at}`),
      ]);
    expect(entries).toEqual([
      ["updateFile", "1003", 404, "not_found"],
      ["getCurrentUser", null, 401, "unauthorized"],
      [null, null, 501, "not_modeled", expect.stringContaining("operation-known ")],
      [null, null, 405, "method_not_allowed", expect.stringContaining("method-allowed ")],
      [
        ...["updateFile", "1003", 400, "bad_request"],
        ...["request-parameter /request/query/unknown", "request-body /request/body/name"],
      ],
      ["updateFile", "1003", 400, "bad_request", "request-body /request/body"],
    ]);
    expect(sandbox.requests({ status: 501 })[0]).toMatchObject({ path: "/2.0/nowhere", query: "a=%20b" });
    expect(sandbox.requests()[4]?.violations[1]).toMatchObject({
      contract: expect.stringContaining("/name"),
      message: expect.stringContaining("string"),
    });
  });

  test.each([
    [{ kind: "unknown_field" }, ["response-body-closed"], null],
    [{ kind: "cut_body", only_status: 200 }, ["response-json"], "cut"],
    [{ kind: "cut_body", only_status: 404 }, [], null],
    [{ kind: "status", status: 418, body: null }, ["response-body"], null],
    [{ kind: "reset", when: "during" }, [], "reset"],
    [{ kind: "reset", when: "after" }, ["response-body"], "reset_after_head"],
  ] as const)("has the violations of a response by the fault %j [SB-1]", async (fault, rules, fault_effect) => {
    const { sandbox, owner } = await inProcess();
    sandbox.faults.add({ ...fault });
    await owner.getCurrentUser().catch(() => {});
    const entry = only(sandbox.requests());
    expect([[...new Set(entry.violations.map(({ rule }) => rule))], entry.fault_effect]).toEqual([rules, fault_effect]);
    const faults = "only_status" in fault && fault.only_status === 404 ? [] : [fault];
    expect(entry).toMatchObject({ faults, user_id: "1003" });
    expect(entry.violations.filter(({ at }) => !at.startsWith("/response"))).toEqual([]);
  });

  test("gives each change to its own request, also a delayed one, once for each record [SB-1]", async () => {
    const { sandbox, owner, as } = await inProcess();
    sandbox.faults.add({ kind: "delay", delay_ms: 1000, operation: "updateFile" });
    const moved = move(owner, "4002", "3002");
    const { id } = await addLink(owner, "3001");
    await update(owner, "4002");
    sandbox.actions.trashFolder("3006");
    sandbox.clock.advance(1000);
    await moved;
    expect(sandbox.requests().map(({ request_id, changes }) => [request_id, changes.map(({ type }) => type)])).toEqual([
      ["r0000002", ["web_link"]],
      ["r0000003", []],
      ["r0000001", ["file"]],
    ]);
    expect(sandbox.requests()[0]?.changes).toMatchObject([
      { kind: "added", type: "web_link", id, name: "https://example.com/", before: null, after: { parent_id: "3001" } },
    ]);
    // The request with the lower id ended later.
    expect(only(sandbox.requests({ after: "r0000003" })).request_id).toBe("r0000001");
    await as("admin").deleteUser({ path: { user_id: "1004" }, query: { force: true } });
    const changes = sandbox.requests({ operation: "deleteUser" })[0]?.changes ?? [];
    const user = changes.find(({ type }) => type === "user");
    expect(user).toMatchObject({ kind: "removed", id: "1004", name: "Contract Reviewer", after: null });
    const records = changes.map(({ type, id }) => `${type} ${id}`).filter((one) => !one.includes("***"));
    expect(records).toEqual([...new Set(records)]);
  });

  test("keeps 1,000 requests, and 32 million characters of bodies [SB-3]", () => {
    const url = "https://sandbox.invalid/2.0/web_links";
    const journal = createJournal({ baseUrl: url, authUrl: url, brandHeader: "ServiceApi" });
    const delivery = { response: { status: 404, headers: {}, body: null } };
    const untouched = { timeMs: 0, isChecked: false, delivery, changes: [], faults: [] };
    let count = 0;
    const add = (body = "") =>
      journal.add(
        { requestId: `r${++count}`, method: "POST", path: "/", operation: undefined, status: 404, durationMs: 1 },
        { ...untouched, request: { url, headers: new Headers(), body } },
      );
    for (let number = 0; number < 1002; number += 1) add();
    expect(journal.list({ limit: 1 })).toMatchObject({ entries: [{ request_id: "r3" }], dropped: 2 });
    expect(journal.list({ after: "r1001" }).entries).toHaveLength(1);
    for (let number = 0; number < 33; number += 1) add("a".repeat(1_000_000));
    expect(journal.list({ limit: 1, after: "r1034" })).toMatchObject({
      entries: [{ request_id: "r1035", request: { body: "a".repeat(16_384), truncated: true } }],
      dropped: 1003,
    });
  });
});

describe("the request journal shows ***", () => {
  const secrets = /token-owner|refresh-owner|sandbox-secret|correct-horse|new-password|access-token-|refresh-token-/;

  test("for tokens and client secrets in headers, queries, forms and records [SB-2]", async () => {
    const { sandbox, send } = await inProcess();
    await send("/users/me?access_token=token-owner");
    const form = { grant_type: "refresh_token", refresh_token: "refresh-owner" };
    const client = { client_id: "sandbox-client", client_secret: "sandbox-secret" };
    const body = new URLSearchParams({ ...form, ...client });
    expect((await sandbox.fetch(`${sandbox.authUrl}/oauth2/token`, { method: "POST", body })).status).toBe(200);
    const [read, refreshed] = sandbox.requests();
    expect(read).toMatchObject({ query: "access_token=***", request: { headers: { authorization: "Bearer ***" } } });
    expect(refreshed).toMatchObject({
      request: { body: "grant_type=refresh_token&refresh_token=***&client_id=***&client_secret=***" },
      response: { body: expect.stringMatching(/"access_token":"\*\*\*","refresh_token":"\*\*\*"/) },
      changes: [
        { kind: "changed", type: "refresh_token", id: "***", before: { state: "fresh" }, after: { state: "used" } },
        { kind: "added", type: "access_token", id: "***", after: { token: "***", user_id: "1003" } },
        { kind: "added", type: "refresh_token", id: "***", after: { token: "***", state: "fresh" } },
      ],
    });
    expect(JSON.stringify(sandbox.requests())).not.toMatch(secrets);
  });

  test("for passwords of shared links, also where a later request or a record repeats them [SB-2]", async () => {
    const { sandbox } = await openSandbox({ brandHeader: "ExampleApi" });
    const headers = { authorization: "Bearer token-owner", "content-type": "application/json" };
    const link = "shared_link=https://content.example/s/lease&shared_link_password=correct-horse";
    await sandbox.fetch(`${sandbox.baseUrl}/shared_items`, { headers: { ...headers, ExampleApi: link } });
    for (const body of [
      '{"shared_link":{"access":"open","password":"new-password"}}',
      '{"description":"Not correct-horse but new-password"}',
    ])
      await sandbox.fetch(`${sandbox.baseUrl}/files/4001`, { method: "PUT", headers, body });
    const password = { shared_link: { password: "***" } };
    expect(sandbox.requests()).toMatchObject([
      { violations: [], request: { headers: { exampleapi: link.replace("correct-horse", "***") } } },
      {
        request: { body: '{"shared_link":{"access":"open","password":"***"}}' },
        changes: [{ before: password, after: password }],
      },
      { changes: [{ after: { description: "Not *** but ***" } }] },
    ]);
    expect(JSON.stringify(sandbox.requests())).not.toMatch(secrets);
  });
});
