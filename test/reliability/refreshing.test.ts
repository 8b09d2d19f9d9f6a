import { expect, test } from "vitest";
import { revokeToken, signIn } from "../../sandbox/test/support/control.js";
import { refreshingClient } from "../../sandbox/test/support/refreshing-client.js";
import { apiErrorOf, statusLines } from "../../sandbox/test/support/responses.js";
import { startSandbox, type TestSandbox } from "../../sandbox/test/support/start-sandbox.js";

const rename = { path: { file_id: "4001" }, body: { name: "renamed.pdf" } };

/** How many of the responses so far are this one. */
function count(setup: TestSandbox, response: string): number {
  return statusLines(setup).filter((each) => each === response).length;
}

/** What the sandbox knows of the refresh token that a client starts with. */
function refreshToken({ sandbox }: TestSandbox) {
  return sandbox.snapshot().refresh_tokens?.find(({ token }) => token === "refresh-owner")?.state;
}

/** Why a call failed. */
function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => new Error("The call did not fail"),
    (error: unknown) => error,
  );
}

test.each([5, 200])("%i calls that are rejected at once share one refresh [AU-5]", async (calls) => {
  const setup = await startSandbox();
  const { client, outcomes } = refreshingClient(setup);
  const users = await Promise.all(Array.from({ length: calls }, () => client.getCurrentUser()));
  expect(users.map(({ id }) => id)).toEqual(Array(calls).fill("1003"));
  expect(count(setup, "GET /users/me 401")).toBe(calls);
  expect(count(setup, "POST /oauth2/token 200")).toBe(1);
  expect(count(setup, "GET /users/me 200")).toBe(calls);
  expect(outcomes).toEqual(["started", "renewed"]);
});

test("two clients of one auth share a refresh, even for different users [AU-5]", async () => {
  const setup = await startSandbox();
  const tokens = { accessToken: "token-expired", refreshToken: "refresh-admin" };
  const { client } = refreshingClient(setup, { tokens });
  const [self, other] = await Promise.all([client.getCurrentUser(), client.asUser("1005").getCurrentUser()]);
  expect([self.id, other.id]).toEqual(["1001", "1005"]);
  expect(count(setup, "POST /oauth2/token 200")).toBe(1);
});

test("a late 401 for a replaced token starts no second refresh [AU-5]", async () => {
  const setup = await startSandbox();
  const { client } = refreshingClient(setup);
  setup.sandbox.faults.add({ kind: "delay", delay_ms: 10_000, operation: "updateFile" });
  const late = client.updateFile(rename);
  // The fault is used up when the call has been rejected, and only its response is still to come.
  await expect.poll(() => setup.sandbox.faults.list(), { timeout: 30_000 }).toEqual([]);
  expect(await client.getCurrentUser()).toMatchObject({ id: "1003" });
  expect(count(setup, "POST /oauth2/token 200")).toBe(1);
  setup.sandbox.clock.advance(10_000);
  expect(await late).toMatchObject({ name: "renamed.pdf" });
  expect(count(setup, "PUT /files/4001 401")).toBe(1);
  expect(count(setup, "POST /oauth2/token 200")).toBe(1);
});

test.each(["during", "after"] as const)(
  "a refresh whose response is lost %s the rotation has spent its token: the error asks for a login",
  async (when) => {
    const setup = await startSandbox();
    const { client, store } = refreshingClient(setup);
    setup.sandbox.faults.add({ kind: "reset", when, operation: "refreshAccessToken" });
    const lost = await failureOf(client.getCurrentUser());
    expect(lost).toMatchObject({ name: "AuthError", code: "token_server_unavailable" });
    expect(refreshToken(setup)).toBe("used");
    setup.sandbox.clock.advance(1000);
    const spent = await failureOf(client.getCurrentUser());
    expect(spent).toMatchObject({
      name: "AuthError",
      code: "invalid_grant",
      message: expect.stringContaining("the response was lost"),
    });
    await store.save(await signIn(setup, "1003"));
    expect(await client.getCurrentUser()).toMatchObject({ id: "1003" });
  },
);

test("a refresh that never reached the token server has spent nothing, and works the next time", async () => {
  const setup = await startSandbox();
  const { client } = refreshingClient(setup);
  setup.sandbox.faults.add({ kind: "reset", when: "before", operation: "refreshAccessToken" });
  expect(await failureOf(client.getCurrentUser())).toMatchObject({ code: "token_server_unavailable" });
  expect(refreshToken(setup)).toBe("fresh");
  setup.sandbox.clock.advance(1000);
  expect(await client.getCurrentUser()).toMatchObject({ id: "1003" });
  expect(count(setup, "POST /oauth2/token 200")).toBe(1);
});

test.each([
  ["503", { kind: "status", status: 503 }],
  ["503 without a body", { kind: "status", status: 503, body: null }],
  ["429", { kind: "status", status: 429 }],
  ["page of HTML", { kind: "html" }],
] as const)("a %s from the token server does not clear the tokens", async (_, fault) => {
  const setup = await startSandbox({ strange: true });
  const { client, store } = refreshingClient(setup);
  const before = await store.load();
  setup.sandbox.faults.add({ ...fault, operation: "refreshAccessToken" });
  expect(await failureOf(client.getCurrentUser())).toMatchObject({ code: "token_server_unavailable" });
  expect(await store.load()).toEqual({ ...before, sentAtMs: expect.any(Number) });
  setup.sandbox.clock.advance(1000);
  expect(await client.getCurrentUser()).toMatchObject({ id: "1003" });
});

test("an outage of the token server does not stop a client whose token is still valid", async () => {
  const setup = await startSandbox();
  const { client, outcomes } = refreshingClient(setup, { tokens: { refreshToken: "refresh-owner" } });
  await client.getCurrentUser();
  // Half a minute before the end the client wants a new token, and still has the old one.
  setup.sandbox.clock.advance(3_570_000);
  const outage = setup.sandbox.faults.add({
    kind: "status",
    status: 503,
    operation: "refreshAccessToken",
    times: null,
  });
  expect(await client.getCurrentUser()).toMatchObject({ id: "1003" });
  setup.sandbox.clock.advance(10_000);
  setup.sandbox.faults.remove(outage.id);
  expect(await client.getCurrentUser()).toMatchObject({ id: "1003" });
  expect(outcomes).toEqual(["started", "renewed", "started", "failed", "started", "renewed"]);
});

test("a user with revoked access gets an error and no loop, until a new login", async () => {
  const setup = await startSandbox();
  const tokens = await signIn(setup, "1003");
  const { client, store } = refreshingClient(setup, { tokens });
  await client.getCurrentUser();
  await revokeToken(setup, tokens.accessToken);
  await revokeToken(setup, tokens.refreshToken);
  for (let call = 0; call < 3; call += 1) {
    expect(await failureOf(client.getCurrentUser())).toMatchObject({ name: "AuthError", code: "invalid_grant" });
  }
  expect(count(setup, "GET /users/me 401")).toBe(3);
  // A refresh token that was rejected is not sent again.
  expect(count(setup, "POST /oauth2/token 400")).toBe(1);
  await store.save(await signIn(setup, "1003"));
  expect(await client.getCurrentUser()).toMatchObject({ id: "1003" });
});

test("a refresh with the wrong client credentials rejects with invalid_client, and spends nothing", async () => {
  const setup = await startSandbox();
  const seed = setup.sandbox.snapshot();
  const clients = seed.clients?.map((one) => ({ ...one, client_secret: "changed" })) ?? [];
  setup.sandbox.restore({ ...seed, clients });
  const { client } = refreshingClient(setup);
  expect(await failureOf(client.getCurrentUser())).toMatchObject({ name: "AuthError", code: "invalid_client" });
  expect(refreshToken(setup)).toBe("fresh");
});

test("a token that cannot be refreshed rejects with the service's error", async () => {
  const { as } = await startSandbox();
  const rejection = await apiErrorOf(as("owner", { auth: () => "token-expired" }).getCurrentUser());
  expect(rejection).toMatchObject({ status: 401, code: "unauthorized", operation: "getCurrentUser" });
});
