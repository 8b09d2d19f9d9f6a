import { sharedLink } from "content-service-client";
import { describe, expect, test } from "vitest";
import { type Person, startSandbox, type TestSandbox } from "../../support/start-sandbox.js";

const offer = { path: { file_id: "4007" } };
const open = { effective_permission: "can_download", download_url: "https://content.example/d/offer.pdf" };
const closed = { effective_permission: "can_preview", download_url: null };

/** The shared link of the offer as somebody sees it. */
async function linkFor({ as }: TestSandbox, person: Person) {
  const item = await as(person).findSharedItem({ header: sharedLink({ url: "https://content.example/s/offer" }) });
  return item?.shared_link;
}

describe("a file for the company alone", () => {
  const body = { permissions: { can_download: "company" } } as const;

  for (const role of ["editor", "viewer", "co-owner"] as const) {
    test(`keeps a collaborator from outside, ${role}, from downloading, and nobody else [BE-04]`, async () => {
      const world = await startSandbox();
      const owner = world.as("owner");
      const item = { type: "file", id: "4007" } as const;
      await owner.createCollaboration({ body: { item, accessible_by: { type: "user", id: "1900" }, role } });
      expect(await linkFor(world, "partner")).toMatchObject(open);
      await owner.updateFile({ ...offer, body });
      expect(await linkFor(world, "partner")).toMatchObject(closed);
      for (const inside of ["owner", "member", "service"] as const) {
        expect(await linkFor(world, inside)).toMatchObject(open);
      }
    });
  }

  test("opens to people outside again when it is told to [BE-04]", async () => {
    const world = await startSandbox();
    const owner = world.as("owner");
    const update = (can_download: "open" | "company") =>
      owner.updateFile({ ...offer, query: { fields: ["permissions"] }, body: { permissions: { can_download } } });
    expect(await update("company")).toMatchObject({ permissions: { can_download: "company" } });
    expect(await update("open")).toMatchObject({ permissions: { can_download: "open" } });
    expect(await linkFor(world, "partner")).toMatchObject(open);
  });

  test("cannot be edited from outside either, though its link lets people edit [BE-04]", async () => {
    const world = await startSandbox();
    await world
      .as("owner")
      .updateFile({ ...offer, body: { ...body, shared_link: { permissions: { can_edit: true } } } });
    expect(await linkFor(world, "member")).toMatchObject({ effective_permission: "can_edit" });
    expect(await linkFor(world, "partner")).toMatchObject(closed);
  });
});

test.each([
  [{ can_edit: true }, "can_edit"],
  [{ can_download: true }, "can_download"],
  [{ can_download: false }, "can_preview"],
  [{ can_download: false, can_preview: false }, "no_access"],
] as const)("a link with %o lets people do no more than %s", async (permissions, effective_permission) => {
  const world = await startSandbox();
  await world.as("owner").updateFile({ ...offer, body: { shared_link: { permissions } } });
  expect(await linkFor(world, "partner")).toMatchObject({ permissions, effective_permission });
});
