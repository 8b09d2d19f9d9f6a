import { createSandbox, type Seed } from "content-service-sandbox";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { byId } from "../../src/paging/page.js";
import { unchecked } from "../support/responses.js";

const scope = "enterprise_1";
const seed: Seed = {
  enterprises: [{ id: "1" }],
  users: [{ id: "10", name: "Admin", login: "admin@example.com", enterprise_id: "1", role: "admin" }],
  access_tokens: [{ token: "t", user_id: "10" }],
  folders: [{ id: "30", name: "Folder", owner_id: "10" }],
  legal_hold_policies: [{ id: "50", policy_name: "Hold", enterprise_id: "1" }],
  legal_hold_policy_assignments: [
    { id: "51", policy_id: "50", assigned_to: { type: "folder", id: "30" }, assigned_by: "10" },
  ],
  retention_policies: [{ id: "60", policy_name: "Keep", enterprise_id: "1" }],
  metadata_templates: [{ id: "70", scope, templateKey: "deal" }],
};
/** Files of the folder on hold. Their ids do not fit the order of their versions. */
const filesOf = (ids: readonly string[]) =>
  ids.map((id) => ({ id: `9${id}`, name: id, parent_id: "30", versions: [{ id }, { id: `8${id}` }] })).reverse();

/** The lists, each with its records for some ids, and the id that an entry stands for. */
const lists: readonly [path: string, recordsOf: (ids: readonly string[]) => Seed, idOf?: (id: string) => string][] = [
  [
    "/collaboration_whitelist_entries?usemarker=true",
    (ids) => ({ allowlist_entries: ids.map((id) => ({ id, enterprise_id: "1", domain: `${id}.example` })) }),
  ],
  [
    "/metadata_templates/enterprise?",
    (ids) => ({ metadata_templates: ids.map((id) => ({ id, scope, templateKey: `t${id}` })) }),
  ],
  [
    "/file_version_retentions?usemarker=true",
    (ids) => ({
      files: filesOf(ids),
      file_version_retentions: ids.map((id) => ({
        ...{ id, file_version_id: id, policy_id: "60", applied_at: "PT0S", disposition_at: "P1D" },
      })),
    }),
  ],
  [
    "/legal_hold_policy_assignments?policy_id=50&usemarker=true",
    (ids) => ({
      files: filesOf(ids),
      legal_hold_policy_assignments: ids.map((id) => ({
        ...{ id, policy_id: "50", assigned_by: "10", assigned_to: { type: "file", id: `9${id}` } as const },
      })),
    }),
  ],
  [
    "/legal_hold_policy_assignments/51/files_on_hold?usemarker=true",
    (ids) => ({ files: filesOf(ids) }),
    (id) => id.slice(1),
  ],
  ["/legal_hold_policy_assignments/51/file_versions_on_hold?usemarker=true", (ids) => ({ files: filesOf(ids) })],
  [
    "/file_version_legal_holds?policy_id=50&usemarker=true",
    (ids) => ({ files: ids.map((id) => ({ id: `9${id}`, name: id, parent_id: "30", versions: [{ id }] })) }),
    (id) => id.slice("50-".length),
  ],
];

/** Ids once, in the order of a list. */
const sorted = (ids: readonly string[]) => [...new Set(ids)].sort((one, other) => byId({ id: one }, { id: other }));

interface Page {
  readonly entries: readonly { readonly id: string }[];
  readonly next_marker: string | null;
  readonly prev_marker: string | null;
}

const ids = fc.uniqueArray(
  fc.integer({ min: 1, max: 30 }).map((number) => String(number * 7 + 95)),
  { maxLength: 12 },
);
/** What a list has before each page, and the limit of the page. The last list stays. */
const walks = fc.array(fc.tuple(ids, fc.integer({ min: 1, max: 4 })), { minLength: 2, maxLength: 12 });

test.each(lists)(
  "pages of %s lose and repeat no entry while others change, both ways [PG-2] [GC-17]",
  async (...list) => {
    const [path, recordsOf, idOf = (id) => id] = list;
    const sandbox = await createSandbox({ seed });
    onTestFinished(() => sandbox.close());
    const hold = (present: readonly string[]) => {
      const records = recordsOf(present);
      const merged = Object.entries(records).map(([name, own]) => {
        // Each list of a seed is an array.
        const kept = unchecked<Record<string, object[]>>(seed)[name] ?? [];
        return [name, [...kept, ...unchecked<object[]>(own)]];
      });
      sandbox.restore({ ...seed, ...Object.fromEntries(merged) });
    };
    const get = async (limit: number, marker: string | undefined) => {
      const query = new URLSearchParams({ limit: String(limit), ...(marker && { marker }) });
      const url = `${sandbox.baseUrl}${path}&${query}`;
      const response = await sandbox.fetch(url, { headers: { authorization: "Bearer t" } });
      const page: Page = await response.json();
      // The records of the seed are in some of the lists, too.
      return { ...page, own: page.entries.map(({ id }) => idOf(id)).filter((id) => id !== "51" && id !== "70") };
    };

    /** Walks from a marker until the end, and returns the entries and those that were there all the time. */
    async function walk(steps: readonly (readonly [readonly string[], number])[], forward: boolean, from?: string) {
      const seen: string[] = [];
      let always: readonly string[] | undefined;
      let marker: string | null | undefined = from;
      for (let at = 0; marker !== null; at += 1) {
        const [present, limit] = steps[Math.min(at, steps.length - 1)] ?? [[], 1];
        hold(present);
        always = always?.filter((id) => present.includes(id)) ?? present;
        const page: Awaited<ReturnType<typeof get>> = await get(limit, marker);
        seen.push(...(forward ? page.own : page.own.toReversed()));
        marker = forward ? page.next_marker : page.prev_marker;
        // An endless walk would hang the test.
        expect(at).toBeLessThan(100);
      }
      return { seen, always: always ?? [] };
    }

    await fc.assert(
      fc.asyncProperty(walks, fc.boolean(), async (steps, forward) => {
        const [[first, size] = [[], 1], ...others] = steps;
        hold(first);
        const start = await get(size, undefined);
        if (forward) {
          const { seen, always } = await walk(steps, true);
          expect(seen).toEqual(sorted(seen));
          expect(seen).toEqual(expect.arrayContaining([...always]));
        } else if (start.next_marker !== null) {
          const { prev_marker } = await get(size, start.next_marker);
          const { seen, always } = await walk(others, false, prev_marker ?? undefined);
          expect(seen).toEqual(sorted(seen).reverse());
          expect(seen).toEqual(expect.arrayContaining(start.own.filter((id) => always.includes(id))));
        }
      }),
      { seed: 20_261, numRuns: Number(process.env["FUZZ_RUNS"] ?? 20) },
    );
  },
);
