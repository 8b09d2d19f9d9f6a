import { isApiError, sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import {
  addLink,
  addTask,
  file,
  folder,
  group,
  type Invitation,
  invite,
  update,
  user,
} from "../../support/requests.js";
import { expectApiError } from "../../support/responses.js";
import { openSandbox, type Person, type TestSandbox, test } from "../../support/start-sandbox.js";

type Role = Invitation["role"];

const contracts = { type: "folder", id: "3001" } as const;
const invoice = "4002";

/** What a user can do: yes, or no, which is a 403; or what they are told is not there, which is a 404. */
type Outcome = "yes" | "no" | "hidden";

/** See a file, change it, put a web link into its folder, invite to the folder, invite a co-owner, put a task on the file. */
type Outcomes = readonly [
  see: Outcome,
  change: Outcome,
  add: Outcome,
  invite: Outcome,
  inviteCoOwner: Outcome,
  task: Outcome,
];

const everything: Outcomes = ["yes", "yes", "yes", "yes", "yes", "yes"];
const nothing: Outcomes = ["hidden", "hidden", "hidden", "hidden", "hidden", "hidden"];

const byRole: Readonly<Record<Role, Outcomes>> = {
  "co-owner": everything,
  editor: ["yes", "yes", "yes", "yes", "no", "yes"],
  "viewer uploader": ["yes", "no", "yes", "no", "no", "no"],
  "previewer uploader": ["yes", "no", "yes", "no", "no", "no"],
  viewer: ["yes", "no", "no", "no", "no", "no"],
  previewer: ["yes", "no", "no", "no", "no", "no"],
  // Only what is put in, and not what is there.
  uploader: ["hidden", "hidden", "yes", "no", "no", "hidden"],
};

const byPerson: readonly (readonly [who: string, person: Person, outcomes: Outcomes])[] = [
  ["the owner", "owner", everything],
  ["the admin of the owner's enterprise", "admin", everything],
  ["its co-admin", "co-admin", everything],
  ["a member whom nobody has invited", "member", nothing],
  ["a service account that nobody has invited", "service", nothing],
  ["a viewer of a folder further down", "reviewer", nothing],
  ["the admin of another enterprise", "partner", nothing],
];

describe("on a folder and a file in it", () => {
  test.each(byPerson)("%s has the expected permissions", async (_, person, expected) => {
    const setup = await openSandbox();
    expect(await outcomesOf(setup, person)).toEqual(expected);
  });

  // The keys are those of the record above.
  test.each(Object.entries(byRole) as [Role, Outcomes][])(
    "a user who is invited as %s, by id or by login, or as a member of a group, can do what the role allows",
    async (role, expected) => {
      const invited: [Invitation["accessible_by"], Person][] = [
        [user("1005"), "member"],
        [group("2001"), "reviewer"],
        [{ type: "user", login: "partner@example.org" }, "partner"],
      ];
      for (const [who, person] of invited) {
        const setup = await openSandbox();
        await invite(setup.as("owner"), contracts, who, role);
        expect(await outcomesOf(setup, person)).toEqual(expected);
      }
    },
  );
});

test("a user with two roles has the permissions of both", async ({ setup }) => {
  const owner = setup.as("owner");
  await invite(owner, contracts, user("1004"), "viewer");
  await invite(owner, contracts, group("2001"), "uploader");
  expect(await outcomesOf(setup, "reviewer")).toEqual(byRole["viewer uploader"]);
});

test("a role on a folder applies to everything below it, and to nothing above or beside it", async ({ as }) => {
  await invite(as("owner"), folder("3002"), user("1005"), "editor");
  const change = (file_id: string) => update(as("member"), file_id, { description: "Seen" });
  expect(await change("4001")).toMatchObject({ description: "Seen" });
  for (const file_id of ["4002", "4007", "10001"]) await expectApiError(change(file_id), 404);
});

test("a role on a file does not apply to other files of its folder", async ({ as }) => {
  await invite(as("owner"), file(invoice), user("1005"), "editor");
  const change = (file_id: string) => update(as("member"), file_id, { description: "Seen" });
  expect(await change(invoice)).toMatchObject({ description: "Seen" });
  await expectApiError(change("4006"), 404);
});

/** Tries everything on the contracts and the invoice in them. */
async function outcomesOf(setup: TestSandbox, person: Person): Promise<Outcomes> {
  const client = setup.as(person);
  // Such a link works for those alone who see the file without it.
  await update(setup.as("owner"), invoice, { shared_link: { access: "collaborators" } });
  return [
    await outcomeOf(client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/invoice" }) })),
    await outcomeOf(update(client, invoice, { description: person })),
    await outcomeOf(addLink(client, contracts.id)),
    await outcomeOf(invite(client, contracts, user("1002"), "viewer")),
    await outcomeOf(invite(client, contracts, user("1009"), "co-owner")),
    await outcomeOf(addTask(client, invoice)),
  ];
}

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return "yes";
  if (isApiError(error) && error.status === 403) return "no";
  if (isApiError(error) && error.status === 404) return "hidden";
  throw error;
}
