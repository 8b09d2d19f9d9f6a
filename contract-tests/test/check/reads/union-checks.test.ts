import { isJsonObject, type Json, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import { responses, runOn } from "../../support/defects.js";

const CHECK = "listFileVersionLegalHolds/has-the-entries-of-its-parts";

/** Changes the entries of the lists whose path ends so. */
const changing = (path: RegExp, change: (entries: readonly Json[]) => readonly Json[]) =>
  responses(
    ({ entries = [], ...body }) => {
      const changed = Array.isArray(entries) ? change(entries) : [];
      return { ...body, entries: [...changed], total_count: changed.length };
    },
    ({ ok }, sent) => ok && path.test(sent.path),
  );
const isHeld = (entry: Json, id: string) => isJsonObject(entry) && objectAt(entry, "file_version")["id"] === id;
const later = { type: "file_version", id: "77001" };

test.each([
  [
    "that lacks the version of an assignment",
    changing(/^\/file_version_legal_holds.*=8002/, (entries) => entries.filter((one) => !isHeld(one, "20001"))),
    /^Expected listFileVersionLegalHolds to show 20001 for legal_hold_policy_assignment 8103, as .* does; received a list without it$/,
  ],
  [
    "whose assignments lack a version",
    changing(/\/files_on_hold/, (entries) => entries.slice(1)),
    /^Expected listFilesOnHold or listFileVersionsOnHold to show \d+ for legal_hold_policy_assignment \d+/,
  ],
  [
    "whose assignments have another version",
    changing(/\/8103\/file_versions_on_hold/, (entries) => [...entries, later]),
    /^Expected listFileVersionLegalHolds to show 77001/,
  ],
])("finds a list %s", async (_, misbehave, message) => {
  const { rules, messages } = await runOn([CHECK], misbehave);
  expect(rules).toContain("consistent-records");
  expect(messages).toContainEqual(expect.stringMatching(message));
});

test("accepts a list that changes between two calls", async () => {
  let calls = 0;
  const once = changing(/\/files_on_hold/, (entries) => (calls++ === 0 ? entries.slice(1) : entries));
  const { checks } = await runOn([CHECK], once);
  expect([checks.map(({ outcome }) => outcome), calls > 1]).toEqual([["passed"], true]);
});
