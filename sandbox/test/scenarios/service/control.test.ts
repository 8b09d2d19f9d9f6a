import { checkExchange } from "content-service-contract";
import { describe, expect, test } from "vitest";
import controlDocument from "../../../generated/control.json" with { type: "json" };
import { controlContract, startControlledSandbox } from "../../support/control.js";
import { expectApiError } from "../../support/responses.js";
import { START_MS } from "../../support/start-sandbox.js";

const NOW = "2026-11-20T08:00:00+00:00";
const rename = { path: { file_id: "4002" }, body: { name: "renamed.pdf" } };

describe("the state", () => {
  test("has the paths, the time and the record counts", async () => {
    const { send, sandbox } = await startControlledSandbox();
    const { users = [], files = [] } = sandbox.snapshot();
    const counts = { users: users.length, files: files.length, tasks: 2 };
    const body = { base_path: "/2.0", auth_path: "", brand_header: "ServiceApi", now: NOW, counts };
    expect(await send("GET", "")).toMatchObject({ status: 200, body });
  });

  test("serves its OpenAPI document", async () => {
    const { send } = await startControlledSandbox();
    expect(await send("GET", "/openapi.json")).toEqual({ status: 200, body: controlDocument });
  });

  test("can be saved as a snapshot, restored from it, and reset", async () => {
    const { send, sandbox, as } = await startControlledSandbox();
    const taken = await send("GET", "/state");
    expect(taken).toEqual({ status: 200, body: sandbox.snapshot() });
    for (const [method, path, body] of [
      ["PUT", "/state", taken.body],
      ["POST", "/reset", undefined],
    ] as const) {
      await as("owner").updateFile(rename);
      sandbox.clock.advance(1000);
      expect((await send(method, path, body)).status).toBe(204);
      expect([sandbox.snapshot(), sandbox.clock.now()]).toEqual([taken.body, START_MS]);
    }
  });

  test("stays the same when a seed is not valid", async () => {
    const { expectRejected } = await startControlledSandbox();
    await expectRejected("PUT", "/state", { users: [{ id: 1 }] }, "users[0].id");
  });
});

describe("the time", () => {
  test("can be read and advanced", async () => {
    const { send, sandbox } = await startControlledSandbox();
    expect(await send("GET", "/clock")).toEqual({ status: 200, body: { now: NOW } });
    const later = { now: "2026-11-20T09:00:00+00:00" };
    expect(await send("POST", "/clock/advance", { ms: 3_600_000 })).toEqual({ status: 200, body: later });
    expect([(await send("GET", "/clock")).body, sandbox.clock.now()]).toEqual([later, START_MS + 3_600_000]);
  });

  test.each<[unknown, string]>([
    [{ ms: -1 }, "ms"],
    [{ ms: 1, hours: 1 }, "hours"],
    ["{", "body"],
  ])("stays as it is for %j", async (sent, at) => {
    const { expectRejected } = await startControlledSandbox();
    await expectRejected("POST", "/clock/advance", sent, at);
  });

  test("cannot be advanced past the year 9998", async () => {
    const { send, sandbox } = await startControlledSandbox();
    sandbox.restore({ now: "9997-06-01T00:00:00+00:00" });
    const year = () => send("POST", "/clock/advance", { ms: 31_536_000_000 });
    expect([(await year()).status, (await year()).status]).toEqual([200, 400]);
    expect((await send("GET", "/clock")).body).toEqual({ now: "9998-06-01T00:00:00+00:00" });
  });
});

describe("faults", () => {
  test("are added, listed, removed and cleared", async () => {
    const { send, as } = await startControlledSandbox();
    const fault = { kind: "status", status: 503, times: null };
    const active = { id: "1", fault, happened: 0, remaining: null };
    expect(await send("POST", "/faults", fault)).toEqual({ status: 201, body: active });
    await send("POST", "/faults", { kind: "html", times: 2 });
    await expectApiError(as("owner").getCurrentUser(), 503);
    const entries = [
      { id: "1", happened: 1 },
      { id: "2", remaining: 2 },
    ];
    expect(await send("GET", "/faults")).toMatchObject({ status: 200, body: { entries } });
    expect((await send("DELETE", "/faults/1")).status).toBe(204);
    expect(await send("DELETE", "/faults/1")).toMatchObject({ status: 404, body: { errors: [] } });
    expect((await send("DELETE", "/faults")).status).toBe(204);
    expect((await send("GET", "/faults")).body).toEqual({ entries: [] });
    expect(await as("owner").getCurrentUser()).toMatchObject({ id: "1003" });
  });

  test("that are invalid are rejected with the place", async () => {
    const { expectRejected } = await startControlledSandbox();
    await expectRejected("POST", "/faults", { kind: "html", time: 3 }, "time");
  });
});

describe("tokens", () => {
  test("are issued for a user, work, and can be revoked", async () => {
    const { send, as } = await startControlledSandbox();
    const { status, body } = await send("POST", "/tokens", { user_id: "1005" });
    expect([status, body]).toMatchObject([201, { expires_in: 3600 }]);
    // The document has been held against the response.
    const { access_token, refresh_token } = body as { access_token: string; refresh_token: string };
    expect(await as("owner", { auth: access_token }).getCurrentUser()).toMatchObject({ id: "1005" });
    for (const token of [access_token, refresh_token])
      expect((await send("POST", "/tokens/revoke", { token })).status).toBe(204);
    await expectApiError(as("owner", { auth: access_token }).getCurrentUser(), 401);
    const client = { client_id: "sandbox-client", client_secret: "sandbox-secret" };
    const refresh = as("owner").refreshAccessToken({ body: { grant_type: "refresh_token", refresh_token, ...client } });
    await expectApiError(refresh, 400, "invalid_grant");
  });

  test("belong to the application that is named", async () => {
    const { send, sandbox } = await startControlledSandbox();
    await send("POST", "/tokens", { user_id: "1005", client_id: "other-client" });
    expect(sandbox.snapshot().refresh_tokens?.at(-1)).toMatchObject({ user_id: "1005", client_id: "other-client" });
  });

  test("are neither issued nor revoked by an invalid request", async () => {
    const { send, sandbox } = await startControlledSandbox();
    const before = sandbox.snapshot();
    for (const [path, sent, status] of [
      ["/tokens", { user_id: "9" }, 404],
      ["/tokens", { user_id: "1005", client_id: "none" }, 404],
      ["/tokens", {}, 400],
      ["/tokens/revoke", { token: "none" }, 404],
    ] as const)
      expect((await send("POST", path, sent)).status).toBe(status);
    expect(sandbox.snapshot()).toEqual(before);
  });
});

test("every operation of the control interface matches its document", async () => {
  const { send, controlled, server, sandbox } = await startControlledSandbox();
  const seed = sandbox.snapshot();
  const [invitation] = seed.collaborations ?? [];
  if (invitation === undefined) throw new Error("Expected a collaboration in the default seed");
  seed.collaborations?.push({ ...invitation, id: "9005", status: "pending" });
  seed.email_aliases?.push({ id: "9402", user_id: "1003", email: "new@example.com" });
  sandbox.restore(seed);
  const requests: [string, string, unknown?][] = [
    ["GET", ""],
    ["GET", "/openapi.json"],
    ["GET", "/ui"],
    ["POST", "/tokens", { user_id: "1003" }],
    ["POST", "/tokens/revoke", { token: "token-member" }],
    ["POST", "/folders/3001/trash"],
    ["POST", "/tasks/9101/assignments", { user_id: "1005" }],
    ["POST", "/task_assignments/9201/finish", { resolution_state: "approved" }],
    ["POST", "/email_aliases/9402/confirm"],
    ["POST", "/collaborations/9004/accept"],
    ["POST", "/collaborations/9005/reject"],
    ["GET", "/state"],
    ["PUT", "/state", {}],
    ["GET", "/requests?operation=updateFile&status=200&user_id=1003&after=r0000001&limit=10"],
    ["DELETE", "/requests"],
    ["GET", "/clock"],
    ["POST", "/clock/advance", { ms: 0.5 }],
    ["POST", "/faults", { kind: "delay", delay_ms: 0 }],
    ["GET", "/faults"],
    ["DELETE", "/faults/1"],
    ["DELETE", "/faults"],
    ["POST", "/reset"],
  ];
  for (const [method, path, body] of requests) expect((await send(method, path, body)).status).toBeLessThan(300);
  // Requests too: this is how they should look. There is no operation that is not here.
  const options = { contract: controlContract, baseUrl: server.url, closed: true };
  expect(controlled.flatMap((exchange) => checkExchange(exchange, options))).toEqual([]);
  expect(
    new Set(requests.map(([method, path]) => `${method} ${path.replace(/\?.*/, "").replace(/\d+/, "{id}")}`)).size,
  ).toBe(controlContract.operations.length);
});

test("an unknown path, method or media type is rejected with the error schema of the control interface", async () => {
  const { server, fetch } = await startControlledSandbox();
  const control = `${server.url}/_sandbox`;
  const patch = await fetch(`${control}/clock`, { method: "PATCH" });
  expect([patch.status, patch.headers.get("allow"), await patch.json()]).toEqual([
    405,
    "GET",
    { message: "Method not allowed: PATCH.", errors: [] },
  ]);
  const form = await fetch(`${control}/faults`, { method: "POST", body: new URLSearchParams({ kind: "html" }) });
  expect([form.status, await form.json()]).toEqual([
    415,
    { message: expect.stringContaining("application/json"), errors: [] },
  ]);
  expect((await fetch(`${control}/unheard-of`)).status).toBe(404);
});
