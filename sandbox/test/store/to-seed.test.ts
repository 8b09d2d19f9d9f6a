import { type Client, createClient } from "content-service-client";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox, type Sandbox } from "../../src/create-sandbox.js";
import type { Seed } from "../../src/store/records.js";

interface Place {
  readonly sandbox: Sandbox;
  as(person: string): Client;
}

async function start(): Promise<Place> {
  const sandbox = await createSandbox({ now: () => Date.UTC(2026, 10, 20, 8, 0, 0, 7) });
  onTestFinished(() => sandbox.close());
  const { baseUrl, authUrl, fetch } = sandbox;
  const as = (person: string) => createClient({ baseUrl, authUrl, fetch, auth: `token-${person}`, retry: false });
  return { sandbox, as };
}

const file = (file_id: string) => ({ path: { file_id } });
const untouched = () => {};

/** Something that changes the world, each in its own way. */
const changes: Record<string, (place: Place) => unknown> = {
  nothing: untouched,
  "time passed": ({ sandbox }) => sandbox.clock.advance(1_234_567),
  "a file renamed, described and tagged": ({ as }) =>
    as("owner").updateFile({ ...file("4002"), body: { name: "b.pdf", description: "B", tags: ["x", "y"] } }),
  "a file moved to another owner": ({ as }) =>
    as("admin").updateFile({ ...file("4002"), body: { parent: { id: "3005" } } }),
  "a file locked": ({ as }) =>
    as("owner").updateFile({ ...file("4002"), body: { lock: { access: "lock", expires_at: "2027-01-01T00:00:00Z" } } }),
  "a file unlocked": ({ as }) => as("owner").updateFile({ ...file("4005"), body: { lock: null } }),
  "a link changed": ({ as }) =>
    as("owner").updateFile({
      ...file("4002"),
      body: { shared_link: { password: "long-enough", vanity_name: "v-name" } },
    }),
  "a link made": ({ as }) => as("owner").updateFile({ ...file("4005"), body: { shared_link: { access: "company" } } }),
  "a link removed": ({ as }) => as("owner").updateFile({ ...file("4002"), body: { shared_link: null } }),
  "downloads closed": ({ as }) =>
    as("owner").updateFile({ ...file("4002"), body: { permissions: { can_download: "company" } } }),
  "a template made": ({ as }) =>
    as("admin").createMetadataTemplate({
      body: {
        scope: "enterprise",
        displayName: "Parcel",
        fields: [{ type: "enum", key: "state", displayName: "State", options: [{ key: "sent" }] }],
      },
    }),
  "an instance made": ({ as }) =>
    as("owner").createFileMetadata({
      path: { file_id: "4002", scope: "global", template_key: "properties" },
      body: JSON.parse('{"__proto__": "a", "deep": {"list": [1, null]}}'),
    }),
  "a web link made": ({ as }) =>
    as("owner").createWebLink({ body: { url: "https://example.com", parent: { id: "3001" } } }),
  "a user invited": ({ as }) =>
    as("owner").createCollaboration({
      body: {
        item: { type: "file", id: "4002" },
        accessible_by: { type: "user", id: "1005" },
        role: "viewer",
        expires_at: "2027-01-01T00:00:00Z",
      },
    }),
  "a stranger invited": ({ as }) =>
    as("owner").createCollaboration({
      body: {
        item: { type: "folder", id: "3001" },
        accessible_by: { type: "user", login: "new@example.org" },
        role: "editor",
      },
    }),
  "a group invited": ({ as }) =>
    as("owner").createCollaboration({
      body: { item: { type: "folder", id: "3001" }, accessible_by: { type: "group", id: "2001" }, role: "uploader" },
    }),
  "a folder restored": ({ as }) => as("owner").restoreFolder({ path: { folder_id: "3003" } }),
  "a folder restored to another owner": ({ as }) =>
    as("admin").restoreFolder({ path: { folder_id: "3008" }, body: { parent: { id: "3005" } } }),
  "a task made": ({ as }) =>
    as("owner").createTask({ body: { item: { type: "file", id: "4002" }, due_at: "2027-01-01T00:00:00Z" } }),
  "terms made": ({ as }) => as("admin").createTermsOfService({ body: { status: "enabled", text: "Be kind." } }),
  "an alias added": ({ as }) =>
    as("admin").addEmailAlias({ path: { user_id: "1003" }, body: { email: "second@example.com" } }),
  "tokens traded": ({ as }) =>
    as("owner").refreshAccessToken({
      body: {
        grant_type: "refresh_token",
        client_id: "sandbox-client",
        client_secret: "sandbox-secret",
        refresh_token: "refresh-owner",
      },
    }),
  "a hold assigned": ({ as, sandbox }) => {
    const policy_id = sandbox.snapshot().legal_hold_policies?.[0]?.id ?? "";
    return as("admin").assignLegalHoldPolicy({ body: { policy_id, assign_to: { type: "folder", id: "3001" } } });
  },
};
for (const [id, person] of [
  ["1003", "owner"],
  ["1004", "reviewer"],
  ["1005", "member"],
  ["1009", "service"],
] as const) {
  changes[`the user ${person} deleted with everything`] = ({ as }) =>
    as("admin").deleteUser({ path: { user_id: id }, query: { force: true } });
}

test.each(Object.entries(changes))("a snapshot comes back exactly after %s", async (_, change) => {
  const place = await start();
  const first = place.sandbox.snapshot();
  await change(place);
  const taken = place.sandbox.snapshot();
  if (change !== untouched) expect(taken).not.toEqual(first);

  place.sandbox.restore(taken);
  expect(place.sandbox.snapshot()).toEqual(taken);
  // As a file has it, and in a sandbox that knows nothing.
  const other = await createSandbox({ seed: JSON.parse(JSON.stringify(taken)) as Seed, now: () => 0 });
  expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(taken));
});

test("a restored world answers as before, and goes on with the same ids", async () => {
  const { sandbox, as } = await start();
  for (const change of [changes["a file renamed, described and tagged"], changes["a folder restored"]])
    await change?.({ sandbox, as });
  const admin = as("admin");
  const answers = async () => [
    await as("owner").updateFile({ ...file("4002"), query: { fields: ["tags", "path_collection", "etag"] }, body: {} }),
    await admin.listCollaborationAllowlistEntries({ query: { limit: 200 } }),
    await admin.listFileVersionRetentions({ query: { limit: 1000 } }),
    await admin.listFilesOnHold({ path: { legal_hold_policy_assignment_id: "8101" } }).catch(String),
    await admin.listEnterpriseMetadataTemplates(),
    await admin.queryMetadata({ body: { from: "enterprise_7001.contract", ancestor_folder_id: "0" } }),
  ];
  const before = await answers();
  const taken = sandbox.snapshot();
  await changes["a web link made"]?.({ sandbox, as });
  const next = sandbox.snapshot().next_id;
  sandbox.restore(taken);
  expect(await answers()).toEqual(before);
  await changes["a web link made"]?.({ sandbox, as });
  expect(sandbox.snapshot().next_id).toBe(next);
});
