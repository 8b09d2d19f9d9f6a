import { type Client, createClient } from "content-service-client";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox, type Sandbox } from "../../src/create-sandbox.js";
import type { Seed } from "../../src/store/records.js";
import { addLink, file, folder, group, invite, move, restore, update, user } from "../support/requests.js";
import { smallSeed } from "../support/start-sandbox.js";

async function start() {
  const sandbox = await createSandbox({ seed: smallSeed, now: () => Date.UTC(2026, 10, 20, 8, 0, 0, 7) });
  onTestFinished(() => sandbox.close());
  const { baseUrl, authUrl, fetch } = sandbox;
  const as = (person: string) => createClient({ baseUrl, authUrl, fetch, auth: `token-${person}`, retry: false });
  return { sandbox, owner: as("owner"), admin: as("admin") };
}

const ending = { expires_at: "2027-01-01T00:00:00Z" };
const properties = { file_id: "4002", scope: "global", template_key: "properties" };
const prototype = JSON.parse('{"__proto__": "a", "deep": {"list": [1, null]}}');

/** Changes of the store that random histories rarely make. */
const changes: Record<string, (owner: Client, admin: Client, sandbox: Sandbox) => unknown> = {
  "time passed": (_owner, _admin, sandbox) => sandbox.clock.advance(1_234_567),
  "a file renamed, described and tagged": (owner) =>
    update(owner, "4002", { name: "b.pdf", description: "B", tags: ["x", "y"] }),
  "a file moved to another owner": (_, admin) => move(admin, "4002", "3005"),
  "a file locked": (owner) => update(owner, "4002", { lock: { access: "lock", ...ending } }),
  "a file unlocked": (owner) => update(owner, "4005", { lock: null }),
  "a link changed": (owner) =>
    update(owner, "4002", { shared_link: { password: "long-enough", vanity_name: "v-name" } }),
  "a link made": (owner) => update(owner, "4005", { shared_link: { access: "company" } }),
  "a link removed": (owner) => update(owner, "4002", { shared_link: null }),
  "downloads closed": (owner) => update(owner, "4002", { permissions: { can_download: "company" } }),
  "an instance made": (owner) => owner.createFileMetadata({ path: properties, body: prototype }),
  "a user invited": (owner) => invite(owner, file("4002"), user("1005"), "viewer", ending),
  "a stranger invited": (owner) => invite(owner, folder("3001"), { type: "user", login: "new@example.org" }),
  "a group invited": (owner) => invite(owner, folder("3001"), group("2001"), "uploader"),
  "a folder restored": (owner) => restore(owner, "3003"),
  "a folder restored to another owner": (_, admin) => restore(admin, "3008", { parent: { id: "3005" } }),
};
for (const [user_id, person] of Object.entries({ 1004: "reviewer", 1005: "member", 1009: "service" })) {
  changes[`the user ${person} deleted with everything`] = (_, admin) =>
    admin.deleteUser({ path: { user_id }, query: { force: true } });
}

test.each(Object.entries(changes))("a snapshot comes back exactly after %s", async (_, change) => {
  const { sandbox, owner, admin } = await start();
  const first = sandbox.snapshot();
  await change(owner, admin, sandbox);
  const taken = sandbox.snapshot();
  expect(taken).not.toEqual(first);
  sandbox.restore(taken);
  expect(sandbox.snapshot()).toEqual(taken);
  // Another sandbox reads it from JSON.
  const other = await createSandbox({ seed: JSON.parse(JSON.stringify(taken)) as Seed, now: () => 0 });
  expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(taken));
});

test("a restored store gives the same responses and the same next ids", async () => {
  const { sandbox, owner, admin } = await start();
  await update(owner, "4002", { name: "b.pdf", description: "B", tags: ["x", "y"] });
  await restore(owner, "3003");
  const fields = ["tags", "path_collection", "etag"] as const;
  const responses = async () => [
    await owner.updateFile({ path: { file_id: "4002" }, query: { fields }, body: {} }),
    await admin.listCollaborationAllowlistEntries({ query: { limit: 200 } }),
    await admin.listFileVersionRetentions({ query: { limit: 1000 } }),
    await admin.listFilesOnHold({ path: { legal_hold_policy_assignment_id: "8101" } }).catch(String),
    await admin.listEnterpriseMetadataTemplates(),
    await admin.queryMetadata({ body: { from: "enterprise_7001.contract", ancestor_folder_id: "0" } }),
  ];
  const before = await responses();
  const taken = sandbox.snapshot();
  await addLink(owner, "3001");
  const next = sandbox.snapshot().next_id;
  sandbox.restore(taken);
  expect(await responses()).toEqual(before);
  await addLink(owner, "3001");
  expect(sandbox.snapshot().next_id).toBe(next);
});
