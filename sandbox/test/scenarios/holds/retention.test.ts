import type { components } from "content-service-client";
import { defaultSeed, type Seed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { openSandbox, shareSandbox } from "../../support/start-sandbox.js";

type Retention = components["schemas"]["FileVersionRetention"];

const day = (number: number) => `2027-01-${String(number).padStart(2, "0")}T00:00:00+00:00`;

/** A seed whose retentions differ in everything that a filter can tell apart, in every combination. */
function seedOfCombinations(): Seed {
  const seed = defaultSeed();
  seed.retention_policies?.push({
    id: "8503",
    policy_name: "Delete drafts",
    enterprise_id: "7001",
    disposition_action: "permanently_delete",
  });
  seed.files?.push({ id: "4109", name: "plan.txt", parent_id: "3001", versions: [{ id: "5109" }, { id: "5110" }] });
  seed.file_version_retentions = [];
  for (const file_version_id of ["5001", "5002", "5109", "5110"]) {
    for (const policy_id of ["8501", "8502", "8503"]) {
      for (let number = 1; number <= 5; number += 1) {
        const id = String(50_001 + seed.file_version_retentions.length);
        const retention = { id, file_version_id, policy_id, applied_at: "PT0S", disposition_at: day(number) };
        seed.file_version_retentions.push(retention);
      }
    }
  }
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
type Name = keyof typeof filters;
// What is written above is what there is.
const names = Object.keys(filters) as Name[];
/** Every combination of the filters. */
const together = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_, bit) => bits & (1 << bit)));

const shared = shareSandbox(() => ({ seed: defaultSeed() }));
const combinations = shareSandbox(() => ({ seed: seedOfCombinations() }));

test("a retention has its file version, its dates and its policy [OP-23]", async () => {
  const page = await shared.as("admin").listFileVersionRetentions({ query: { limit: 1 } });
  expect(page).toMatchObject({ offset: 0, limit: 1, total_count: 252, order: [{ by: "id", direction: "ASC" }] });
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
  ]);
});

test("every page is sorted by id, as its order says, whatever the order of the seed [BE-28]", async () => {
  const seed = defaultSeed();
  seed.file_version_retentions?.reverse();
  const { as } = await openSandbox({ seed });
  const list = (query: { offset: number } | { usemarker: boolean } | { policy_id: string }) =>
    as("admin").listFileVersionRetentions({ query: { limit: 3, ...query } });
  for (const [query, ids] of [
    [{ offset: 0 }, ["8601", "8602", "40001"]],
    [{ offset: 3 }, ["40002", "40003", "40004"]],
    [{ usemarker: true }, ["8601", "8602", "40001"]],
    [{ policy_id: "8502" }, ["40001", "40002", "40003"]],
  ] as const) {
    const page = await list(query);
    expect(page.order).toEqual([{ by: "id", direction: "ASC" }]);
    expect(page.entries.map(({ id }) => id)).toEqual(ids);
  }
});

test("each filter, those by time to the instant, returns exactly the matching retentions, and filters combine with AND [BE-20]", async () => {
  const client = combinations.as("admin");
  const all = await client.listFileVersionRetentions({ query: { limit: 1000 } });
  for (const chosen of together) {
    const query = Object.fromEntries(chosen.map((name) => [name, filters[name].value]));
    const expected = all.entries.filter((one) => chosen.every((name) => filters[name].fits(one)));
    expect(expected.length).toBeGreaterThan(0);
    if (chosen.length > 0) expect(expected.length).toBeLessThan(all.entries.length);
    const found = await client.listFileVersionRetentions({ query: { ...query, limit: 1000 } });
    expect(found).toMatchObject({ entries: expected, total_count: expected.length });
  }
});

test("admins see retentions only of their own enterprise [OP-23]", async () => {
  expect((await shared.as("co-admin").listFileVersionRetentions()).total_count).toBe(252);
  expect(await shared.as("partner").listFileVersionRetentions()).toMatchObject({ entries: [], total_count: 0 });
});
