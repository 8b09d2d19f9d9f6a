import { type Client, sharedLink } from "content-service-client";
import { describe, test as each, expect } from "vitest";
import { file, invite, update, user } from "../../support/requests.js";
import { apiErrorOf, unchecked } from "../../support/responses.js";
import { openSandbox, test } from "../../support/start-sandbox.js";

/** Shapes that services send, and that a program has to expect. */
describe("a response has", () => {
  test("no etag of the root folder, as a parent and in a path", async ({ as }) => {
    const moved = await update(as("owner"), "4007", { parent: { id: "0" } });
    const root = { type: "folder", id: "0", sequence_id: null, etag: null, name: "All Files" };
    expect([moved.parent, moved.path_collection?.entries]).toEqual([root, [root]]);
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
  const seeing = of("preview comment annotate view_annotations_all view_annotations_self download", true);
  const changing = "rename delete share set_share_access";
  const all = { ...seeing, ...of(`${changing} upload invite_collaborator`, true) };

  test("all for the owner, and no changes while another user has locked the file", async ({ as }) => {
    const path = { file_id: "4007" };
    expect((await as("owner").updateFile({ path, query, body: {} })).permissions).toEqual(all);
    const body = { lock: { access: "lock" }, permissions: { can_download: "company" } } as const;
    const locked = await as("partner").updateFile({ path, query, body });
    expect(locked.permissions).toEqual({ ...all, can_download: false });
    expect(await permissionsOf(as("owner"))).toEqual({ ...all, ...of(`${changing} upload`, false) });
  });

  each.each([
    ["a viewer", "viewer", of(`${changing} upload invite_collaborator`, false)],
    ["a viewer uploader", "viewer uploader", of(`${changing} invite_collaborator`, false)],
    ["an editor", "editor", {}],
    [
      "a user with the link alone",
      undefined,
      { ...of(Object.keys(all).join(" ").replaceAll("can_", ""), false), can_download: true, can_preview: true },
    ],
  ] as const)("for %s", async (_, role, difference) => {
    const { as } = await openSandbox();
    if (role !== undefined) await invite(as("owner"), file("4007"), user("1005"), role);
    expect(await permissionsOf(as("member"))).toEqual({ ...all, ...difference });
  });

  async function permissionsOf(client: Client) {
    const header = sharedLink({ url: "https://content.example/s/offer" });
    return unchecked<{ permissions?: object }>(await client.findSharedItem({ query, header })).permissions;
  }
});
