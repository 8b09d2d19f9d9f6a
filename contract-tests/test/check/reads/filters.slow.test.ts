import { arrayAt, isJsonObject, type Json, objectAt, stringAt } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { type Breaking, checkBroken, rulesOf, type Sent, withBody } from "../../support/check-broken.js";

const RETENTIONS = "listFileVersionRetentions";
const ASSIGNMENTS = "listLegalHoldPolicyAssignments";

/** Changes the query before the sandbox receives it. */
const asked =
  (change: (query: URLSearchParams, sent: Sent) => void): Breaking =>
  (sent, pass) => {
    change(sent.url.searchParams, sent);
    return pass();
  };

const ignored = (name: string) => asked((query) => query.delete(name));

/** Moves a time filter by some milliseconds. */
const moved = (name: string, byMs: number) =>
  asked((query) => {
    const time = query.get(name);
    if (time !== null && /^\d{4}-.*\d$/.test(time)) query.set(name, new Date(Date.parse(time) + byMs).toISOString());
  });

const keeping =
  (name: string, keep: (entry: Json, value: string) => boolean): Breaking =>
  (sent, pass) => {
    const value = sent.url.searchParams.get(name);
    if (value === null) return pass();
    return withBody(pass(), (page) =>
      isJsonObject(page) && "entries" in page
        ? { ...page, entries: arrayAt(page, "entries").filter((one) => keep(one, value)) }
        : page,
    );
  };

const defects: readonly (readonly [says: string, rule: string, operation: string, Breaking])[] = [
  ...["disposition_action", "disposition_after", "disposition_before", "file_id", "file_version_id", "policy_id"].map(
    (name) => [`ignores ${name}`, "filter-respected", RETENTIONS, ignored(name)] as const,
  ),
  ["ignores assign_to_type", "filter-respected", ASSIGNMENTS, ignored("assign_to_type")],
  ["ignores assign_to_id", "filter-respected", ASSIGNMENTS, ignored("assign_to_id")],
  [
    "finds nothing for one value of an enum",
    "filter-respected",
    RETENTIONS,
    asked((query) => {
      if (query.get("disposition_action") === "remove_retention") query.set("file_id", "1");
    }),
  ],
  [
    "swaps the values of an enum",
    "filter-respected",
    RETENTIONS,
    asked((query) => {
      const action = query.get("disposition_action");
      if (action === "remove_retention") query.set("disposition_action", "permanently_delete");
      if (action === "permanently_delete") query.set("disposition_action", "remove_retention");
    }),
  ],
  ["takes disposition_after as not before", "filter-respected", RETENTIONS, moved("disposition_after", -1)],
  ["takes disposition_before as not after", "filter-respected", RETENTIONS, moved("disposition_before", 1)],
  [
    "reads a time without its offset",
    "filter-respected",
    RETENTIONS,
    asked((query) => {
      const time = query.get("disposition_after");
      if (time !== null) query.set("disposition_after", time.replace(/[+-]\d\d:\d\d$/, "+00:00"));
    }),
  ],
  [
    "swaps the sides of a time",
    "filter-respected",
    RETENTIONS,
    asked((query) => {
      const time = query.get("disposition_after");
      if (time === null || query.has("disposition_before")) return;
      query.delete("disposition_after");
      query.set("disposition_before", time);
    }),
  ],
  [
    "applies only the first of several filters",
    "filter-respected",
    RETENTIONS,
    asked((query) => {
      if (query.has("file_id")) query.delete("policy_id");
    }),
  ],
  [
    "applies a filter to the first page only",
    "list-without-duplicates",
    RETENTIONS,
    (sent, pass) => {
      if (Number(sent.url.searchParams.get("offset") ?? 0) > 0) sent.url.searchParams.delete("policy_id");
      return pass();
    },
  ],
  [
    "counts all entries when filtered",
    "list-complete",
    RETENTIONS,
    (sent, pass) =>
      withBody(pass(), (page) =>
        "total_count" in page && sent.url.searchParams.has("policy_id") ? { ...page, total_count: 252 } : page,
      ),
  ],
  [
    "loses a filtered entry",
    "filter-respected",
    ASSIGNMENTS,
    keeping("assign_to_type", (entry) => !isJsonObject(entry) || stringAt(entry, "id") !== "30003"),
  ],
  [
    "returns everything for an unknown value",
    "filter-respected",
    RETENTIONS,
    asked((query) => {
      if ((query.get("file_id") ?? "").length > 12) query.delete("file_id");
    }),
  ],
  [
    "shows assignments of another policy",
    "filter-respected",
    ASSIGNMENTS,
    (_, pass) =>
      withBody(pass(), (page) => ({
        ...page,
        ...("entries" in page
          ? {
              entries: arrayAt(page, "entries").map((one) =>
                isJsonObject(one) && "legal_hold_policy" in one
                  ? { ...one, legal_hold_policy: { ...objectAt(one, "legal_hold_policy"), id: "8001" } }
                  : one,
              ),
            }
          : {}),
      })),
  ],
];

describe("finds a list that", () => {
  test.each(defects)("%s", async (_, rule, operation, breaking) => {
    expect(rulesOf(await checkBroken(breaking, { operations: [operation] }))).toContain(rule);
  });
});

test("accepts entries that do not show what is filtered by", async () => {
  const mini: Breaking = (sent, pass) =>
    withBody(pass(), (page) => ({
      ...page,
      ...("entries" in page && sent.url.pathname.endsWith("/file_version_retentions")
        ? {
            entries: arrayAt(page, "entries").map((one) =>
              isJsonObject(one) && Number(one["id"]) % 3 === 0
                ? { type: one["type"] ?? null, id: one["id"] ?? null }
                : one,
            ),
          }
        : {}),
    }));
  const report = await checkBroken(mini, { operations: [RETENTIONS] });
  expect(report.checks.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([]);
});
