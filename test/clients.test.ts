import { type Client, createPartialClient, paginate } from "content-service-client";
import { getCurrentUser, listFileVersionRetentions, queryMetadata } from "content-service-client/operations";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith } from "./support/client-with.js";
import { json, never, scriptedFetch, status } from "./support/scripted-fetch.js";

function sending(options: Parameters<typeof clientWith>[1] = {}) {
  const fetch = scriptedFetch(() => json({ type: "user", id: "1004" }));
  const asUsers = () => fetch.sent.map(({ headers }) => headers.get("as-user"));
  return { ...clientWith(fetch, options), sent: fetch.sent, asUsers };
}

describe("a client for another user", () => {
  it("sends As-User with each call, and the first client does not [BE-19] [AU-3]", async () => {
    const { client, sent, asUsers } = sending();
    const other = client.asUser("1004");
    expectTypeOf(other).toEqualTypeOf<Client>();
    await other.getCurrentUser();
    await other.http.GET("/users/me");
    await client.getCurrentUser();
    await client.http.GET("/users/me");
    expect(asUsers()).toEqual(["1004", "1004", null, null]);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(Array(4).fill("Bearer access-token"));
  });

  it("makes a client for a third, and a call can name a user itself [BE-19] [AU-3]", async () => {
    const { client, asUsers } = sending();
    const other = client.asUser("1004");
    await other.asUser("1003").getCurrentUser();
    await other.getCurrentUser({ header: { "As-User": "1002" } });
    await client.getCurrentUser({ header: { "As-User": "1001" } });
    await other.getCurrentUser();
    expect(asUsers()).toEqual(["1003", "1002", "1001", "1004"]);
  });

  it("keeps the timeout that was set [BE-19]", async () => {
    const { client, clock } = clientWith(scriptedFetch(never), { timeoutMs: 700, retry: false });
    await expect(clock.run(client.asUser("1004").getCurrentUser())).rejects.toMatchObject({ timeoutMs: 700 });
    expect(clock.elapsedMs()).toBe(700);
  });

  it("keeps the tokens, the retries, the events and every other option [BE-19]", async () => {
    let asked = 0;
    const auth = () => `token-${++asked}`;
    const fetch = scriptedFetch(status(503));
    const { client, clock, events } = clientWith(fetch, { auth, brandHeader: "ContentApi", retry: { maxAttempts: 2 } });
    await clock.run(client.getCurrentUser()).catch(() => undefined);
    const item = client.asUser("1004").findSharedItem({ header: { ServiceApi: "shared_link=x" } });
    await expect(clock.run(item)).rejects.toMatchObject({ status: 503, attempts: 2 });
    const brands = fetch.sent.slice(-2).map(({ headers }) => headers.get("contentapi"));
    expect(brands).toEqual(["shared_link=x", "shared_link=x"]);
    expect(fetch.sent.at(-1)?.headers.get("authorization")).toBe("Bearer token-4");
    expect(new Set(events.flatMap((event) => ("callId" in event ? [event.callId] : [])))).toEqual(new Set([1, 2]));
  });

  it.each([
    ["an empty string", ""],
    ["a number", 1004],
    ["undefined", undefined],
    ["a line break", "1004\r\nx-admin: 1"],
  ])("cannot be made of %s", (_, userId) => {
    const { client } = sending();
    const problem = new TypeError("header.As-User must be trimmed, non-empty Latin-1 without line breaks");
    // Plain JavaScript can pass anything.
    expect(() => client.asUser(userId as string)).toThrow(problem);
  });
});

const user = { type: "user", id: "1001", name: "Enterprise Admin", login: "admin@example.com" };
const options = { baseUrl: "https://api.content.example/2.0", auth: "token" };

describe("a partial client", () => {
  it("has the operations it was given, and no others", async () => {
    const fetch = scriptedFetch(() => json(user));
    const client = createPartialClient({ getCurrentUser }, { ...options, fetch });
    const me = await client.getCurrentUser({ query: { fields: ["login"] } });
    expect(me).toEqual(user);
    expectTypeOf(me).toEqualTypeOf<{ type: "user"; id: string; name: string; login: string }>();
    expect(Object.keys(client)).toEqual(["getCurrentUser", "http", "asUser"]);
    // @ts-expect-error: it was not given
    expect(client.updateFile).toBeUndefined();
  });

  it("acts for other users, and pages", async () => {
    const fetch = scriptedFetch(() => json({ entries: [{ type: "file_version_retention", id: "8601" }], limit: 100 }));
    const client = createPartialClient({ listFileVersionRetentions }, { ...options, fetch }).asUser("1003");
    const ids: string[] = [];
    for await (const { id } of paginate(client.listFileVersionRetentions)) ids.push(id);
    expect(ids).toEqual(["8601"]);
    expect(fetch.sent[0]?.headers.get("as-user")).toBe("1003");
  });

  it("knows of client.http what it was given, and sends the rest without it", async () => {
    const operations: unknown[] = [];
    const client = createPartialClient(
      { queryMetadata },
      {
        ...options,
        fetch: scriptedFetch(() => json(user)),
        onEvent: (event) => operations.push(Reflect.get(event, "operation")),
      },
    );
    await client.http.GET("/users/me");
    const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0" };
    await client.http.POST("/metadata_queries/execute_read", { body });
    expect(operations).toEqual([undefined, undefined, "queryMetadata", "queryMetadata"]);
  });
});
