import { expect, test } from "vitest";
import { revokeToken, signIn } from "../../sandbox/test/support/control.js";
import { refreshingClient } from "../../sandbox/test/support/refreshing-client.js";
import { statusLines } from "../../sandbox/test/support/responses.js";
import { startSandbox, type TestSandbox } from "../../sandbox/test/support/start-sandbox.js";

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

test("200 calls that are rejected at once share one refresh [AU-5]", async () => {
  const calls = 200;
  const setup = await startSandbox();
  const { client, outcomes } = refreshingClient(setup);
  const users = await Promise.all(Array.from({ length: calls }, () => client.getCurrentUser()));
  expect(users.map(({ id }) => id)).toEqual(Array(calls).fill("1003"));
  expect(count(setup, "GET /users/me 401")).toBe(calls);
  expect(count(setup, "POST /oauth2/token 200")).toBe(1);
  expect(count(setup, "GET /users/me 200")).toBe(calls);
  expect(outcomes).toEqual(["started", "renewed"]);
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
