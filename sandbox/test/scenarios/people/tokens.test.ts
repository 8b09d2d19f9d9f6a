import { expect, test } from "vitest";
import { revokeToken, signIn } from "../../support/control.js";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox, type TestSandbox } from "../../support/start-sandbox.js";

const form = {
  grant_type: "refresh_token",
  client_id: "sandbox-client",
  client_secret: "sandbox-secret",
  refresh_token: "refresh-owner",
} as const;
const DAY_MS = 86_400_000;

/** What the sandbox knows of a refresh token. */
function stateOf({ sandbox }: TestSandbox, refreshToken: string) {
  return sandbox.snapshot().refresh_tokens?.find(({ token }) => token === refreshToken)?.state;
}

test("a refresh brings a token that works for an hour, and the next refresh token [OP-22] [BE-24]", async () => {
  const { as, sandbox } = await startSandbox();
  const issued = await as("owner").refreshAccessToken({ body: form });
  expect(issued).toMatchObject({ token_type: "bearer", expires_in: 3600, restricted_to: [] });
  expect(issued.refresh_token).not.toBe(form.refresh_token);
  const renewed = as("owner", { auth: issued.access_token });
  sandbox.clock.advance(3600_000 - 1);
  expect(await renewed.getCurrentUser()).toMatchObject({ id: "1003" });
  sandbox.clock.advance(1);
  expect(await apiErrorOf(renewed.getCurrentUser())).toMatchObject({ status: 401, code: "unauthorized" });
});

test("the answer of a refresh may not be kept by anyone in between [OP-22]", async () => {
  const { as, exchanges } = await startSandbox();
  await as("owner").refreshAccessToken({ body: form });
  expect(new Headers(exchanges[0]?.response.headers).get("cache-control")).toBe("no-store");
});

test("a refresh token works once, and each refresh leads to the next [BE-24]", async () => {
  const world = await startSandbox();
  const client = world.as("owner");
  const tokens = [form.refresh_token as string];
  for (let round = 0; round < 5; round += 1) {
    const { access_token, refresh_token } = await client.refreshAccessToken({
      body: { ...form, refresh_token: tokens.at(-1) ?? "" },
    });
    expect(await world.as("owner", { auth: access_token }).getCurrentUser()).toMatchObject({ id: "1003" });
    tokens.push(refresh_token);
  }
  expect(new Set(tokens).size).toBe(6);
  for (const spent of tokens.slice(0, -1)) {
    expect(stateOf(world, spent)).toBe("used");
    const refusal = await apiErrorOf(client.refreshAccessToken({ body: { ...form, refresh_token: spent } }));
    expect(refusal).toMatchObject({ status: 400, code: "invalid_grant" });
  }
  // Those refusals did the newest one no harm.
  await client.refreshAccessToken({ body: { ...form, refresh_token: tokens.at(-1) ?? "" } });
});

test("of many who send one refresh token at once, one gets tokens [BE-24]", async () => {
  const { as, sandbox } = await startSandbox();
  const before = sandbox.snapshot().access_tokens?.length ?? 0;
  const client = as("owner");
  const calls = Array.from({ length: 10 }, () => client.refreshAccessToken({ body: form }));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(sandbox.snapshot().access_tokens).toHaveLength(before + 1);
});

test("a refresh token lasts for 60 days [BE-24] [ER-27]", async () => {
  const { as, sandbox } = await startSandbox();
  sandbox.clock.advance(60 * DAY_MS - 1);
  await as("owner").refreshAccessToken({ body: form });
  sandbox.clock.advance(1);
  const late = as("owner").refreshAccessToken({ body: { ...form, refresh_token: "refresh-member" } });
  expect(await apiErrorOf(late)).toMatchObject({ status: 400, code: "invalid_grant" });
});

test.each([
  ["a client that does not exist", { client_id: "nobody" }, "invalid_client"],
  ["a wrong secret", { client_secret: "sandbox-secret-1" }, "invalid_client"],
  ["the secret of another client", { client_secret: "other-secret" }, "invalid_client"],
  ["a token that was never issued", { refresh_token: "refresh-nobody" }, "invalid_grant"],
  ["a token that was used", { refresh_token: "refresh-used" }, "invalid_grant"],
  ["a token that was revoked", { refresh_token: "refresh-revoked" }, "invalid_grant"],
  ["a token that has expired", { refresh_token: "refresh-expired" }, "invalid_grant"],
  ["an access token", { refresh_token: "token-owner" }, "invalid_grant"],
  ["another client", { client_id: "other-client", client_secret: "other-secret" }, "invalid_grant"],
])("a refresh with %s is refused, and nothing is spent or issued [ER-27]", async (_, part, error) => {
  const { as, sandbox } = await startSandbox();
  const before = sandbox.snapshot();
  const refusal = await apiErrorOf(as("owner").refreshAccessToken({ body: { ...form, ...part } }));
  expect(refusal).toMatchObject({ status: 400, code: error, body: { error, error_description: expect.any(String) } });
  expect(sandbox.snapshot()).toEqual(before);
});

test("a refresh token that is revoked while it is in use is refused from then on [ER-27]", async () => {
  const world = await startSandbox();
  const { refreshToken } = await signIn(world, "1003");
  const { refresh_token } = await world
    .as("owner")
    .refreshAccessToken({ body: { ...form, refresh_token: refreshToken } });
  await revokeToken(world, refresh_token);
  const refusal = await apiErrorOf(world.as("owner").refreshAccessToken({ body: { ...form, refresh_token } }));
  expect(refusal).toMatchObject({ status: 400, code: "invalid_grant" });
});

test.each<[string, Record<string, string>, string]>([
  ...Object.keys(form).map((name): [string, Record<string, string>, string] => {
    const { [name]: _, ...rest }: Record<string, string> = form;
    return [`without ${name}`, rest, "invalid_request"];
  }),
  ["with an empty refresh_token", { ...form, refresh_token: "" }, "invalid_request"],
  ["with a field that nobody knows", { ...form, scope: "everything" }, "invalid_request"],
  ["of another grant type", { ...form, grant_type: "password" }, "unsupported_grant_type"],
])("a form %s is refused, and spends nothing [ER-27]", async (_, fields, error) => {
  const world = await startSandbox();
  const answer = await world.fetch(`${world.server.authUrl}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error });
  expect(stateOf(world, form.refresh_token)).toBe("fresh");
});

test("a refresh travels as a form: one in JSON is refused [OP-22] [ER-27]", async () => {
  const world = await startSandbox();
  const answer = await world.fetch(`${world.server.authUrl}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(form),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: "invalid_request" });
  expect(stateOf(world, form.refresh_token)).toBe("fresh");
});
