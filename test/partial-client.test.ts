import { createPartialClient, paginate } from "content-service-client";
import { getCurrentUser, listFileVersionRetentions, queryMetadata } from "content-service-client/operations";
import { describe, expect, expectTypeOf, it } from "vitest";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

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
      { ...options, fetch: scriptedFetch(() => json(user)), onEvent: (event) => operations.push(event) },
    );
    await client.http.GET("/users/me");
    await client.http.POST("/metadata_queries/execute_read", {
      body: { from: "enterprise_7001.contract", ancestor_folder_id: "0" },
    });
    expect(operations).toMatchObject([
      { operation: undefined },
      { operation: undefined },
      { operation: "queryMetadata" },
      { operation: "queryMetadata" },
    ]);
  });
});
