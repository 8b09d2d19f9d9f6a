import {
  type CallOptions,
  type components,
  type ErrorCodes,
  isApiError,
  type KnownErrorCode,
  type Operations,
  paginate,
  type SharedItem,
  type User,
  type WebLink,
} from "content-service-client";
import { forEachItem } from "content-service-client/for-each-item";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith, errorOf } from "./support/client-with.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

type Schemas = components["schemas"];

const user = { type: "user", id: "1001", name: "Enterprise Admin", login: "admin@example.com" } as const;
const { client } = clientWith(scriptedFetch(() => json({ ...user, entries: [user], limit: 100 })));
const onHold = { legal_hold_policy_assignment_id: "8101" };

it("an optional part of a call can be undefined, and a signal null", async () => {
  const etag: string | undefined = ["1"][1];
  await client.getCurrentUser({ query: undefined, header: undefined, signal: null });
  const header = etag ? { "If-Match": etag } : undefined;
  await client.updateFile({ path: { file_id: "1" }, query: undefined, header, body: {} });
  await paginate(client.listFileVersionRetentions, { query: undefined }).toArray({ max: 1 });
});

describe("the compiler rejects", () => {
  it("a property that the contract does not have, in a response and in a request", async () => {
    const me = await client.getCurrentUser();
    // @ts-expect-error: misspelt
    expect(me.logn).toBeUndefined();
    // @ts-expect-error: misspelt
    await client.updateFile({ path: { file_id: "4001" }, body: { nam: "lease.pdf" } });
    // @ts-expect-error: misspelt, deeper down
    await client.updateFile({ path: { file_id: "4001" }, body: { lock: { access: "lock", expires: "never" } } });
    // @ts-expect-error: misspelt
    await client.deleteUser({ path: { user_id: "1004" }, query: { forced: true } });
    // @ts-expect-error: misspelt
    await client.getCurrentUser({ header: { "As-Usr": "1004" } });
    // @ts-expect-error: a header of the program
    await client.getCurrentUser({ header: { "X-Trace": "a1b2" } });
    // @ts-expect-error: a header of the operation
    const headers: CallOptions["headers"] = { "If-Match": "1" };
    await expect(client.updateFile({ path: { file_id: "4001" }, headers, body: {} })).rejects.toThrow("or in header");
  });

  it("a call without what the contract requires", async () => {
    // @ts-expect-error: no path
    await expect(client.deleteUser({})).rejects.toThrow(TypeError);
    // @ts-expect-error: one parameter of three
    await expect(client.getFileMetadata({ path: { file_id: "4001" } })).rejects.toThrow(TypeError);
    // @ts-expect-error: no options at all
    await expect(client.getTaskAssignment()).rejects.toThrow(TypeError);
    // @ts-expect-error: no body
    await client.createWebLink({});
    // @ts-expect-error: no header
    await client.findSharedItem({});
    // @ts-expect-error: no query
    await client.listLegalHoldPolicyAssignments();
  });

  it("a value that is not in the contract's list, or of another type", async () => {
    const collaboration = { item: { type: "file", id: "4001" }, accessible_by: { type: "user", id: "1004" } } as const;
    // @ts-expect-error: no such role
    await client.createCollaboration({ body: { ...collaboration, role: "owner" } });
    const { item } = collaboration;
    const id = { type: "user", id: "1004" } as const;
    const login = { type: "user", login: "reviewer@example.com" } as const;
    // @ts-expect-error: both id and login
    await client.createCollaboration({ body: { item, role: "editor", accessible_by: { ...id, ...login } } });
    // @ts-expect-error: neither id nor login
    await client.createCollaboration({ body: { item, role: "editor", accessible_by: { type: "user" } } });
    // @ts-expect-error: a group has no login
    await client.createCollaboration({ body: { item, role: "editor", accessible_by: { ...login, type: "group" } } });
    for (const accessible_by of [id, login, { type: "group", id: "2001" } as const])
      await client.createCollaboration({ body: { item, role: "editor", accessible_by } });
    // @ts-expect-error: hyphen instead of space
    await client.createCollaboration({ body: { ...collaboration, role: "viewer-uploader" } });
    // @ts-expect-error: an id is a string
    await expect(client.deleteUser({ path: { user_id: 1004 } })).rejects.toThrow(TypeError);
    const query = { disposition_after: new Date() };
    // @ts-expect-error: a Date has to be written out
    await expect(client.listFileVersionRetentions({ query })).rejects.toThrow(TypeError);
  });

  it("an unknown name in `fields`, for one resource and for a list", async () => {
    // @ts-expect-error: no such attribute
    await client.getCurrentUser({ query: { fields: ["logn"] } });
    // @ts-expect-error: no such attribute
    await client.listFilesOnHold({ path: onHold, query: { fields: ["shaone"] } });
    // @ts-expect-error: no such attribute
    paginate(client.listFilesOnHold, { path: onHold, query: { fields: ["shaone"] } });
    // @ts-expect-error: a list without `fields`
    await client.listFileVersionRetentions({ query: { fields: ["id"] } });
  });
});

describe("`fields` narrows the response type", () => {
  it("to the standard representation where none are given", async () => {
    const me = await client.getCurrentUser();
    expectTypeOf(me).toEqualTypeOf<User>();
    expectTypeOf<User>().toExtend<Schemas["User"]>();
    expectTypeOf<Schemas["User"]>().toExtend<User>();
    expectTypeOf(me.login).toEqualTypeOf<string>();
    expectTypeOf(await client.getCurrentUser({ query: {} })).toEqualTypeOf<User>();
    expectTypeOf(await client.getCurrentUser({ query: { fields: [] } })).toEqualTypeOf<User>();
    expect(me.login).toBe("admin@example.com");
  });

  it("to type, id, name and the listed attributes, each of them certain", async () => {
    const me = await client.getCurrentUser({ query: { fields: ["login"] } });
    expectTypeOf(me).toEqualTypeOf<{ type: "user"; id: string; name: string; login: string }>();
    // @ts-expect-error: not asked for
    expect(me.status).toBeUndefined();
    expect(me.login).toBe("admin@example.com");
  });

  it("to every attribute, none certain, where the list is known at run time only", async () => {
    const fields: (keyof Schemas["UserFields"])[] = ["login"];
    const me = await client.getCurrentUser({ query: { fields } });
    expectTypeOf(me).toEqualTypeOf<Schemas["UserFields"]>();
    expectTypeOf(me.login).toEqualTypeOf<string | undefined>();
    const fixed = ["login", "status"] as const;
    expectTypeOf(await client.getCurrentUser({ query: { fields: fixed } }))
      .toHaveProperty("status")
      .toBeString();
    expect(me.login).toBe("admin@example.com");
  });

  it("for each kind of shared item, narrowed by type, and undefined only under a condition [CL-14]", async () => {
    const header = { ServiceApi: "shared_link=x" };
    const item = await client.findSharedItem({ header });
    expectTypeOf(item).toEqualTypeOf<SharedItem>();
    const changed = await client.findSharedItem({ header: { ...header, "If-None-Match": "1" } });
    expectTypeOf(changed).toEqualTypeOf<SharedItem | undefined>();
    // @ts-expect-error: a lock that was not asked for is not an unlocked file
    if (item.type === "file") expect(item.lock).toBeUndefined();
    if (item.type === "web_link") expectTypeOf(item).toEqualTypeOf<WebLink>();
    if (item.type === "file") expectTypeOf(item.sha1).toBeString();
    const short = await client.findSharedItem({ header, query: { fields: ["sha1"] } });
    if (short.type === "file")
      expectTypeOf(short).toEqualTypeOf<{ type: "file"; id: string; name: string; sha1: string }>();
    if (short.type === "folder") expectTypeOf(short).toEqualTypeOf<{ type: "folder"; id: string; name: string }>();
    expect(item.id).toBe("1001");
  });
});

it("`fields` in the body of a query narrow the items of a page, of `paginate` and of `forEachItem`, also with paths [CL-15]", async () => {
  const from = "enterprise_7001.contract";
  const fields = ["size", `metadata.${from}`] as const;
  const body = { from, ancestor_folder_id: "0", fields };
  type Item = { size: number | null; metadata: Schemas["ItemMetadata"] | null };
  const { entries } = await client.queryMetadata({ body });
  expectTypeOf(entries).items.toExtend<Item>();
  expectTypeOf(entries).items.not.toHaveProperty("tags");
  for await (const item of paginate(client.queryMetadata, { body })) expectTypeOf(item).toExtend<Item>();
  await forEachItem(client.queryMetadata, { body }, (item) => expectTypeOf(item).toExtend<Item>());
  // Literals, where a query is required.
  const query = { policy_id: "8001" };
  for await (const item of paginate(client.listLegalHoldPolicyAssignments, {
    query: { ...query, fields: ["assigned_to"] },
  }))
    expectTypeOf(item).toHaveProperty("assigned_to");
  await forEachItem(client.listLegalHoldPolicyAssignments, { query: { ...query, fields: ["assigned_to"] } }, (item) =>
    expectTypeOf(item).toHaveProperty("assigned_to"),
  );
  const unknown: string[] = [...fields];
  const some = await client.queryMetadata({ body: { ...body, fields: unknown } });
  expectTypeOf(some.entries).items.toEqualTypeOf<Schemas["MetadataQueryItem"]>();
});

describe("what the interface leaves open must be handled", () => {
  const root = { type: "folder", id: "0", name: "All Files", sequence_id: null, etag: null };
  const pending = { type: "collaboration", id: "9001", created_by: null, accessible_by: null, item: null };
  const invitation = { item: { type: "file", id: "4001" }, role: "viewer" } as const;

  it("a pending collaboration: its collaborator, item, inviter and times can be null or missing [RS-3]", async () => {
    const { client } = clientWith(scriptedFetch(() => json(pending)));
    const found = await client.createCollaboration({
      body: { ...invitation, accessible_by: { type: "user", login: "partner@example.org" } },
    });
    // @ts-expect-error: null until the invitation is accepted
    expect(() => found.accessible_by.name).toThrow(TypeError);
    // @ts-expect-error: null while the invitation is pending
    expect(() => found.item.name).toThrow(TypeError);
    // @ts-expect-error: can be null
    expect(() => found.created_by.login).toThrow(TypeError);
    // @ts-expect-error: can be missing
    expect(() => found.acknowledged_at.slice()).toThrow(TypeError);
    // @ts-expect-error: a group has no login
    const login: string = found.accessible_by?.login;
    const name: string = found.accessible_by?.name ?? "invited";
    expect([login, name, found.item?.name ?? "pending"]).toEqual([undefined, "invited", "pending"]);
  });

  it("the etag of the root folder, as a parent, in a path and as the item of a collaboration [RS-3]", async () => {
    const item = { type: "folder", id: "3001", parent: root, path_collection: { total_count: 1, entries: [root] } };
    const { client } = clientWith(scriptedFetch(() => json({ ...item, ...pending, item: root })));
    const folder = await client.restoreFolder({ path: { folder_id: "3001" } });
    // @ts-expect-error: null for the root folder
    const parent: string | undefined = folder.parent?.etag;
    // @ts-expect-error: null for the root folder
    const path: (string | undefined)[] = folder.path_collection.entries.map(({ etag }) => etag);
    const body = { ...invitation, accessible_by: { type: "user", id: "1004" } } as const;
    const fields = ["item"] as const;
    const { item: shared } = await client.createCollaboration({ query: { fields }, body });
    // @ts-expect-error: null for the root folder
    const own: string | undefined = shared?.etag;
    const guarded: string = folder.parent?.etag ?? "none";
    expect([parent, path, own, guarded]).toEqual([null, [null], null, "none"]);
  });

  it("the permissions in a response are booleans, those of an update are words [RS-3]", () => {
    type Read = NonNullable<Schemas["FileFields"]["permissions"]>;
    type Written = NonNullable<Schemas["FileUpdate"]["permissions"]>;
    expectTypeOf<Read["can_download"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Written>().toEqualTypeOf<{ can_download?: "open" | "company" }>();
  });
});

it("the error codes of an operation complete in isApiError, and are known codes [CL-13]", async () => {
  expectTypeOf<ErrorCodes[keyof ErrorCodes]>().toExtend<KnownErrorCode>();
  expectTypeOf<keyof ErrorCodes>().toEqualTypeOf<keyof Operations>();
  const { client } = clientWith(scriptedFetch(() => json({ code: "item_name_in_use" }, 409)));
  const error = await errorOf(client.updateFile({ path: { file_id: "4001" }, body: { name: "a" } }));
  // @ts-expect-error: a code of another operation
  expect(isApiError<ErrorCodes["updateFile"]>(error, "unmatched_collections")).toBe(false);
  if (isApiError<ErrorCodes["updateFile"]>(error, "item_name_in_use")) expect(error.status).toBe(409);
  else expect.fail("expected item_name_in_use");
});

it("requests take arrays that cannot be changed", async () => {
  const tags = ["draft", "2026"] as const;
  await client.updateFile({ path: { file_id: "4001" }, body: { tags } });
  const order = Object.freeze([{ field_key: "amount", direction: "asc" } as const]);
  const body = { from: "enterprise_1.contract", ancestor_folder_id: "0", order_by: order, fields: ["name"] as const };
  await client.queryMetadata({ body });
});

it("requests cannot set an optional property to undefined, except a signal and parameters of the query", async () => {
  // @ts-expect-error: exactOptionalPropertyTypes
  await client.updateFile({ path: { file_id: "4001" }, body: { name: undefined } });
  // @ts-expect-error: a required parameter
  await client.listLegalHoldPolicyAssignments({ query: { policy_id: undefined } }).catch(() => {});
  await expect(client.listFileVersionRetentions({ query: { limit: undefined } })).resolves.toBeDefined();
  await expect(client.getCurrentUser({ signal: undefined })).resolves.toMatchObject({ id: "1001" });
});
