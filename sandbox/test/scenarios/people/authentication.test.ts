import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { describe, expect } from "vitest";
import { expectApiError } from "../../support/responses.js";
import { shareSandbox, type TestSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const form = {
  grant_type: "refresh_token",
  client_id: "sandbox-client",
  client_secret: "sandbox-secret",
  refresh_token: "refresh-owner",
} as const;

describe("access tokens", () => {
  const HOUR_MS = 3600_000;
  const rename = { path: { file_id: "4001" }, body: { name: "renamed.pdf" } };

  test.for([
    ["no Authorization header", undefined],
    ["a token without its scheme", "token-owner"],
    ["a token that nobody issued", "Bearer token-nobody"],
    ["a refresh token", "Bearer refresh-owner"],
    ["a token that has expired", "Bearer token-expired"],
  ])("a file is not changed with %s [ER-04]", async ([, authorization]) => {
    const { fetch, server } = shared;
    const headers = { "content-type": "application/json", ...(authorization !== undefined && { authorization }) };
    // The token comes first, so nobody learns whether the file exists or the request is valid.
    for (const [id, name] of [
      ["4001", "renamed.pdf"],
      ["4999", "renamed.pdf"],
      ["no-number", ""],
    ]) {
      const init = { method: "PUT", headers, body: JSON.stringify({ name }) };
      const response = await fetch(`${server.baseUrl}/files/${id}`, init);
      expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
      expect(await response.json()).toMatchObject({ type: "error", status: 401, code: "unauthorized" });
    }
  });

  test("are invalid once they expire or are revoked [ER-04]", async ({ setup }) => {
    const [first, other] = [setup.sandbox.actions.issueTokens("1003"), setup.sandbox.actions.issueTokens("1003")];
    const client = setup.as("owner", { auth: first.access_token });
    setup.sandbox.actions.revokeToken(other.access_token);
    const revoked = setup.as("owner", { auth: other.access_token });
    await expectApiError(revoked.updateFile(rename), 401, "unauthorized");
    // The other sign-in of the same user goes on until its hour is over.
    setup.sandbox.clock.advance(HOUR_MS - 1);
    await client.updateFile(rename);
    setup.sandbox.clock.advance(1);
    await expectApiError(client.updateFile(rename), 401, "unauthorized");
  });

  test("are refreshed without one, and the call is sent again whole [AU-1] [AU-4] [BE-24]", async ({ setup }) => {
    const { server, fetch, exchanges } = setup;
    const store = memoryTokenStore({ accessToken: "token-expired", refreshToken: "refresh-admin" });
    const application = { clientId: form.client_id, clientSecret: form.client_secret };
    const auth = refreshingAuth({ authUrl: server.authUrl, ...application, store, fetch });
    const text = "Terms, “quoted” and 🔒. ".repeat(2000);
    const made = await setup.as("admin", { auth }).createTermsOfService({ body: { status: "enabled", text } });
    expect(made).toMatchObject({ text });
    const sent = exchanges.map(({ request: { headers, body }, response }) => [
      ...[new Headers(headers).get("authorization"), response.status],
      body?.includes("Terms") ? JSON.parse(body) : undefined,
    ]);
    expect(sent).toEqual([
      ["Bearer token-expired", 401, { status: "enabled", text }],
      [null, 200, undefined],
      [expect.stringMatching(/^Bearer access-token-\d+$/), 200, { status: "enabled", text }],
    ]);
  });
});

describe("a refresh", () => {
  const DAY_MS = 86_400_000;
  const FORM = "application/x-www-form-urlencoded";
  const BASIC = `Basic ${btoa("sandbox-client:sandbox-secret")}`;
  const refresh = ({ as }: Pick<TestSandbox, "as">, part: Partial<Record<keyof typeof form, string>> = {}) =>
    as("owner").refreshAccessToken({ body: { ...form, ...part } as typeof form });

  /** Sends a refresh as other clients could. */
  async function post({ fetch, server }: TestSandbox, body: BodyInit, headers: Record<string, string>) {
    const response = await fetch(`${server.authUrl}/oauth2/token`, { method: "POST", headers, body });
    return [response.status, await response.json()];
  }

  test.for(Object.keys(form))("without %s is rejected, whatever the header is [AU-6] [ER-27]", async (name) => {
    const error_description = expect.stringContaining(name);
    for (const value of [{ ...form, [name]: "" }, Object.entries(form).filter(([key]) => key !== name)]) {
      const response = await post(shared, new URLSearchParams(value), { authorization: BASIC });
      expect(response).toEqual([400, { error: "invalid_request", error_description }]);
    }
  });

  const text = new URLSearchParams(form).toString();
  test.for([
    // RFC 6749, section 3.2.
    ["with a repeated parameter", FORM, `${text}&client_id=sandbox-client`, "invalid_request"],
    ["of another grant type", FORM, text.replace("refresh_token", "password"), "unsupported_grant_type"],
    ["in JSON instead of a form", "application/json", JSON.stringify(form), "invalid_request"],
  ] as const)("%s is rejected [OP-22] [AU-6] [ER-27]", async ([, type, body, error]) => {
    expect(await post(shared, body, { "content-type": type })).toMatchObject([400, { error }]);
  });

  test("works once for a token, and leads to the next for 60 days [OP-22] [BE-24] [ER-27]", async ({ setup }) => {
    setup.sandbox.clock.advance(60 * DAY_MS - 1);
    const tokens: string[] = [form.refresh_token];
    for (let round = 0; round < 3; round += 1) {
      const issued = await refresh(setup, { refresh_token: tokens.at(-1) ?? "" });
      expect(issued).toMatchObject({ token_type: "bearer", expires_in: 3600, restricted_to: [] });
      expect(await setup.as("owner", { auth: issued.access_token }).getCurrentUser()).toMatchObject({ id: "1003" });
      tokens.push(issued.refresh_token ?? "");
    }
    expect(new Headers(setup.exchanges[0]?.response.headers).get("cache-control")).toBe("no-store");
    for (const spent of tokens.slice(0, -1)) {
      const { refresh_tokens } = setup.sandbox.snapshot();
      expect(refresh_tokens).toContainEqual(expect.objectContaining({ token: spent, state: "used" }));
      await expectApiError(refresh(setup, { refresh_token: spent }), 400, "invalid_grant");
    }
    // Those errors did the newest one no harm.
    await refresh(setup, { refresh_token: tokens.at(-1) ?? "" });
    setup.sandbox.clock.advance(1);
    await expectApiError(refresh(setup, { refresh_token: "refresh-member" }), 400, "invalid_grant");
  });

  test("succeeds for only one of several concurrent requests with a token [BE-24]", async ({ setup, sandbox }) => {
    const before = sandbox.snapshot().access_tokens?.length ?? 0;
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => refresh(setup)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(sandbox.snapshot().access_tokens).toHaveLength(before + 1);
  });

  test.for([
    [{ client_id: "nobody" }, "invalid_client"],
    [{ client_secret: "sandbox-secret-1" }, "invalid_client"],
    [{ refresh_token: "refresh-nobody" }, "invalid_grant"],
    [{ refresh_token: "refresh-used" }, "invalid_grant"],
    [{ refresh_token: "refresh-revoked" }, "invalid_grant"],
    [{ refresh_token: "refresh-expired" }, "invalid_grant"],
    [{ client_id: "other-client", client_secret: "other-secret" }, "invalid_grant"],
  ] as const)("with %j is rejected, and no token is spent or issued [ER-27]", async ([part, error]) => {
    const rejection = await expectApiError(refresh(shared, part), 400, error);
    expect(rejection.body).toEqual({ error, error_description: expect.any(String) });
  });
});
