import { sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { file, invite, update, user } from "../../support/requests.js";
import { apiErrorOf, unchecked } from "../../support/responses.js";
import { type Person, type TestSandbox, test } from "../../support/start-sandbox.js";

test("an error has a context_info only for the parts that it names", async ({ as }) => {
  const plain = await apiErrorOf(update(as("owner"), "404404"));
  expect([plain.status, "context_info" in unchecked<object>(plain.body)]).toEqual([404, false]);
  const lock = { access: "lock", expires_at: "2020-01-01T00:00:00Z" } as const;
  const listed = await apiErrorOf(update(as("owner"), "4007", { lock }));
  expect(listed.body).toMatchObject({ context_info: { errors: [{ name: "lock.expires_at" }] } });
});

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
