import type { Client, ClientOptions, OperationDefinitionRow } from "content-service-client";
import { createClient, createPartialClient, defineOperation, paginate } from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";
import { describe, expect, expectTypeOf, it } from "vitest";
import { manualClock } from "../support/manual-clock.js";
import { json, reply, scriptedFetch } from "./support/scripted-fetch.js";

interface Comment {
  id: string;
  message: string;
}
interface Comments {
  entries: Comment[];
  next_marker?: string | null;
}
const options = { baseUrl: "https://api.content.example/2.0", auth: "access-token" };
const byId = { path: { comment_id: "9101" } };
const comment = { id: "9101", message: "Signed?" };

const getComment = defineOperation<{ path: { comment_id: string } }, Comment>({
  method: "GET",
  path: "/comments/{comment_id}",
});
const createComment = defineOperation<{ body: { message: string; password?: string } }, Comment>({
  method: "POST",
  path: "/comments",
  secrets: ["password"],
});
const listComments = defineOperation<{ query?: { limit?: number; tags?: string[]; ids?: string[] } }, Comments>({
  method: "GET",
  path: "/comments",
  paging: { marker: "query", maxOffset: 1000 },
  explode: ["tags"],
});
const operations = { getComment, createComment, listComments };

function clientOf(fetch: ReturnType<typeof scriptedFetch>, more: Partial<ClientOptions> = {}) {
  const clock = manualClock();
  return { client: createClient({ ...options, clock, fetch, ...more, operations }), clock, sent: fetch.sent };
}

describe("an operation of one's own", () => {
  it("is a typed method beside those of the contract [OD-1]", async () => {
    const { client, sent } = clientOf(scriptedFetch(() => json(comment)));
    const found = await client.getComment(byId);
    expectTypeOf(found).toEqualTypeOf<Comment>();
    expect(found).toEqual(comment);
    expect(sent[0]).toMatchObject({ method: "GET", url: "https://api.content.example/2.0/comments/9101" });
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer access-token");
    expectTypeOf(client).toExtend<Client>();
    // @ts-expect-error: no path
    await expect(client.getComment()).rejects.toThrow(TypeError);
    // @ts-expect-error: misspelt
    await expect(client.getComment({ path: { commentId: "9101" } })).rejects.toThrow(
      "path.comment_id must be a non-empty string",
    );
    // @ts-expect-error: misspelt
    await client.createComment({ body: { text: "Signed?" } });
  });

  it("has its own safety and secrets beside another operation with its method and path [OD-1]", async () => {
    const row = { method: "POST", path: "/actions" } as const;
    const search = defineOperation<{ body: object }, object>({ ...row, safe: true });
    const approve = defineOperation<{ body: { pin: string | string[] } }, object>({ ...row, secrets: ["pin"] });
    for (const [pin, own] of [
      ["hunter-22", { search, approve }],
      [["hunter-22"], { approve, search }],
    ] as const) {
      const fetch = scriptedFetch(reply("wrong: hunter-22", 502));
      const clock = manualClock();
      const client = createClient({ ...options, clock, fetch, operations: own });
      const body = { pin: typeof pin === "string" ? pin : [...pin] };
      const error = { attempts: 1, mayBeApplied: true, excerpt: "wrong: [secret]" };
      await expect(clock.run(client.approve({ body }))).rejects.toMatchObject(error);
      await expect(clock.run(client.search({ body: {} }))).rejects.toMatchObject({ attempts: 4, mayBeApplied: false });
      // The path does not say which of them is meant.
      const post = client.http.POST as unknown as (path: string, init: object) => Promise<unknown>;
      const message = `${Object.keys(own).join(" and ")} are both POST /actions: call their methods`;
      await expect(clock.run(post("/actions", { body }))).rejects.toThrow(new TypeError(message));
      expect(fetch.sent).toHaveLength(5);
    }
  });

  it("is paged by `paginate`, and repeats the names of its exploded arrays only [OD-2]", async () => {
    const pages = [{ entries: [comment], next_marker: "m2" }, { entries: [{ ...comment, id: "9102" }] }];
    const { client, sent } = clientOf(scriptedFetch((_, index) => json(pages[index])));
    const query = { limit: 1, tags: ["a,b", "c"], ids: ["1", "2"] };
    const ids: string[] = [];
    for await (const entry of paginate(client.listComments, { query })) {
      expectTypeOf(entry).toEqualTypeOf<Comment>();
      ids.push(entry.id);
    }
    expect(ids).toEqual(["9101", "9102"]);
    const url = "https://api.content.example/2.0/comments?limit=1&tags=a%2Cb&tags=c&ids=1,2";
    expect(sent.map((request) => request.url)).toEqual([url, `${url}&marker=m2`]);
    // @ts-expect-error: not a list
    expect(() => paginate(client.getComment, byId)).toThrow("operation must be a list");
  });

  it("is a method of `asUser` and of a partial client [OD-3]", async () => {
    const { client, sent } = clientOf(scriptedFetch(() => json(comment)));
    const other = client.asUser("1004");
    expectTypeOf(await other.getComment(byId)).toEqualTypeOf<Comment>();
    expect(sent[0]?.headers.get("as-user")).toBe("1004");
    const fetch = scriptedFetch(() => json(comment));
    const partial = createPartialClient({ getCurrentUser, getComment }, { ...options, fetch });
    expect(await partial.asUser("1004").getComment(byId)).toEqual(comment);
    expectTypeOf(partial.getCurrentUser).toEqualTypeOf<Client["getCurrentUser"]>();
    // @ts-expect-error: not selected
    expect(partial.updateFile).toBeUndefined();
    // @ts-expect-error: not a definition, and not of the contract
    createPartialClient({ whoAmI: getCurrentUser }, options);
  });

  it("replaces an operation of the contract with its name, method and path [OD-3]", async () => {
    interface Me {
      id: string;
      department: string;
    }
    const own = defineOperation<{ query?: { expand?: boolean } }, Me>({ method: "GET", path: "/users/me" });
    const fetch = scriptedFetch(() => json({ id: "1001", department: "Legal" }));
    const client = createClient({ ...options, fetch, operations: { getCurrentUser: own } });
    const me = await client.getCurrentUser({ query: { expand: true } });
    expectTypeOf(me).toEqualTypeOf<Me>();
    expect(me.department).toBe("Legal");
  });
});

describe("a definition is rejected", () => {
  const template = "path must be a template such as /comments/{comment_id}, without . or .. segments and query";
  /** A text of such a type would be sent as JSON, in quotes. */
  const types = ["application/octet-stream", "text/csv", "multipart/form-data", "application/x-ndjson"].map(
    (contentType) => ({ contentType }),
  );
  it.each<readonly [problem: string, wrong: object, message: string]>([
    ["a path without a slash", { path: "comments" }, template],
    ["a path with ..", { path: "/comments/../users" }, template],
    ["a URL", { path: "https://evil.example/comments" }, template],
    ["a method in lower case", { method: "get" }, "method must be one of GET, PUT, POST, PATCH, DELETE"],
    ["an unknown place of the marker", { paging: { marker: "header" } }, "paging.marker must be query or body"],
    ["secrets that are no list", { secrets: "password" }, "secrets must be an array"],
    ["hooks that are no list", { hooks: () => {} }, "hooks must be an array"],
    ["a hook that is no function", { hooks: ["hide"] }, "hooks must be functions"],
    ["a security that is no function", { security: [] }, "security must be a function"],
    ["a reader of errors that is no function", { readError: {} }, "readError must be a function"],
    ...[{ as: "bytes" }, { redirects: true }, { optionalBody: true }, ...types].map(
      (one) => [`${JSON.stringify(one)} without a codec`, one, "codec must be bytes, for all but plain JSON"] as const,
    ),
    ["a misspelt member", { pagination: {} }, "unknown option pagination: the options are method, path, safe"],
    ["a misspelt member of paging", { paging: { marker: "query", max: 1 } }, "unknown option paging.max"],
  ])("for %s [OD-4]", (_, wrong: object, message) => {
    // Plain JavaScript can pass anything.
    const row = { method: "GET", path: "/comments", ...wrong } as OperationDefinitionRow & { paging?: never };
    expect(() => defineOperation<object, Comment>(row)).toThrow(TypeError);
    expect(() => defineOperation<object, Comment>(row)).toThrow(message);
  });

  const named = (name: string) => `operations.${name} must be an identifier that a client does not have`;
  const whoAmI = defineOperation<object, Comment>({ method: "GET", path: "/users/me" });
  const other = "operations.updateFile (GET /comments/{comment_id}) collides with updateFile (PUT /files/{file_id})";
  it.each<readonly [name: string, definition: unknown, message: string]>([
    ...["http", "asUser", "with", "then", "get-comment"].map((one) => [one, getComment, named(one)] as const),
    ["updateFile", getComment, other],
    ["whoAmI", whoAmI, "operations.whoAmI (GET /users/me) collides with getCurrentUser (GET /users/me)"],
    ["getComment", undefined, "operations.getComment must be made by defineOperation"],
  ])("by the client as %s [OD-4]", (name, definition, message) => {
    // Plain JavaScript can pass anything.
    const own = { [name]: definition as typeof getComment };
    expect(() => createClient({ ...options, operations: own })).toThrow(new TypeError(message));
  });
});
