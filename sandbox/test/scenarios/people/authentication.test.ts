import type { ClientOptions, RefreshEvent } from "content-service-client";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { describe, expect } from "vitest";
import { revokeToken, signIn } from "../../support/control.js";
import { apiErrorOf, expectApiError } from "../../support/responses.js";
import { openSandbox, shareSandbox, type TestSandbox, test } from "../../support/start-sandbox.js";

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

  test.each([
    ["no Authorization header", undefined],
    ["an empty token", "Bearer "],
    ["another scheme", "Basic dG9rZW4tb3duZXI6"],
    ["a token without its scheme", "token-owner"],
    ["a token that nobody issued", "Bearer token-nobody"],
    ["a refresh token", "Bearer refresh-owner"],
    ["a token that has expired", "Bearer token-expired"],
  ])("a file is not changed with %s [ER-04]", async (_, authorization) => {
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
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
      expect(await response.json()).toMatchObject({ type: "error", status: 401, code: "unauthorized" });
    }
  });

  test("an access token is invalid once it expires or is revoked [ER-04]", async ({ setup }) => {
    const { accessToken } = await signIn(setup, "1003");
    const other = await signIn(setup, "1003");
    const client = setup.as("owner", { auth: accessToken });
    await client.updateFile(rename);
    await revokeToken(setup, other.accessToken);
    const revoked = setup.as("owner", { auth: other.accessToken });
    await expectApiError(revoked.updateFile(rename), 401, "unauthorized");
    // The other sign-in of the same user goes on until its hour is over.
    setup.sandbox.clock.advance(HOUR_MS - 1);
    await client.updateFile(rename);
    setup.sandbox.clock.advance(1);
    await expectApiError(client.updateFile(rename), 401, "unauthorized");
  });

  test("after a refresh, which carries no token, a call is retried once with its whole body [AU-1] [AU-4] [BE-24]", async ({
    setup,
  }) => {
    const store = memoryTokenStore({ accessToken: "token-expired", refreshToken: "refresh-admin" });
    const outcomes: RefreshEvent["outcome"][] = [];
    const { authUrl } = setup.server;
    // No call waits or times out.
    const clock = { now: () => setup.sandbox.clock.now(), timer: () => () => {} };
    const auth = refreshingAuth({
      ...{ authUrl, clientId: form.client_id, clientSecret: form.client_secret },
      ...{ store, clock, fetch: setup.fetch },
    });
    const onEvent: ClientOptions["onEvent"] = (event) => event.type === "refresh" && outcomes.push(event.outcome);
    const client = setup.as("admin", { auth, clock, onEvent });
    const text = "Terms, “quoted” and 🔒. ".repeat(2000);
    expect(await client.createTermsOfService({ body: { status: "enabled", text } })).toMatchObject({ text });
    expect(setup.sandbox.snapshot().terms_of_services?.filter((one) => one.text === text)).toHaveLength(1);
    const paths = setup.exchanges.map(({ request, response }) => [request.url?.split("/").at(-1), response.status]);
    expect(paths).toEqual([
      ["terms_of_services", 401],
      ["token", 200],
      ["terms_of_services", 200],
    ]);
    const tokensSent = setup.exchanges.map(({ request }) => new Headers(request.headers).get("authorization"));
    expect(tokensSent).toEqual(["Bearer token-expired", null, expect.stringMatching(/^Bearer access-token-\d+$/)]);
    expect(setup.exchanges[2]?.request.body).toBe(setup.exchanges[0]?.request.body);
    expect(outcomes).toEqual(["started", "renewed"]);
    expect(await store.load()).toMatchObject({ refreshToken: expect.stringMatching(/^refresh-token-/) });
  });
});

describe("refresh tokens", () => {
  const DAY_MS = 86_400_000;

  /** Sends a refresh as other clients could. */
  async function post(
    { fetch, server }: TestSandbox,
    body: BodyInit,
    headers: Record<string, string> = {},
    query = "",
  ) {
    const response = await fetch(`${server.authUrl}/oauth2/token${query}`, { method: "POST", headers, body });
    return [response.status, await response.json()];
  }

  test.each<[string, { headers?: Record<string, string>; form?: Record<string, string>; query?: string }]>([
    ["a bearer token", { headers: { authorization: "Bearer token-owner" } }],
    ["client credentials", { headers: { authorization: `Basic ${btoa("sandbox-client:sandbox-secret")}` } }],
    ["unknown parameters", { form: { scope: "read write", device_name: "laptop", __proto__x: "1" } }],
    ["an unknown parameter in the query", { query: "?trace=1" }],
    ["a charset", { headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" } }],
  ])("a refresh with %s gets new tokens [AU-6]", async (_, { headers = {}, form: extra = {}, query = "" }) => {
    const response = await post(await openSandbox(), new URLSearchParams({ ...form, ...extra }), headers, query);
    expect(response).toMatchObject([200, { token_type: "bearer" }]);
  });

  test.each(Object.keys(form))(
    "a refresh without %s is rejected, whatever the Authorization header is [AU-6] [ER-27]",
    async (name) => {
      const authorization = `Basic ${btoa("sandbox-client:sandbox-secret")}`;
      for (const headers of [{}, { authorization }]) {
        for (const value of [{ ...form, [name]: "" }, Object.entries(form).filter(([key]) => key !== name)]) {
          const error_description = expect.stringContaining(name);
          const response = await post(shared, new URLSearchParams(value), headers);
          expect(response).toEqual([400, { error: "invalid_request", error_description }]);
        }
      }
    },
  );

  const FORM = "application/x-www-form-urlencoded";
  test.each([
    // RFC 6749, section 3.2.
    ["with a repeated parameter", FORM, `${new URLSearchParams(form)}&client_id=sandbox-client`, "invalid_request"],
    [
      "of another grant type",
      FORM,
      `${new URLSearchParams(form)}`.replace("refresh_token", "password"),
      "unsupported_grant_type",
    ],
    ["in JSON instead of a form", "application/json", JSON.stringify(form), "invalid_request"],
  ])("a refresh %s is rejected [OP-22] [AU-6] [ER-27]", async (_, type, body, error) => {
    expect(await post(shared, body, { "content-type": type })).toMatchObject([400, { error }]);
  });

  test("a refresh returns a token for an hour and the next refresh token [OP-22] [BE-24]", async ({
    as,
    exchanges,
  }) => {
    const issued = await as("owner").refreshAccessToken({ body: form });
    expect(issued).toMatchObject({ token_type: "bearer", expires_in: 3600, restricted_to: [] });
    expect(issued.refresh_token).not.toBe(form.refresh_token);
    expect(new Headers(exchanges[0]?.response.headers).get("cache-control")).toBe("no-store");
  });

  const refresh = ({ as }: Pick<TestSandbox, "as">, refresh_token: string = form.refresh_token) =>
    as("owner").refreshAccessToken({ body: { ...form, refresh_token } });

  test("a refresh token works once, and each refresh leads to the next [BE-24]", async ({ setup }) => {
    const tokens: string[] = [form.refresh_token];
    for (let round = 0; round < 5; round += 1) {
      const { access_token, refresh_token } = await refresh(setup, tokens.at(-1));
      expect(await setup.as("owner", { auth: access_token }).getCurrentUser()).toMatchObject({ id: "1003" });
      tokens.push(refresh_token ?? "");
    }
    expect(new Set(tokens).size).toBe(6);
    for (const spent of tokens.slice(0, -1)) {
      const { refresh_tokens } = setup.sandbox.snapshot();
      expect(refresh_tokens).toContainEqual(expect.objectContaining({ token: spent, state: "used" }));
      await expectApiError(refresh(setup, spent), 400, "invalid_grant");
    }
    // Those errors did the newest one no harm.
    await refresh(setup, tokens.at(-1));
  });

  test("only one of several concurrent requests with a refresh token succeeds [BE-24]", async ({ setup, sandbox }) => {
    const before = sandbox.snapshot().access_tokens?.length ?? 0;
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => refresh(setup)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(sandbox.snapshot().access_tokens).toHaveLength(before + 1);
  });

  test("a refresh token lasts for 60 days [BE-24] [ER-27]", async ({ setup, sandbox }) => {
    sandbox.clock.advance(60 * DAY_MS - 1);
    await refresh(setup);
    sandbox.clock.advance(1);
    await expectApiError(refresh(setup, "refresh-member"), 400, "invalid_grant");
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
  ])("a refresh with %s is rejected, and no token is spent or issued [ER-27]", async (_, part, error) => {
    const rejection = await apiErrorOf(shared.as("owner").refreshAccessToken({ body: { ...form, ...part } }));
    expect(rejection).toMatchObject({
      status: 400,
      code: error,
      body: { error, error_description: expect.any(String) },
    });
  });
});
