import type { Client } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { expect } from "vitest";
import { unchecked } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

type RetentionsQuery = NonNullable<Parameters<Client["listFileVersionRetentions"]>[0]>["query"];

const shared = shareSandbox(() => ({ seed: defaultSeed() }));
const retentions = (query?: RetentionsQuery) => shared.as("admin").listFileVersionRetentions(query && { query });

interface Page {
  readonly entries: readonly { readonly id: string }[];
  readonly total_count?: number;
  readonly next_marker: string | null;
}

async function get(path: string, query: Record<string, string>) {
  const url = `${shared.server.baseUrl}${path}?${new URLSearchParams(query).toString()}`;
  const response = await shared.fetch(url, { headers: { authorization: "Bearer token-admin" } });
  return { status: response.status, page: unchecked<Page>(await response.json()) };
}

test("pages by offset have an offset, a limit and a total count, and are empty past it [PG-1]", async () => {
  for (const [offset, length] of [
    [0, 100],
    [200, 52],
    [252, 0],
    [300_000, 0],
  ] as const)
    expect(await retentions({ offset })).toMatchObject({ offset, limit: 100, total_count: 252, entries: { length } });
});

type Next = Record<string, string> | undefined;
const leads: Readonly<Record<string, (page: Page, found: number) => Next>> = {
  "offset=0": ({ total_count = 0 }, found) => (found < total_count ? { offset: String(found) } : undefined),
  "usemarker=true": ({ next_marker }) =>
    next_marker === null ? undefined : { usemarker: "true", marker: next_marker },
  // A client that follows markers without asking for them.
  "": ({ next_marker: marker }) => (marker === null ? undefined : { marker }),
};

test.each<[path: string, count: number, filters?: Record<string, string>]>([
  ["/file_version_retentions", 252],
  ["/collaboration_whitelist_entries", 122],
  ["/legal_hold_policy_assignments", 251, { policy_id: "8002" }],
  ["/legal_hold_policy_assignments/8102/files_on_hold", 257],
  ["/legal_hold_policy_assignments/8101/file_versions_on_hold", 1],
  ["/file_version_legal_holds", 250, { policy_id: "8002" }],
])(
  "the pages of %s have each entry once, by offset, by marker and by next_marker alone [PG-1] [PG-2] [PG-5]",
  async (path, count, filters = {}) => {
    const all = (await get(path, { ...filters, limit: "1000" })).page.entries;
    expect(new Set(all.map(({ id }) => id)).size).toBe(count);
    for (const [first, lead] of Object.entries(leads)) {
      const found: unknown[] = [];
      for (let next: Next = Object.fromEntries(new URLSearchParams(first)); next !== undefined; ) {
        const { page } = await get(path, { ...filters, limit: "100", ...next });
        found.push(...page.entries);
        next = lead(page, found.length);
      }
      expect(found).toEqual(all);
    }
  },
);

test("any 64-bit integer above the maximum is a limit [LM-05]", async () => {
  const { fetch, server } = shared;
  const headers = { authorization: "Bearer token-admin", "content-type": "application/json" };
  for (const limit of ["1001", "2147483648", "9007199254740993", "9223372036854775807"]) {
    expect(await get("/file_version_retentions", { limit })).toMatchObject({ status: 200, page: { limit: 1000 } });
    const body = `{"from":"enterprise_7001.contract","ancestor_folder_id":"0","query":"amount < 0","limit":${limit}}`;
    const found = await fetch(`${server.baseUrl}/metadata_queries/execute_read`, { method: "POST", headers, body });
    expect(await found.json()).toMatchObject({ limit: 100 });
  }
});

test("an offset above 300000 is rejected by the service and the client [GC-10] [LM-06]", async () => {
  await expect(retentions({ offset: 300_001 })).rejects.toThrow(/usemarker/);
  const page = { code: "bad_request", context_info: { errors: [{ name: "offset" }] } };
  expect(await get("/file_version_retentions", { offset: "300001" })).toMatchObject({ status: 400, page });
});
