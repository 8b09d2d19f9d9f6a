import { describe, test as each, expect } from "vitest";
import { file, folder, invite, update } from "../../support/requests.js";
import { apiErrorOf, unchecked } from "../../support/responses.js";
import { openSandbox, test } from "../../support/start-sandbox.js";

/** Shapes that services send, and that a program has to expect. */
describe("a response has", () => {
  test("no etag of the root folder, as a parent and in a path", async ({ as }) => {
    const moved = await update(as("owner"), "4007", { parent: { id: "0" } });
    const root = { type: "folder", id: "0", sequence_id: null, etag: null, name: "All Files" };
    expect([moved.parent, moved.path_collection?.entries]).toEqual([root, [root]]);
  });

  test("no item and no collaborator while the invitation of an outsider is pending", async ({ as, sandbox }) => {
    const login = "new@example.org";
    const pending = await invite(as("owner"), folder("3002"), { type: "user", login }, "viewer");
    expect(pending).toMatchObject({ status: "pending", item: null, accessible_by: null, invite_email: login });
    expect(sandbox.snapshot().collaborations).toContainEqual(
      expect.objectContaining({ id: "9004", status: "pending", invite_email: "invited@example.org" }),
    );
    const accepted = await invite(as("owner"), folder("3002"), { type: "user", id: "1005" }, "viewer");
    expect(accepted).toMatchObject({ status: "accepted", item: { id: "3002" }, accessible_by: { id: "1005" } });
    expect(accepted).not.toHaveProperty("invite_email");
  });

  test("a lock with `expires_at` alone, and the type of its application", async ({ as }) => {
    const query = { fields: ["lock"] } as const;
    const lock = { access: "lock", expires_at: "2027-01-01T00:00:00+00:00" } as const;
    const locked = await as("owner").updateFile({ path: { file_id: "4007" }, query, body: { lock } });
    expect(locked.lock).toMatchObject({ expires_at: lock.expires_at, app_type: null });
    expect(locked.lock).not.toHaveProperty("expired_at");
  });

  test("the type and the id alone in a list, if the file is in the trash or without fields", async ({ as }) => {
    const admin = as("admin");
    const policy = { query: { policy_id: "8501" } };
    const retentions = (await admin.listFileVersionRetentions(policy)).entries;
    expect(retentions).toEqual([
      expect.objectContaining({ id: "8601", file: expect.objectContaining({ id: "4001" }) }),
      { type: "file_version_retention", id: "8602" },
    ]);
    const holds = (await admin.listFileVersionLegalHolds({ query: { policy_id: "8001", limit: 1000 } })).entries;
    expect(holds).toContainEqual({ type: "file_version_legal_hold", id: "8001-5004" });
    expect(holds).toContainEqual(expect.objectContaining({ id: "8001-5002", file: expect.anything() }));
    const list = admin.listLegalHoldPolicyAssignments;
    const bare = (await list({ query: { policy_id: "8001" } })).entries[0];
    const more = (await list({ query: { policy_id: "8001", fields: ["assigned_at"] } })).entries[0];
    expect([Object.keys(bare ?? {}), Object.keys(more ?? {})]).toEqual([
      ["type", "id"],
      ["type", "id", "assigned_at"],
    ]);
  });

  test("no context_info in an error without one", async ({ as }) => {
    const plain = await apiErrorOf(update(as("owner"), "404404"));
    expect([plain.status, Object.keys(unchecked<object>(plain.body)).includes("context_info")]).toEqual([404, false]);
    const listed = await apiErrorOf(
      update(as("owner"), "4007", { lock: { access: "lock", expires_at: "2020-01-01T00:00:00Z" } }),
    );
    expect(listed.body).toMatchObject({ context_info: { errors: [{ name: "lock.expires_at" }] } });
  });
});

describe("the permissions of a file are those of the caller", () => {
  const query = { fields: ["permissions"] } as const;
  const of = (names: string, value: boolean) =>
    Object.fromEntries(names.split(" ").map((name) => [`can_${name}`, value]));
  const seeing = "preview comment annotate view_annotations_all view_annotations_self";
  const changing = "rename delete share set_share_access";
  const all = of(`${seeing} ${changing} download upload invite_collaborator`, true);

  each("all for the owner, and no changes while another user has locked the file", async () => {
    const { as } = await openSandbox();
    const path = { file_id: "4007" };
    expect((await as("owner").updateFile({ path, query, body: {} })).permissions).toEqual(all);
    const lock = { access: "lock" } as const;
    const locked = await as("partner").updateFile({
      path,
      query,
      body: { lock, permissions: { can_download: "company" } },
    });
    expect(locked.permissions).toEqual({ ...all, can_download: false });
    const found = await shared(as("owner"));
    expect(found.permissions).toEqual({ ...all, ...of(`${changing} upload`, false) });
  });

  each.each([
    ["viewer", of("upload invite_collaborator", false)],
    ["viewer uploader", { ...of("upload", true), ...of("invite_collaborator", false) }],
    ["editor", { ...of(changing, true), ...of("upload invite_collaborator", true) }],
  ] as const)("for the role %s", async (role, expected) => {
    const { as } = await openSandbox();
    await invite(as("owner"), file("4007"), { type: "user", id: "1005" }, role);
    const { permissions } = await shared(as("member"));
    expect(permissions).toEqual({ ...all, ...of(changing, false), ...expected });
  });

  each("for a caller who has only the shared link", async () => {
    const { as } = await openSandbox();
    const { permissions } = await shared(as("member"));
    const denied = Object.fromEntries(Object.keys(all).map((name) => [name, false]));
    expect(permissions).toEqual({ ...denied, ...of("download preview", true) });
  });

  type Caller = ReturnType<Awaited<ReturnType<typeof openSandbox>>["as"]>;
  async function shared(client: Caller) {
    const header = { ServiceApi: "shared_link=https://content.example/s/offer" };
    const found = await client.findSharedItem({ query, header });
    return unchecked<{ permissions?: Record<string, boolean> }>(found);
  }
});
