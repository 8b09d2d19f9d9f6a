import { inspect } from "node:util";
import { type Client, type ClientEvent, createPartialClient } from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { clientWith } from "./support/client-with.js";
import { json, user as replyUser, scriptedFetch } from "./support/scripted-fetch.js";

function sending(options: Parameters<typeof clientWith>[1] = {}) {
  const fetch = scriptedFetch(replyUser);
  const asUsers = () => fetch.sent.map(({ headers }) => headers.get("as-user"));
  return { ...clientWith(fetch, options), sent: fetch.sent, asUsers };
}

describe("a client for another user", () => {
  it("sends As-User with each call, unless the call names a user itself, and the first client does not [BE-19] [AU-3]", async () => {
    const { client, sent, asUsers } = sending();
    const other = client.asUser("1004");
    expectTypeOf(other).toEqualTypeOf<Client>();
    await other.getCurrentUser();
    await other.http.GET("/users/me");
    await other.asUser("1003").getCurrentUser();
    await other.getCurrentUser({ header: { "As-User": "1002" } });
    await client.getCurrentUser({ header: { "As-User": "1001" } });
    await client.http.GET("/users/me");
    expect(asUsers()).toEqual(["1004", "1004", "1003", "1002", "1001", null]);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(Array(6).fill("Bearer access-token"));
  });

  it.each(["", 1004, undefined, "1004\r\nx-admin: 1"])("cannot be made of %j", (userId) => {
    const { client } = sending();
    const problem = new TypeError("header.As-User must be trimmed, non-empty Latin-1 without line breaks");
    // Plain JavaScript can pass anything.
    expect(() => client.asUser(userId as string)).toThrow(problem);
  });
});

describe("a derived client", () => {
  it("has a token of its own, and so has each client derived from it [CL-5]", async () => {
    const { client, sent } = sending();
    const other = client.with({ auth: "other-token" });
    expectTypeOf(other).toEqualTypeOf<Client>();
    await other.asUser("1004").getCurrentUser();
    await other.with({ headers: { "X-Trace": "1" } }).http.GET("/users/me");
    await client.getCurrentUser();
    const headers = sent.map(({ headers }) => ["authorization", "as-user", "x-trace"].map((name) => headers.get(name)));
    expect(headers).toEqual([
      ["Bearer other-token", "1004", null],
      ["Bearer other-token", null, "1"],
      ["Bearer access-token", null, null],
    ]);
    expect(() => client.with({ auth: "Bearer x" })).toThrow("auth must be a function, or a token without line");
  });

  it("shares the middleware of http, in both directions [CL-5]", async () => {
    const { client, sent } = sending();
    const derived = client.with({ timeoutMs: 500 }).asUser("1004");
    const add = (name: string) => ({
      onRequest({ request }: { request: Request }) {
        request.headers.set(name, "yes");
      },
    });
    client.http.use(add("x-first"));
    derived.http.use(add("x-second"));
    await derived.getCurrentUser();
    await client.getCurrentUser();
    for (const { headers } of sent) expect([headers.get("x-first"), headers.get("x-second")]).toEqual(["yes", "yes"]);
  });

  it("adds an event hook to that of the first, and the numbers of the calls are shared [CL-5]", async () => {
    const ids: number[][] = [[], []];
    const hook = (index: number) => (event: ClientEvent) => {
      if (event.type === "end") ids[index]?.push(event.callId);
    };
    const { client } = sending({ onEvent: hook(0) });
    const derived = client.with({ onEvent: hook(1) });
    for (const each of [client, derived, client.asUser("1004"), derived.asUser("1004")]) await each.getCurrentUser();
    expect(ids).toEqual([
      [1, 2, 3, 4],
      [2, 4],
    ]);
  });

  it("keeps what it is not given, an option that is undefined included [CL-5]", async () => {
    const { client, sent } = sending({ headers: { "X-App": "1" } });
    await client.with({ auth: undefined, headers: undefined, retry: undefined, onEvent: undefined }).getCurrentUser();
    expect(sent[0]?.headers.get("x-app")).toBe("1");
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer access-token");
  });
});

const user = { type: "user", id: "1001", name: "Enterprise Admin", login: "admin@example.com" };
const options = { baseUrl: "https://api.content.example/2.0", auth: "token" };

describe("a partial client", () => {
  it("prints no token, and its methods have no undocumented members", () => {
    const client = createPartialClient({ getCurrentUser }, { ...options, auth: "s3cret-token" });
    expect(inspect(client, { depth: 9 })).not.toContain("s3cret");
    expect(Object.keys(client.getCurrentUser)).toEqual(["operation", "info"]);
  });

  it("has the operations it was given, and can be copied, spied on and changed as a plain object can", async () => {
    const fetch = scriptedFetch(() => json(user));
    const made = createPartialClient({ getCurrentUser }, { ...options, fetch });
    for (const client of [made, made.with({})]) {
      expect(client.getCurrentUser).toBe(client.getCurrentUser);
      const { getCurrentUser: detached } = client;
      const copy = { ...client, asUser: undefined };
      await expect(detached()).resolves.toEqual(user);
      await expect(copy.getCurrentUser()).resolves.toEqual(user);
      expect(Object.keys(client).toSorted()).toEqual(["asUser", "getCurrentUser", "http", "with"]);
      const spy = vi.spyOn(client, "getCurrentUser");
      await client.getCurrentUser();
      expect(spy).toHaveBeenCalledOnce();
      spy.mockRestore();
      await expect(client.getCurrentUser()).resolves.toEqual(user);
    }
  });
});
