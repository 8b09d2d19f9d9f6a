import { isJsonObject } from "content-service-contract";
import type { Seed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { type Misbehave, replaces, responses, runOn } from "../../support/defects.js";

const CHECKS = ["listFileVersionRetentions/succeeds", "findSharedItem/succeeds", "getTaskAssignment/succeeds"];
/** The first record that a service shows otherwise than before. */
async function firstChanged(ids: readonly string[], misbehave: Misbehave) {
  const { checks } = await runOn(ids, misbehave);
  return checks.flatMap(({ findings }) => findings).find(({ rule }) => rule === "consistent-records");
}

test.each([
  ["name", { name: "another.pdf" }],
  ["etag", { etag: "77" }],
  ["sequence_id", { sequence_id: "77" }],
])("finds a record with another %s in a second response", async (attribute, change) => {
  const misbehave = responses(
    ({ item, ...body }) => (isJsonObject(item) ? { ...body, item: { ...item, ...change } } : undefined),
    ({ ok }, { path }) => ok && path.startsWith("/task_assignments/"),
  );
  const found = await firstChanged(CHECKS, misbehave);
  expect(found).toMatchObject({ operation: "getTaskAssignment", at: `/response/body/item/${attribute}` });
  expect(found?.message).toMatch(/^Expected the `\w+` ".+" of file \d+, as in \w+; received ".+"$/);
});

test("accepts a record that somebody changes during the run", async () => {
  let left = 12;
  const renamed = replaces(
    ({ ok }) => ok && left-- > 0,
    async (_, response) =>
      new Response((await response.text()).replaceAll("lease.pdf", "renamed.pdf"), { headers: response.headers }),
  );
  const { messages } = await runOn(["findSharedItem/*", "getTaskAssignment/*"], renamed, { effects: "none" });
  expect(left).toBeLessThan(0);
  expect(messages).toEqual([]);
});

test("finds a total that a page does not have", async () => {
  const counting = responses((body) => ("total_count" in body ? { ...body, entries: [] } : undefined));
  const { messages } = await runOn(["listCollaborationAllowlistEntries/succeeds"], counting);
  expect(messages).toEqual([
    expect.stringMatching(/^Expected the `total_count` 0 of a list on one page; received \d+$/),
  ]);
});

/** Changes other records when a web link is created, or when its creation is rejected. */
const afterCreation =
  (isMeant: (status: number) => boolean, change: (seed: Seed) => Seed): Misbehave =>
  async (sent, sandbox) => {
    const response = await sent.forward();
    if (sent.method === "POST" && sent.path.startsWith("/web_links") && isMeant(response.status))
      sandbox.restore(change(sandbox.snapshot()));
    return response;
  };
const isCreated = (status: number) => status < 300;
const withoutEntry = ({ allowlist_entries = [], ...seed }: Seed): Seed => ({
  ...seed,
  allowlist_entries: allowlist_entries.slice(1),
});
const assignedBy =
  (id: string) =>
  ({ legal_hold_policy_assignments = [], ...seed }: Seed): Seed => ({
    ...seed,
    legal_hold_policy_assignments: legal_hold_policy_assignments.map((one) => ({ ...one, assigned_by: id })),
  });
const isRejected = (status: number) => status === 400;
const OTHER =
  /^Expected the `assigned_by` "1001" of legal_hold_policy_assignment \d+, as before createWebLink.*; received "1002"$/;
const REMOVED = /^Expected \w+ \d+ in the list, as before createWebLink.*; received a list without it$/;

test.each([
  ["changes other records", afterCreation(isCreated, assignedBy("1002")), OTHER],
  ["changes other records though it was rejected", afterCreation(isRejected, assignedBy("1002")), /`assigned_by`/],
  ["removes an entry of a list each time", afterCreation(isCreated, withoutEntry), REMOVED],
])("finds that a creation %s", async (_, misbehave, message) => {
  expect((await firstChanged(["createWebLink/*"], misbehave))?.message).toMatch(message);
});

test("finds a new record that is stored otherwise than its creation shows", async () => {
  const { messages } = await runOn(
    ["createMetadataTemplate/accepts-values", "createMetadataTemplate/keeps*"],
    async (sent, sandbox) => {
      const response = await sent.forward();
      if (sent.method !== "POST" || !response.ok) return response;
      const { metadata_templates = [], ...seed } = sandbox.snapshot();
      const visible = metadata_templates.map((one) => ({ ...one, hidden: false }));
      sandbox.restore({ ...seed, metadata_templates: visible });
      return response;
    },
  );
  expect(messages).toContainEqual(
    expect.stringMatching(
      /^Expected the `hidden` "true" of metadata_template \d+, as in the response of createMetadataTemplate/,
    ),
  );
});

test("notes another record that has changed once", async () => {
  let isFirst = true;
  const { messages, notes } = await runOn(
    ["createWebLink/*"],
    afterCreation(
      (status) => isCreated(status) && isFirst,
      (seed) => {
        isFirst = false;
        return withoutEntry(seed);
      },
    ),
  );
  expect(messages).toEqual([]);
  expect(notes).toContainEqual(
    expect.stringMatching(/as before createWebLink.*\. Seen once: others may have changed it\.$/),
  );
});

test("reads the other records that a caller without roles may read", async () => {
  const { checks } = await runOn(["createWebLink/*"], undefined, { target: { token: "token-owner" } });
  expect(checks.filter(({ reason }) => reason?.includes("needs the role"))).toEqual([]);
});
