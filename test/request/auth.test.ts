import { AuthError, type TokenRequest, type TokenSource } from "content-service-client";
import { describe, expect, it } from "vitest";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { json, type Reply, scriptedFetch, status, user } from "../support/scripted-fetch.js";

const unauthorized = status(401);

/** A client over replies, and the tokens that its requests carried. */
function clientOf(auth: string | TokenSource, ...replies: [Reply, ...Reply[]]) {
  const made = clientWith(scriptedFetch(...replies), { auth });
  return { ...made, carried: () => made.fetch.sent.map(({ headers }) => headers.get("authorization")) };
}

/** An auth function that returns the next token for each request, and the requests. */
function source(...tokens: string[]) {
  const asked: TokenRequest[] = [];
  const auth: TokenSource = (request) => tokens[asked.push(request) - 1] ?? "";
  return { auth, asked };
}

describe("the access token", () => {
  it("does not go to another host, redirects included [AU-1]", async () => {
    const moved = status(307, { location: "https://elsewhere.example/" });
    const { client, fetch, carried } = clientOf("access-1", user, moved);
    await client.http.GET("/users/me", { baseUrl: "https://elsewhere.example" });
    expect(await errorOf(client.getCurrentUser())).toMatchObject({ name: "ApiError", status: 307 });
    expect(carried()).toEqual([null, "Bearer access-1"]);
    expect(fetch.sent.at(-1)).toMatchObject({ url: `${baseUrl}/users/me`, init: { redirect: "manual" } });
  });

  it("replaces an authorization header that the caller set", async () => {
    const { client, carried } = clientOf("access-1", user);
    await client.http.GET("/users/me", { headers: { authorization: "Bearer access-0" } });
    expect(carried()).toEqual(["Bearer access-1"]);
  });
});

describe("an auth function", () => {
  it("is called before each request, including retries", async () => {
    const { auth, asked } = source("access-1", "access-2", "access-3");
    const { client, clock, carried } = clientOf(auth, status(503), user);
    await clock.run(client.getCurrentUser());
    await client.getCurrentUser();
    expect(carried()).toEqual(["Bearer access-1", "Bearer access-2", "Bearer access-3"]);
    expect(asked.map(({ rejected }) => rejected)).toEqual([undefined, undefined, undefined]);
  });

  it("receives the rejected token, and the request is sent again with its body intact [AU-4]", async () => {
    const { auth, asked } = source("access-1", "access-2");
    const { client, fetch, carried } = clientOf(auth, unauthorized, () => json({ type: "web_link", id: "6001" }, 201));
    const body = { url: "https://example.com/", name: "Règlement “2026”", parent: { id: "3001" } };
    expect(await client.createWebLink({ body })).toMatchObject({ id: "6001" });
    expect(asked.map(({ rejected }) => rejected)).toEqual([undefined, "access-1"]);
    expect(carried()).toEqual(["Bearer access-1", "Bearer access-2"]);
    expect(fetch.sent.map((sent) => sent.body)).toEqual(Array(2).fill(JSON.stringify(body)));
  });

  it.each<[string, auth: string | string[], status: number, asked: number, sent: number]>([
    ["a 401, if the token is a string", "access-1", 401, 0, 1],
    ["a second 401", ["access-1", "access-2", "access-3"], 401, 2, 2],
    ["a 401, if it returns the rejected token again", ["access-1", "access-1"], 401, 2, 1],
    ["a 403", ["access-1", "access-2"], 403, 1, 1],
  ])("is not called again after %s, which is final", async (_, tokens, code, calls, requests) => {
    const { auth, asked } = source(...tokens);
    const { client, fetch, waitsMs } = clientOf(typeof tokens === "string" ? tokens : auth, status(code));
    expect(await errorOf(client.getCurrentUser())).toMatchObject({ name: "ApiError", status: code });
    expect([asked.length, fetch.sent.length, waitsMs()]).toEqual([calls, requests, []]);
  });

  it("that fails rejects the call with a retryable AuthError and its cause", async () => {
    const cause = new TypeError("fetch failed");
    const { client, clock } = clientOf(() => {
      throw cause;
    }, user);
    const error = { name: "AuthError", code: "token_server_unavailable", loginRequired: false, retryable: true, cause };
    expect(await errorOf(client.getCurrentUser())).toMatchObject({ ...error, message: "auth failed: TypeError" });
    expect(clock.pending()).toBe(0);
  });

  it("that fails with an AuthError rejects the call with it", async () => {
    const error = new AuthError("signed out", "login_required");
    const { client } = clientOf(() => Promise.reject(error), user);
    expect(await errorOf(client.getCurrentUser())).toBe(error);
  });

  it.each([
    ["", "no token"],
    ["access-1\n", 'a token with "\\n"'],
    ["Bearer access-1", 'a token with "Bearer "'],
    ["accès-1", 'a token with "è"'],
  ])("that returns %j rejects the call with the reason and without the token", async (token, found) => {
    const { client } = clientOf(() => token, user);
    const expected = { code: "no_token", loginRequired: true, message: `auth returned ${found}` };
    expect(await errorOf(client.getCurrentUser())).toMatchObject(expected);
  });
});
