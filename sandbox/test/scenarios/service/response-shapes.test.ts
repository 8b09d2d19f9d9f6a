import { sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { file, invite, user } from "../../support/requests.js";
import { unchecked } from "../../support/responses.js";
import { type Person, type TestSandbox, test } from "../../support/start-sandbox.js";

describe("the permissions of a file are those of the caller", () => {
  const query = { fields: ["permissions"] } as const;
  const of = (names: string, value: boolean) =>
    Object.fromEntries(names.split(" ").map((name) => [`can_${name}`, value]));
  const seeing = "preview comment annotate view_annotations_all view_annotations_self download";
  const changing = "rename delete share set_share_access";
  const all = of(`${seeing} ${changing} upload invite_collaborator`, true);

  async function permissionsOf({ as }: Pick<TestSandbox, "as">, person: Person) {
    const header = sharedLink({ url: "https://content.example/s/offer" });
    return unchecked<{ permissions?: object }>(await as(person).findSharedItem({ query, header })).permissions;
  }

  test("all for the owner, and no changes while another user has locked the file", async ({ as }) => {
    expect(await as("owner").updateFile({ path: { file_id: "4007" }, body: {} })).not.toHaveProperty("permissions");
    expect(await permissionsOf({ as }, "owner")).toEqual(all);
    const body = { lock: { access: "lock" }, permissions: { can_download: "company" } } as const;
    const locked = await as("partner").updateFile({ path: { file_id: "4007" }, query, body });
    expect(locked.permissions).toEqual({ ...all, can_download: false });
    expect(await permissionsOf({ as }, "owner")).toEqual({ ...all, ...of(`${changing} upload`, false) });
  });

  test.for([
    ["viewer", of(`${changing} upload invite_collaborator`, false)],
    ["viewer uploader", of(`${changing} invite_collaborator`, false)],
    ["editor", {}],
    // With the link alone.
    [undefined, { ...of(`${seeing} ${changing} upload invite_collaborator`, false), ...of("download preview", true) }],
  ] as const)("for the role %s", async ([role, difference], { as }) => {
    if (role !== undefined) await invite(as("owner"), file("4007"), user("1005"), role);
    expect(await permissionsOf({ as }, "member")).toEqual({ ...all, ...difference });
  });
});
