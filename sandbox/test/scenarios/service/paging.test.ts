import { type Client, paginate } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { unchecked } from "../../support/responses.js";
import { openSandbox, shareSandbox, test } from "../../support/start-sandbox.js";

type RetentionsQuery = NonNullable<Parameters<Client["listFileVersionRetentions"]>[0]>["query"];

const shared = shareSandbox(() => ({ seed: defaultSeed() }));
const retentions = (query?: RetentionsQuery) => shared.as("admin").listFileVersionRetentions(query && { query });

test("pages by offset have an offset, a limit and a total count, and are empty past it [PG-1]", async () => {
  for (const [offset, length] of [
    [0, 100],
    [200, 52],
    [252, 0],
    [300_000, 0],
  ] as const)
    expect(await retentions({ offset })).toMatchObject({ offset, limit: 100, total_count: 252, entries: { length } });
  expect(await retentions({ policy_id: "none" })).toMatchObject({ entries: [], offset: 0, total_count: 0 });
});

describe("the pages of", () => {
  interface Page {
    readonly entries: readonly { readonly id: string }[];
    readonly total_count?: number;
    readonly next_marker: string | null;
  }
  const get = async (path: string, query: Record<string, string>) => {
    const url = `${shared.server.baseUrl}${path}?${new URLSearchParams(query).toString()}`;
    const response = await shared.fetch(url, { headers: { authorization: "Bearer token-admin" } });
    return unchecked<Page>(await response.json());
  };
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
    ["/legal_hold_policy_assignments", 250, { policy_id: "8002" }],
    ["/legal_hold_policy_assignments/8102/files_on_hold", 257],
    ["/legal_hold_policy_assignments/8101/file_versions_on_hold", 1],
    ["/file_version_legal_holds", 250, { policy_id: "8002" }],
  ])(
    "%s have each entry once, by offset, by marker and by next_marker alone [PG-1] [PG-2] [PG-5]",
    async (path, count, filters = {}) => {
      const { entries: all } = await get(path, { ...filters, limit: "1000" });
      expect(new Set(all.map(({ id }) => id)).size).toBe(count);
      for (const [first, lead] of Object.entries(leads)) {
        const found: unknown[] = [];
        for (let next: Next = Object.fromEntries(new URLSearchParams(first)); next !== undefined; ) {
          const page: Page = await get(path, { ...filters, limit: "60", ...next });
          found.push(...page.entries);
          next = lead(page, found.length);
        }
        expect(found).toEqual(all);
      }
    },
  );
});

test("`paginate` by offset ignores the markers of the pages [PG-5]", async () => {
  const setup = await openSandbox({ seed: defaultSeed() });
  const list = setup.as("admin").listFileVersionRetentions;
  const found: string[] = [];
  for await (const { id } of paginate(list, { query: { offset: 0, limit: 100 } })) found.push(id);
  expect([found.length, new Set(found).size]).toEqual([252, 252]);
  const queries = setup.exchanges.map(({ request }) => request.url?.replace(/^[^?]*/, ""));
  expect(queries).toEqual(["0", "100", "200"].map((offset) => expect.stringContaining(`offset=${offset}`)));
  expect(queries.join()).not.toContain("marker=");
});

const MAX_INT64 = "9223372036854775807";

const request = async (search: string) => {
  const { fetch, server } = shared;
  const headers = { authorization: "Bearer token-admin" };
  const response = await fetch(`${server.baseUrl}/file_version_retentions?${search}`, { headers });
  return [search, response.status, await response.json()];
};

test("any 64-bit integer above the maximum is a limit [LM-05]", async () => {
  const { fetch, server } = shared;
  const headers = { authorization: "Bearer token-admin", "content-type": "application/json" };
  for (const limit of ["1001", "2147483648", "9007199254740993", MAX_INT64]) {
    for (const search of [`limit=${limit}`, `usemarker=true&limit=${limit}`])
      expect(await request(search)).toMatchObject([search, 200, { limit: 1000 }]);
    const body = `{"from":"enterprise_7001.contract","ancestor_folder_id":"0","query":"amount < 0","limit":${limit}}`;
    const found = await fetch(`${server.baseUrl}/metadata_queries/execute_read`, { method: "POST", headers, body });
    expect([found.status, await found.json()]).toMatchObject([200, { limit: 100 }]);
  }
});

test("an offset above 300000 is rejected by the service and the client [LM-06]", async ({ setup }) => {
  const { listCollaborationAllowlistEntries: entries } = setup.as("admin");
  await expect(entries({ query: { offset: 300_001 } })).rejects.toThrow(/usemarker/);
  expect(setup.exchanges).toEqual([]);
  const context_info = { errors: [{ name: "offset" }] };
  expect(await request("offset=300001")).toMatchObject([expect.anything(), 400, { code: "bad_request", context_info }]);
});
