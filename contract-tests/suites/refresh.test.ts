import { createClient } from "content-service-client";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { defaultSeed } from "content-service-sandbox";
import { beforeEach, expect, inject, test } from "vitest";
import { checkExchange, type Exchange, loadContract, recordExchange } from "../src/index.js";
import { ownTarget } from "./call-operation.js";
import { controlSandbox } from "./targets.js";

const FORM = {
  grant_type: "refresh_token",
  client_id: "example-client-id",
  client_secret: "s&cret=+%/ü",
  refresh_token: "example refresh+token",
} as const;

const { client_id, client_secret, refresh_token } = FORM;
// A sandbox accepts the form only if every character of it arrives, and each refresh token once.
const credentials = {
  clients: [{ client_id, client_secret }],
  refresh_tokens: [{ token: refresh_token, user_id: "1001", client_id }],
};
const target = await ownTarget(inject("target"), { ...defaultSeed(), ...credentials });
const { baseUrl, authUrl, token } = target;
const contract = loadContract();

beforeEach(async () => {
  if (target.kind === "sandbox") await controlSandbox(target, "POST /reset");
});

test("sends the refresh as a form, with every field whole and without a token of the caller [OP-22] [AU-1]", async () => {
  const { exchanges, fetch } = recorder();
  const client = createClient({ baseUrl, authUrl, auth: token, retry: false, fetch });
  const tokens = await client.refreshAccessToken({ body: FORM });
  expect(tokens.token_type).toBe("bearer");
  expectForm(exchanges[0], FORM);
  expect(exchanges).toHaveLength(1);
});

test("sends the same form when a token has to be refreshed before a call [OP-22] [AU-1]", async () => {
  const { exchanges, fetch } = recorder();
  const store = memoryTokenStore({ refreshToken: refresh_token });
  const { authUrl } = target;
  const auth = refreshingAuth({ authUrl, clientId: client_id, clientSecret: client_secret, store, fetch });
  const client = createClient({ baseUrl: target.baseUrl, auth, retry: false, fetch });
  const user = await client.getCurrentUser();
  const [refresh, call] = exchanges;
  expect(user.type).toBe("user");
  expectForm(refresh, FORM);
  const [, token] = new Headers(call?.request.headers).get("authorization")?.split(" ") ?? [];
  expect(JSON.parse(refresh?.response.body ?? "{}")).toMatchObject({ access_token: token });
  expect(exchanges).toHaveLength(2);
});

function recorder() {
  const exchanges: Exchange[] = [];
  return { exchanges, fetch: recordExchange(globalThis.fetch, (exchange) => exchanges.push(exchange)) };
}

function expectForm(exchange: Exchange | undefined, form: Record<string, string>): void {
  if (exchange === undefined) throw new Error("Expected one request, received none");
  const { request } = exchange;
  const headers = new Headers(request.headers);
  expect(request.method).toBe("POST");
  expect(request.url).toBe(`${target.authUrl}/oauth2/token`);
  expect(headers.get("content-type")).toMatch(/^application\/x-www-form-urlencoded(;|$)/);
  expect(headers.get("authorization")).toBeNull();
  expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual(form);
  expect(() => JSON.parse(request.body ?? "")).toThrow(SyntaxError);
  expect(checkExchange(exchange, { contract, ...target, closed: true })).toEqual([]);
}
