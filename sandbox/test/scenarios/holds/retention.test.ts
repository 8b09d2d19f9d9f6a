import type { components } from "content-service-client";
import type { Seed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { shareSandbox, smallSeed } from "../../support/start-sandbox.js";

type Retention = components["schemas"]["FileVersionRetention"];

const day = (number: number) => `2027-01-${String(number).padStart(2, "0")}T00:00:00+00:00`;

/** A seed whose retentions differ in everything that a filter can tell apart, in every combination, in no order of ids. */
function seedOfCombinations(): Seed {
  const seed = structuredClone(smallSeed);
  const disposition_action = "permanently_delete";
  seed.retention_policies?.push({ id: "8503", policy_name: "Drafts", enterprise_id: "7001", disposition_action });
  seed.files?.push({ id: "4109", name: "plan.txt", parent_id: "3001", versions: [{ id: "5109" }, { id: "5110" }] });
  const days = [1, 2, 3, 4, 5];
  const retentions = ["5001", "5002", "5109", "5110"].flatMap((file_version_id) =>
    ["8501", "8502", "8503"].flatMap((policy_id) =>
      days.map((number) => ({ file_version_id, policy_id, applied_at: "PT0S", disposition_at: day(number) })),
    ),
  );
  seed.file_version_retentions = retentions.map((one, index) => ({ id: String(99_980 + index), ...one })).reverse();
  return seed;
}

/** Each filter with a value, and what that value means for a retention. */
const filters = {
  disposition_action: {
    value: "permanently_delete",
    fits: (one: Retention) => one.winning_retention_policy?.disposition_action === "permanently_delete",
  },
  disposition_after: {
    // The same instant as the second day, which is excluded.
    value: "2027-01-02T02:00:00+02:00",
    fits: (one: Retention) => Date.parse(one.disposition_at ?? "") > Date.parse(day(2)),
  },
  disposition_before: {
    value: "2027-01-04T19:00:00-05:00",
    fits: (one: Retention) => Date.parse(one.disposition_at ?? "") < Date.parse(day(5)),
  },
  file_id: { value: "4109", fits: (one: Retention) => one.file?.id === "4109" },
  file_version_id: { value: "5110", fits: (one: Retention) => one.file_version?.id === "5110" },
  policy_id: { value: "8503", fits: (one: Retention) => one.winning_retention_policy?.id === "8503" },
} as const;
// What is written above is what there is.
const names = Object.keys(filters) as (keyof typeof filters)[];
/** Every combination of the filters. */
const together = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, bit) => bits & (1 << bit)));

const shared = shareSandbox();
const combinations = shareSandbox(() => ({ seed: seedOfCombinations() }));

test("a retention has its file version, its dates and its policy [OP-23]", async () => {
  const page = await shared.as("admin").listFileVersionRetentions({ query: { limit: 2 } });
  expect(page).toMatchObject({ offset: 0, limit: 2, total_count: 22, order: [{ by: "id", direction: "ASC" }] });
  expect(page.entries).toEqual([
    {
      type: "file_version_retention",
      id: "8601",
      file_version: { type: "file_version", id: "5002", sha1: "3f786850e387550fdab836ed7e6dc881de23001b" },
      file: expect.objectContaining({ type: "file", id: "4001", name: "lease.pdf" }),
      applied_at: "2026-03-02T14:30:00+00:00",
      disposition_at: "2036-02-28T14:30:00+00:00",
      winning_retention_policy: {
        type: "retention_policy",
        id: "8501",
        policy_name: "Keep contracts for ten years",
        retention_length: "3650",
        disposition_action: "remove_retention",
      },
    },
    // Its file is in the trash.
    { type: "file_version_retention", id: "8602" },
  ]);
  expect((await shared.as("co-admin").listFileVersionRetentions()).total_count).toBe(22);
  expect(await shared.as("partner").listFileVersionRetentions()).toMatchObject({ entries: [], total_count: 0 });
});

test("each filter returns exactly the matching retentions, filters combine with AND, and pages are sorted by id, whatever the order of the seed [BE-20] [BE-28]", async () => {
  const client = combinations.as("admin");
  const all = await client.listFileVersionRetentions({ query: { limit: 1000 } });
  const ids = all.entries.map(({ id }) => Number(id));
  // By their numbers: 99999 comes before 100000.
  expect(ids).toEqual(ids.map((_, index) => 99_980 + index));
  for (const chosen of together) {
    const query = Object.fromEntries(chosen.map((name) => [name, filters[name].value]));
    const expected = all.entries.filter((one) => chosen.every((name) => filters[name].fits(one)));
    expect(expected.length).toBeGreaterThan(0);
    if (chosen.length > 0) expect(expected.length).toBeLessThan(all.entries.length);
    const found = await client.listFileVersionRetentions({ query: { ...query, limit: 1000 } });
    expect(found).toMatchObject({ entries: expected, total_count: expected.length, order: all.order });
  }
});
