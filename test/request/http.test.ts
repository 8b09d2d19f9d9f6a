import { createClient } from "content-service-client";
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { json, never, type Reply, scriptedFetch, status } from "../support/scripted-fetch.js";
import { serve } from "../support/serve.js";
import { transports } from "../support/transports.js";

const user = { type: "user", id: "1001", name: "Enterprise Admin" };
const ok: Reply = () => json(user);
const form = { grant_type: "refresh_token", client_id: "app", client_secret: "a&b =ä", refresh_token: "r1" } as const;

describe("client.http", () => {
  it("returns data or error and the response, and does not throw for a status", async () => {
    const { client } = clientWith(scriptedFetch(ok, () => json({ code: "not_found", message: "No." }, 404)));
    const found = await client.http.GET("/users/me");
    expect(found.data).toEqual(user);
    expect(found.response.status).toBe(200);
    const missing = await client.http.GET("/users/me");
    expect(missing).toMatchObject({ error: { code: "not_found" }, response: { status: 404 } });
    expectTypeOf(found.response).toEqualTypeOf<Response>();
    if (found.data) expectTypeOf(found.data.id).toBeString();
  });

  const outside = [
    "/../../admin",
    "/..",
    "/%2e%2e/%2E%2E/admin",
    "/..\\..\\admin",
    "/\t../.\n./admin",
    "/a/..\\../../b?c",
  ];
  const noPaths = [".thief.example/x", "@thief.example/x", "users/me", ""];
  it.each([
    ...outside.map((path) => [path, "path must stay below baseUrl"]),
    ...noPaths.map((path) => [path, "path must start with /"]),
  ])("rejects a path that leads elsewhere, and sends nothing: %j", async (path = "", message) => {
    const { client, fetch } = clientWith(scriptedFetch(ok));
    const get = client.http.GET as (path: string) => Promise<unknown>;
    await expect(get(path)).rejects.toThrow(new TypeError(message));
    expect(fetch.sent).toEqual([]);
  });

  const below = ["/users/../users/me", "/users/./me", "/users/me?a=../..", "/users/me#/../.."];
  it.each(below)("sends a path that stays below the base path as the URL standard writes it: %s", async (path) => {
    const { client, fetch } = clientWith(scriptedFetch(ok));
    await (client.http.GET as (path: string) => Promise<unknown>)(path);
    expect(fetch.sent[0]?.url).toBe(new URL(`${baseUrl}${path}`).href);
    expect(fetch.sent[0]?.headers.get("authorization")).toBe("Bearer access-token");
  });

  it.each([
    "https://api.content.example/2.0/../admin",
    "https://api.content.example/2.0x",
    "https://api.content.example",
    "https://api.content.example.elsewhere.example/2.0",
    "https://api.content.example@elsewhere.example/2.0",
    "https://elsewhere.example",
  ])("sends no token to another base URL: %s", async (other) => {
    const { client, fetch } = clientWith(scriptedFetch(ok));
    await client.http.GET("/users/me", { baseUrl: other }).catch(() => {});
    for (const { headers } of fetch.sent) expect(headers.get("authorization")).toBeNull();
  });

  it("finds the operation by method and path, even with a lowercase method", async () => {
    const { client, events } = clientWith(scriptedFetch(ok));
    await client.http.request("get", "/users/me");
    // A method that the path does not have in the contract.
    await (client.http.DELETE as (path: string) => Promise<unknown>)("/users/me");
    expect(events.filter(({ type }) => type === "request")).toMatchObject([
      { operation: "getCurrentUser", method: "GET" },
      { operation: undefined, method: "DELETE" },
    ]);
  });

  const broken = new SyntaxError("broken");
  const message = "getCurrentUser: 404 (GET /2.0/users/me)";
  it.each([
    ["error", () => Promise.reject(broken), expect.toSatisfy((error) => error === broken)],
    ["response", status(404), expect.objectContaining({ name: "ApiError", message, excerpt: undefined })],
  ])("uses the %s of a middleware as it is, and sends nothing", async (_, onRequest, expected) => {
    const { client, fetch } = clientWith(scriptedFetch(ok));
    client.http.use({ onRequest });
    expect(await errorOf(client.getCurrentUser())).toEqual(expected);
    expect(fetch.sent).toEqual([]);
  });

  it.each<[string, (received: Response) => unknown]>([
    ["returns it", (received) => received],
    ["replaces it", (received) => new Response(received.body, received)],
    ["reads a clone of it", async (received) => void (await received.clone().json())],
    ["reads a clone of it as bytes", async (received) => void (await received.clone().arrayBuffer())],
  ])(
    "gives a middleware a whole response without secrets, whatever the transport: one that %s",
    async (_, onResponse) => {
      const { url } = await serve((_, response) => response.writeHead(404).end('{"message":"not access-token"}'));
      for (const transport of Object.values(transports)) {
        const { http } = createClient({ baseUrl: `${url}/2.0`, auth: "access-token", fetch: transport().fetch });
        // openapi-fetch takes what is returned; its type says so for a new response only.
        http.use({ onResponse: async ({ response }) => (await onResponse(response)) as Response | undefined });
        const { error, response } = await http.GET("/users/me");
        expect([error, response.status]).toEqual([{ message: "not [secret]" }, 404]);
      }
    },
  );

  it("has the timeouts, the deadline and the retries of a call", async () => {
    const { client, clock, fetch } = clientWith(scriptedFetch(status(503), never));
    const { response } = await client.http.GET("/users/me", { retry: false });
    expect([response.status, fetch.sent.length]).toEqual([503, 1]);
    const late = (own: object) => clock.run(client.http.GET("/users/me", { retry: false, ...own }));
    await expect(late({ timeoutMs: 20 })).rejects.toMatchObject({ scope: "attempt", timeoutMs: 20 });
    await expect(late({ totalTimeoutMs: 30 })).rejects.toMatchObject({ scope: "call", timeoutMs: 30 });
    await expect(late({ deadline: clock.now() + 40 })).rejects.toMatchObject({ scope: "call", timeoutMs: 40 });
    await expect(late({ timeoutMs: "20" })).rejects.toThrow(new TypeError("timeoutMs must be a number, 0 or more"));
  });

  it("passes other options to fetch, but never the caller's redirect or signal", async () => {
    const { client, fetch } = clientWith(scriptedFetch(ok));
    const { signal } = new AbortController();
    await client.http.GET("/users/me", { cache: "no-store", redirect: "follow", signal });
    expect(fetch.sent[0]?.init).toMatchObject({ cache: "no-store", redirect: "manual" });
    expect(fetch.sent[0]?.init.signal).not.toBe(signal);
  });
});

describe("the access token", () => {
  const authUrls = ["https://auth.content.example/", `${baseUrl}/auth`, "https://auth.content.example/$&/$$"];
  it.each(authUrls)("and As-User do not go to the token server, only a form: %s [AU-1] [CO-6]", async (authUrl) => {
    const fetch = scriptedFetch(() =>
      json({ access_token: "t2", refresh_token: "r2", expires_in: 3600, token_type: "bearer" }),
    );
    const { client } = clientWith(fetch, { authUrl, headers: { "X-Api-Key": "s3cret" } });
    const tokens = await client.asUser("1004").refreshAccessToken({ body: form });
    expect(tokens.access_token).toBe("t2");
    await client.asUser("1004").http.POST("/oauth2/token", { body: form });
    const wire = "grant_type=refresh_token&client_id=app&client_secret=a%26b+%3D%C3%A4&refresh_token=r1";
    for (const { url, headers, body } of fetch.sent) {
      expect([url, body]).toEqual([`${authUrl.replace(/\/$/, "")}/oauth2/token`, wire]);
      expect([...headers]).toEqual([
        ["content-type", "application/x-www-form-urlencoded"],
        ["user-agent", expect.any(String)],
      ]);
    }
    expect(fetch.sent).toHaveLength(2);
  });

  it("cannot be refreshed without authUrl, which the error names", async () => {
    const fetch = scriptedFetch(ok);
    const call = clientWith(fetch).client.refreshAccessToken({ body: form });
    await expect(call).rejects.toThrow(new TypeError("authUrl must be set to call the token server"));
    expect(fetch.sent).toEqual([]);
  });
});

it("without a fetch of its own the client uses the platform's fetch at the time of the call", async () => {
  const client = createClient({ baseUrl, auth: "access-token" });
  const fetch = scriptedFetch(ok);
  vi.stubGlobal("fetch", fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(client.getCurrentUser()).resolves.toEqual(user);
  expect(fetch.sent).toHaveLength(1);
});
