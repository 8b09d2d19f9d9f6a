import { describe, expect, test } from "vitest";
import controlDocument from "../../../generated/control.json" with { type: "json" };
import { startControlledSandbox } from "../../support/control.js";
import { expectApiError } from "../../support/responses.js";
import { START_MS } from "../../support/start-sandbox.js";

const NOW = "2026-11-20T08:00:00+00:00";
const rename = { path: { file_id: "4002" }, body: { name: "renamed.pdf" } };

describe("the control interface", () => {
  test("has the paths, the time and the record counts, and its OpenAPI document", async () => {
    const { send, sandbox } = await startControlledSandbox();
    const { users = [], files = [] } = sandbox.snapshot();
    const counts = { users: users.length, files: files.length, tasks: 2 };
    const body = { base_path: "/2.0", auth_path: "", brand_header: "ServiceApi", now: NOW, counts };
    expect(await send("GET", "")).toMatchObject({ status: 200, body });
    expect(await send("GET", "/openapi.json")).toEqual({ status: 200, body: controlDocument });
    const example = { path: "/2.0/users/me", headers: {}, body: "" };
    const current = expect.objectContaining({ id: "getCurrentUser", is_built_in: true, body_type: null, example });
    expect(await send("GET", "/operations")).toEqual({ status: 200, body: expect.arrayContaining([current]) });
    expect(await send("GET", "/ui")).toMatchObject({ status: 200 });
  });

  test("saves the state, restores it and resets it", async () => {
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

  test("replaces the state only if no record has changed since it was read [SB-11]", async () => {
    const { sandbox, as, server } = await startControlledSandbox();
    const send = (method: string, headers: Record<string, string> = {}, body: string | null = null) =>
      sandbox.fetch(`${server.url}/_sandbox/state`, { method, headers, body });
    const read = await send("GET");
    const [state, etag] = [await read.text(), read.headers.get("etag") ?? ""];
    sandbox.clock.advance(1000);
    expect((await send("GET")).headers.get("etag")).toBe(etag);
    const put = (ifMatch: string) => send("PUT", { "content-type": "application/json", "if-match": ifMatch }, state);
    const saved = await put(etag);
    expect([saved.status, (await put(etag)).status, (await put("*")).status]).toEqual([204, 412, 204]);
    const current = (await send("GET")).headers.get("etag") ?? "";
    await as("owner").updateFile(rename);
    const before = sandbox.snapshot();
    expect((await put(current)).status).toBe(412);
    expect(sandbox.snapshot()).toEqual(before);
    expect((await put(String((await send("GET")).headers.get("etag")))).status).toBe(204);
  });

  test("advances the time, up to the year 9998", async () => {
    const { send, sandbox } = await startControlledSandbox();
    expect(await send("GET", "/clock")).toEqual({ status: 200, body: { now: NOW } });
    const later = { now: "2026-11-20T09:00:00+00:00" };
    expect(await send("POST", "/clock/advance", { ms: 3_600_000 })).toEqual({ status: 200, body: later });
    expect([(await send("GET", "/clock")).body, sandbox.clock.now()]).toEqual([later, START_MS + 3_600_000]);
    sandbox.restore({ now: "9997-06-01T00:00:00+00:00" });
    const year = () => send("POST", "/clock/advance", { ms: 31_536_000_000 });
    expect([(await year()).status, (await year()).status]).toEqual([200, 400]);
    expect((await send("GET", "/clock")).body).toEqual({ now: "9998-06-01T00:00:00+00:00" });
  });

  test("rejects what is invalid with its place, and changes nothing", async () => {
    const { expectRejected } = await startControlledSandbox();
    const seed = { users: [{ id: 1 }], user: [], now: "today", web_links: [{ url: "help" }] };
    await expectRejected("PUT", "/state", seed, "users[0].id");
    await expectRejected("PUT", "/state", { now: "9999-06-01T00:00:00Z" }, "now");
    await expectRejected("POST", "/clock/advance", { ms: -1 }, "ms");
    await expectRejected("POST", "/clock/advance", { ms: 1, hours: 1 }, "hours");
    await expectRejected("POST", "/clock/advance", "{", "body");
    await expectRejected("POST", "/faults", { kind: "html", time: 3 }, "time");
  });

  test("adds, lists, removes and clears faults", async () => {
    const { send, as } = await startControlledSandbox();
    const fault = { kind: "status", status: 503, times: null };
    const active = { id: "1", fault, happened: 0, remaining: null };
    expect(await send("POST", "/faults", fault)).toEqual({ status: 201, body: active });
    await send("POST", "/faults", { kind: "html", times: 2 });
    await expectApiError(as("owner").getCurrentUser(), 503);
    const entries = { length: 2, 0: { id: "1", happened: 1 }, 1: { id: "2", remaining: 2 } };
    expect((await send("GET", "/faults")).body).toMatchObject({ entries });
    expect((await send("DELETE", "/faults/1")).status).toBe(204);
    expect(await send("DELETE", "/faults/1")).toMatchObject({ status: 404, body: { errors: [] } });
    expect((await send("DELETE", "/faults")).status).toBe(204);
    expect((await send("GET", "/faults")).body).toEqual({ entries: [] });
  });

  test("issues tokens for a user and an application, and revokes them", async () => {
    const { send, as, sandbox } = await startControlledSandbox();
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
    await send("POST", "/tokens", { user_id: "1005", client_id: "other-client" });
    expect(sandbox.snapshot().refresh_tokens?.at(-1)).toMatchObject({ user_id: "1005", client_id: "other-client" });
    const before = sandbox.snapshot();
    for (const [path, sent, expected] of [
      ["/tokens", { user_id: "9" }, 404],
      ["/tokens", { user_id: "1005", client_id: "none" }, 404],
      ["/tokens", {}, 400],
      ["/tokens/revoke", { token: "none" }, 404],
    ] as const)
      expect((await send("POST", path, sent)).status).toBe(expected);
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("rejects an unknown path or method with its error schema", async () => {
    const { server, fetch } = await startControlledSandbox();
    const control = `${server.url}/_sandbox`;
    const patch = await fetch(`${control}/clock`, { method: "PATCH" });
    expect(await patch.json()).toEqual({ message: "Method not allowed: PATCH.", errors: [] });
    expect([patch.status, patch.headers.get("allow")]).toEqual([405, "GET"]);
    expect((await fetch(`${control}/unheard-of`)).status).toBe(404);
  });
});
