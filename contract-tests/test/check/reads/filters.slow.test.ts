import { arrayAt, isJsonObject, type JsonObject, objectAt, stringAt } from "content-service-contract";
import { expect, test } from "vitest";
import { type Changed, type Misbehave, requests, responses, runOn, type Sent } from "../../support/defects.js";

const RETENTIONS = "listFileVersionRetentions";
const ASSIGNMENTS = "listLegalHoldPolicyAssignments";

/** Changes the value of a parameter; undefined removes it. */
const asked = (name: string, change: (value: string, sent: Sent) => Changed["query"]) =>
  requests((sent) => {
    const value = sent.query.get(name);
    return value !== null && { query: change(value, sent) ?? {} };
  });
/** Moves a time filter by some milliseconds. */
const moved = (name: string, byMs: number) =>
  asked(name, (time) => (/^\d{4}-.*\d$/.test(time) ? { [name]: new Date(Date.parse(time) + byMs).toISOString() } : {}));
/** Changes the entries of pages, or leaves them out. */
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
const ACTIONS: Readonly<Record<string, string>> = {
  remove_retention: "permanently_delete",
  permanently_delete: "remove_retention",
};

const defects: [defect: string, check: string, misbehave: Misbehave, rule?: string][] = [
  [
    "finds nothing for one value of an enum",
    `${RETENTIONS}/filters-by-disposition_action`,
    asked("disposition_action", (action) => (action === "remove_retention" ? { file_id: "1" } : {})),
  ],
  [
    "swaps the values of an enum",
    `${RETENTIONS}/filters-by-disposition_action`,
    asked("disposition_action", (action) => ({ disposition_action: ACTIONS[action] ?? action })),
  ],
  ["takes disposition_after as not before", `${RETENTIONS}/filters-by-${AFTER}`, moved(AFTER, -1)],
  [
    "takes disposition_before as not after",
    `${RETENTIONS}/filters-by-disposition_before`,
    moved("disposition_before", 1),
  ],
  [
    "reads a time without its offset",
    `${RETENTIONS}/filters-by-${AFTER}`,
    asked(AFTER, (time) => ({ [AFTER]: time.replace(/[+-]\d\d:\d\d$/, "+00:00") })),
  ],
  [
    "swaps the sides of a time",
    `${RETENTIONS}/filters-by-${AFTER}`,
    asked(AFTER, (time, { query }) =>
      query.has("disposition_before") ? {} : { [AFTER]: undefined, disposition_before: time },
    ),
  ],
  [
    "applies only the first of several filters",
    `${RETENTIONS}/filters-together`,
    asked("file_id", () => ({ policy_id: undefined })),
  ],
  [
    "applies a filter to the first page only",
    `${RETENTIONS}/filters-by-policy_id`,
    asked("offset", (offset) => (Number(offset) > 0 ? { policy_id: undefined } : {})),
    "list-without-duplicates",
  ],
  [
    "counts all entries when filtered",
    `${RETENTIONS}/filters-by-policy_id`,
    responses((page, { query }) =>
      "total_count" in page && query.has("policy_id") ? { ...page, total_count: 252 } : undefined,
    ),
    "list-complete",
  ],
  [
    "loses a filtered entry",
    `${ASSIGNMENTS}/filters-by-assign_to_type`,
    entries(
      (entry) => (stringAt(entry, "id") === "30003" ? undefined : entry),
      ({ query }) => query.has("assign_to_type"),
    ),
  ],
  [
    "returns everything for an unknown value",
    `${RETENTIONS}/filters-by-file_id`,
    asked("file_id", (id) => (id.length > 12 ? { file_id: undefined } : {})),
  ],
  [
    "shows assignments of another policy",
    `${ASSIGNMENTS}/filters-by-policy_id`,
    entries((one) => ({ ...one, legal_hold_policy: { ...objectAt(one, "legal_hold_policy"), id: "8001" } })),
  ],
];

test.each(defects)("finds a list that %s", async (_, check, misbehave, rule = "filter-respected") => {
  expect((await runOn([check], misbehave)).rules).toContain(rule);
});

test("accepts entries that do not show what is filtered by", async () => {
  const mini = entries((one) =>
    Number(one["id"]) % 3 === 0 ? { type: one["type"] ?? null, id: one["id"] ?? null } : one,
  );
  expect((await runOn([`${RETENTIONS}/filters-*`], mini)).messages).toEqual([]);
});
