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
const incomplete = changing(/^\/file_version_legal_holds.*=8002/, (all) => all.filter((one) => !isHeld(one, "20001")));
const less = changing(/\/files_on_hold/, (entries) => entries.slice(1));
const more = changing(/\/8103\/file_versions_on_hold/, (entries) => [...entries, later]);
const [HOLDS, ASSIGNMENT] = ["listFileVersionLegalHolds", "legal_hold_policy_assignment"];
const WITHOUT = `${HOLDS} to show 20001 for ${ASSIGNMENT} 8103, as .* does; received a list without it$`;
const OTHERS = `listFilesOnHold or listFileVersionsOnHold to show \\d+ for ${ASSIGNMENT} \\d+`;

test.each([
  ["that lacks the version of an assignment", incomplete, WITHOUT],
  ["whose assignments lack a version", less, OTHERS],
  ["whose assignments have another version", more, `${HOLDS} to show 77001`],
])("finds a list %s", async (_, misbehave, message) => {
  const { rules, messages } = await runOn([CHECK], misbehave);
  expect(rules).toContain("consistent-records");
  expect(messages).toContainEqual(expect.stringMatching(`^Expected ${message}`));
});

test("accepts a list that changes between two calls", async () => {
  let calls = 0;
  const once = changing(/\/files_on_hold/, (entries) => (calls++ === 0 ? entries.slice(1) : entries));
  const { checks } = await runOn([CHECK], once);
  expect([checks.map(({ outcome }) => outcome), calls > 1]).toEqual([["passed"], true]);
});
