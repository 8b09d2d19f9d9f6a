import { arrayAt, isJsonObject, type JsonObject, objectAt, stringAt } from "content-service-contract";
import { expect, test } from "vitest";
import { type Changed, type Misbehave, requests, responses, runOn, type Sent } from "../../support/defects.js";

const RETENTIONS = "listFileVersionRetentions";
const POLICY_ID = "filters-by-policy_id";
const ASSIGNMENTS = "listLegalHoldPolicyAssignments";

const asked = (name: string, change: (value: string, sent: Sent) => Changed["query"]) =>
  requests((sent) => {
    const value = sent.query.get(name);
    return value !== null && { query: change(value, sent) ?? {} };
  });
const moved = (name: string, byMs: number) =>
  asked(name, (time) => (/^\d{4}-.*\d$/.test(time) ? { [name]: new Date(Date.parse(time) + byMs).toISOString() } : {}));
const entries = (
  change: (entry: JsonObject) => JsonObject | undefined,
  isMeant: (sent: Sent) => boolean = () => true,
) =>
  responses(
    (page) =>
      "entries" in page
        ? {
            ...page,
            entries: arrayAt(page, "entries")
              .filter(isJsonObject)
              .flatMap((one) => change(one) ?? []),
          }
        : undefined,
    ({ ok }, sent) => ok && isMeant(sent),
  );

const AFTER = "disposition_after";
const ACTION = "disposition_action";
const ACTIONS: Readonly<Record<string, string>> = {
  remove_retention: "permanently_delete",
  permanently_delete: "remove_retention",
};

const findingOneAction = asked(ACTION, (action) => (action === "remove_retention" ? { file_id: "1" } : {}));
const asUtc = (time: string) => time.replace(/[+-]\d\d:\d\d$/, "+00:00");
const ignoringLongIds = asked("file_id", (id) => (id.length > 12 ? { file_id: undefined } : {}));
const swappingSides = asked(AFTER, (time, { query }) =>
  query.has("disposition_before") ? {} : { [AFTER]: undefined, disposition_before: time },
);
const filteringFirstPage = asked("offset", (offset) => (Number(offset) > 0 ? { policy_id: undefined } : {}));
const countingAll = responses((page, { query }) =>
  "total_count" in page && query.has("policy_id") ? { ...page, total_count: 252 } : undefined,
);
const emptyWithout = (name: string) => requests(({ query }) => !query.has(name) && { query: { file_id: "1" } });
const losingOne = entries(
  (entry) => (stringAt(entry, "id") === "30003" ? undefined : entry),
  ({ query }) => query.has("assign_to_type"),
);
const ofOtherPolicy = entries((one) => ({
  ...one,
  legal_hold_policy: { ...objectAt(one, "legal_hold_policy"), id: "8001" },
}));

/** A check that names no list is one of the retentions. */
test.each<[defect: string, check: string, misbehave: Misbehave, rule?: string]>([
  ["finds nothing for one value of an enum", `filters-by-${ACTION}`, findingOneAction],
  ["swaps the values of an enum", `filters-by-${ACTION}`, asked(ACTION, (one) => ({ [ACTION]: ACTIONS[one] ?? one }))],
  ["takes disposition_after as not before", `filters-by-${AFTER}`, moved(AFTER, -1)],
  ["takes disposition_before as not after", "filters-by-disposition_before", moved("disposition_before", 1)],
  ["reads a time without its offset", `filters-by-${AFTER}`, asked(AFTER, (time) => ({ [AFTER]: asUtc(time) }))],
  ["swaps the sides of a time", `filters-by-${AFTER}`, swappingSides],
  ["applies only the first of several filters", "filters-together", asked("file_id", () => ({ policy_id: undefined }))],
  ["applies a filter to the first page only", POLICY_ID, filteringFirstPage, "list-without-duplicates"],
  ["counts all entries when filtered", POLICY_ID, countingAll, "list-complete"],
  ["loses a filtered entry", `${ASSIGNMENTS}/filters-by-assign_to_type`, losingOne],
  ["returns everything for an unknown value", "filters-by-file_id", ignoringLongIds],
  ["is empty without a time", `filters-by-${AFTER}`, emptyWithout(AFTER), "list-complete"],
  ["is empty without a policy", POLICY_ID, emptyWithout("policy_id"), "list-complete"],
  ["shows assignments of another policy", `${ASSIGNMENTS}/${POLICY_ID}`, ofOtherPolicy],
])("finds a list that %s", async (_, check, misbehave, rule = "filter-respected") => {
  expect((await runOn([check.includes("/") ? check : `${RETENTIONS}/${check}`], misbehave)).rules).toContain(rule);
});

test("accepts entries that do not show what is filtered by", async () => {
  const mini = entries((one) =>
    Number(one["id"]) % 3 === 0 ? { type: one["type"] ?? null, id: one["id"] ?? null } : one,
  );
  expect((await runOn([`${RETENTIONS}/filters-*`], mini)).messages).toEqual([]);
});
