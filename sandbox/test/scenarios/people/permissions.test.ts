import { type Client, isApiError, sharedLink } from "content-service-client";
import { loadContract } from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { describe, expect } from "vitest";
import * as requests from "../../support/requests.js";
import { expectApiError, unchecked } from "../../support/responses.js";
import { openSandbox, type Person, shareSandbox, type TestSandbox, test } from "../../support/start-sandbox.js";

const { file, folder, group, invite, update, user } = requests;
type Invitation = requests.Invitation;

const contracts = folder("3001");
const INVOICE = "4002";
const properties = (file_id: string) => ({ path: { file_id, scope: "global", template_key: "properties" } });

/** What users can try with the contracts and the invoice in them. */
const calls = {
  see: (client) => client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/invoice" }) }),
  change: (client) => update(client, INVOICE, { description: "Seen" }),
  apply: (client) => client.createFileMetadata({ ...properties("4006"), body: {} }),
  remove: (client) => client.deleteFileMetadata(properties(INVOICE)),
  task: (client) => requests.addTask(client, INVOICE),
  add: (client) => requests.addLink(client, contracts.id),
  restore: (client) => requests.restore(client, "3003"),
  invite: (client) => invite(client, contracts, user("1002"), "viewer"),
  inviteCoOwner: (client) => invite(client, contracts, user("1009"), "co-owner"),
} satisfies Record<string, (client: Client) => Promise<unknown>>;
type Call = keyof typeof calls;
// The names are those of the record above.
const all = Object.keys(calls) as Call[];

/** The calls that succeed, and those that get a 404. The others get a 403. */
interface Permissions {
  readonly allowed: readonly Call[];
  readonly hidden?: readonly Call[];
}
const everything: Permissions = { allowed: all };
const nothing: Permissions = { allowed: [], hidden: all };

const byRole: Readonly<Record<Invitation["role"], Permissions>> = {
  "co-owner": everything,
  editor: { allowed: all.filter((call) => call !== "inviteCoOwner") },
  "viewer uploader": { allowed: ["see", "add"] },
  "previewer uploader": { allowed: ["see", "add"] },
  viewer: { allowed: ["see"] },
  previewer: { allowed: ["see"] },
  // Only what is put in, and not what is there.
  uploader: { allowed: ["add"], hidden: ["see", "change", "apply", "remove", "task"] },
};

test.each<[who: string, person: Person, expected: Permissions]>([
  ["the owner", "owner", everything],
  ["the admin of the owner's enterprise", "admin", everything],
  ["its co-admin", "co-admin", everything],
  ["a member whom nobody has invited", "member", nothing],
  ["a viewer of a folder further down", "reviewer", nothing],
  ["the admin of another enterprise", "partner", nothing],
])("%s has the expected permissions on a folder and a file in it", async (_, person, expected) => {
  await expectPermissions(await openSandbox(), person, expected);
});

// The keys are those of the record above.
test.each(Object.entries(byRole) as [Invitation["role"], Permissions][])(
  "a user who is invited as %s can do what the role allows [OP-04] [OP-06] [BE-09] [ER-19] [ER-24]",
  async (role, expected) => {
    const setup = await openSandbox();
    await invite(setup.as("owner"), contracts, user("1005"), role);
    await expectPermissions(setup, "member", expected);
  },
);

test("a user with two roles, one by a group, has the permissions of both [GC-14]", async ({ setup }) => {
  await invite(setup.as("owner"), contracts, user("1004"), "viewer");
  await invite(setup.as("owner"), contracts, group("2001"), "uploader");
  await expectPermissions(setup, "reviewer", byRole["viewer uploader"]);
});

test("a role applies to everything below its item, and to nothing above or beside it", async ({ as }) => {
  const change = (file_id: string) => update(as("member"), file_id, { description: "Seen" });
  await invite(as("owner"), folder("3002"), user("1005"));
  await invite(as("owner"), file(INVOICE), user("1005"));
  for (const id of ["4001", INVOICE]) expect(await change(id)).toMatchObject({ description: "Seen" });
  for (const id of ["4005", "4006", "4007", "10001"]) await expectApiError(change(id), 404);
});

const shared = shareSandbox();

test.for([
  ["createMetadataTemplate", "[ER-02]"],
  ["createTermsOfService", "[OP-13]"],
  ["assignLegalHoldPolicy", "[OP-14]"],
  ["listLegalHoldPolicyAssignments", "[OP-15]"],
  ["listFilesOnHold", "[OP-16]"],
  ["listFileVersionsOnHold", "[OP-17]"],
  ["listFileVersionLegalHolds", "[OP-18]"],
  ["addEmailAlias", "[OP-19]"],
  ["listCollaborationAllowlistEntries", "[OP-20]"],
  ["deleteUser", "[OP-21]"],
  ["listFileVersionRetentions", "[OP-23]"],
] as const)("%s is forbidden for all but admins, who also may not act for such users %s", async ([id]) => {
  for (const client of [shared.as("owner"), shared.as("service"), shared.as("admin").asUser("1005")])
    await expectApiError(requests.callById(client, id, workingCall(loadContract(), id)), 403, "forbidden");
});

describe("the permissions of a file are those of the caller", () => {
  const query = { fields: ["permissions"] } as const;
  const of = (names: string, value: boolean) =>
    Object.fromEntries(names.split(" ").map((name) => [`can_${name}`, value]));
  const seeing = "preview comment annotate view_annotations_all view_annotations_self download";
  const changing = "rename delete share set_share_access";
  const full = of(`${seeing} ${changing} upload invite_collaborator`, true);

  async function permissionsOf({ as }: Pick<TestSandbox, "as">, person: Person) {
    const header = sharedLink({ url: "https://content.example/s/offer" });
    return unchecked<{ permissions?: object }>(await as(person).findSharedItem({ query, header })).permissions;
  }

  test("all for the owner, and no changes while another user has locked the file", async ({ as }) => {
    expect(await as("owner").updateFile({ path: { file_id: "4007" }, body: {} })).not.toHaveProperty("permissions");
    expect(await permissionsOf({ as }, "owner")).toEqual(full);
    const body = { lock: { access: "lock" }, permissions: { can_download: "company" } } as const;
    const locked = await as("partner").updateFile({ path: { file_id: "4007" }, query, body });
    expect(locked.permissions).toEqual({ ...full, can_download: false });
    expect(await permissionsOf({ as }, "owner")).toEqual({ ...full, ...of(`${changing} upload`, false) });
  });

  test.for([
    ["viewer", of(`${changing} upload invite_collaborator`, false)],
    ["viewer uploader", of(`${changing} invite_collaborator`, false)],
    ["editor", {}],
    // With the link alone.
    [undefined, { ...of(`${seeing} ${changing} upload invite_collaborator`, false), ...of("download preview", true) }],
  ] as const)("for the role %s", async ([role, difference], { as }) => {
    if (role !== undefined) await invite(as("owner"), file("4007"), user("1005"), role);
    expect(await permissionsOf({ as }, "member")).toEqual({ ...full, ...difference });
  });
});

/** Tries everything on the contracts and the invoice in them. */
async function expectPermissions({ as }: TestSandbox, person: Person, { allowed, hidden = [] }: Permissions) {
  // Such a link works for those alone who see the file without it.
  await update(as("owner"), INVOICE, { shared_link: { access: "collaborators" } });
  await as("owner").createFileMetadata({ ...properties(INVOICE), body: {} });
  for (const call of all) {
    const expected = allowed.includes(call) ? "allowed" : hidden.includes(call) ? "hidden" : "denied";
    expect([call, await outcomeOf(calls[call](as(person)))]).toEqual([call, expected]);
  }
}

async function outcomeOf(call: Promise<unknown>): Promise<"allowed" | "denied" | "hidden"> {
  const [ended] = await Promise.allSettled([call]);
  if (ended.status === "fulfilled") return "allowed";
  const error: unknown = ended.reason;
  if (isApiError(error) && error.code === "access_denied_insufficient_permissions") return "denied";
  if (isApiError(error) && error.status === 404) return "hidden";
  throw error;
}
