import type { Client } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const member = { type: "user", id: "1005" } as const;
const invite = (client: Client, can_view_path: boolean, id = "4001") =>
  client.createCollaboration({
    body: { item: { type: "file", id }, accessible_by: member, role: "editor", can_view_path },
  });

/** The names of the folders above the lease that somebody is shown. */
async function pathOf(client: Client): Promise<string[] | undefined> {
  const file = await client.updateFile({ path: { file_id: "4001" }, query: { fields: ["path_collection"] }, body: {} });
  return file.path_collection?.entries.map(({ name }) => name);
}

test("can_view_path shows the folders above an item, which are hidden without it [BE-11]", async () => {
  for (const [can_view_path, path] of [
    [false, ["All Files"]],
    [true, ["All Files", "Contracts", "Leases"]],
  ] as const) {
    const { as } = await startSandbox();
    await invite(as("owner"), can_view_path);
    expect(await pathOf(as("member"))).toEqual(path);
  }
});

test("can_view_path opens nothing above the item or next to it [BE-11]", async () => {
  const { as, sandbox } = await startSandbox();
  await invite(as("owner"), true);
  const guest = as("member");
  const before = sandbox.snapshot();
  const item = (id: string) => ({ type: "folder", id }) as const;
  for (const id of ["3001", "3002"]) {
    const link = guest.createWebLink({ body: { url: "https://example.com/", parent: { id } } });
    expect([403, 404]).toContain((await apiErrorOf(link)).status);
    const further = guest.createCollaboration({
      body: { item: item(id), accessible_by: { type: "user", id: "1009" }, role: "viewer" },
    });
    expect([403, 404]).toContain((await apiErrorOf(further)).status);
    const moved = guest.updateFile({
      path: { file_id: "4001" },
      body: { parent: { id: id === "3002" ? "3001" : "0" } },
    });
    expect(await apiErrorOf(moved)).toMatchObject({ status: 403 });
  }
  const sibling = guest.updateFile({ path: { file_id: "4002" }, body: {} });
  expect(await apiErrorOf(sibling)).toMatchObject({ status: 404 });
  expect(sandbox.snapshot()).toEqual(before);
});

test("more than 1,000 collaborations of one user with can_view_path are not advised, and not refused [LM-03]", async () => {
  const seed = defaultSeed();
  const numbers = Array.from({ length: 1000 }, (_, index) => String(60_000 + index));
  for (const id of numbers) {
    seed.files?.push({ id, name: id, parent_id: "3007", versions: [{ id: `v${id}` }] });
    const item = { type: "file", id } as const;
    seed.collaborations?.push({
      id,
      item,
      accessible_by: member,
      role: "viewer",
      can_view_path: true,
      created_by: "1003",
    });
  }
  const { as, sandbox } = await startSandbox({ seed });
  expect(await invite(as("owner"), true)).toMatchObject({ status: "accepted" });
  const all = sandbox.snapshot().collaborations?.filter((one) => one.can_view_path && one.accessible_by.id === "1005");
  expect(all).toHaveLength(1001);
  expect(await pathOf(as("member"))).toEqual(["All Files", "Contracts", "Leases"]);
});
