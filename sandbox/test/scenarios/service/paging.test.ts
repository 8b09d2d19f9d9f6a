import { paginate } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { expect } from "vitest";
import { apiErrorOf, expectApiError, unchecked } from "../../support/responses.js";
import { seedWithRetentions } from "../../support/seeds.js";
import { startSandbox, test } from "../../support/start-sandbox.js";

test("pages by offset have an offset, a limit and a total count [PG-1]", async ({ as }) => {
  const list = as("admin").listFileVersionRetentions;
  const all = (await list({ query: { limit: 1000 } })).entries.map(({ id }) => id);
  const found: string[] = [];
  for (let offset = 0; offset < 252; offset += 100) {
    const page = await list({ query: { offset } });
    expect(page).toMatchObject({ offset, limit: 100, total_count: 252 });
    found.push(...page.entries.map(({ id }) => id));
  }
  expect(found).toEqual(all);
  expect(found).toHaveLength(252);
});

test("a page by offset is empty past the total count and for an empty list [PG-1]", async ({ as }) => {
  const list = as("admin").listFileVersionRetentions;
  for (const offset of [252, 253, 300_000]) {
    expect(await list({ query: { offset } })).toMatchObject({ entries: [], offset, limit: 100, total_count: 252 });
  }
  const none = await list({ query: { policy_id: "none" } });
  expect(none).toMatchObject({ entries: [], offset: 0, total_count: 0 });
  expect((await list({ query: { offset: 251 } })).entries).toHaveLength(1);
});

test("markers lead to the next page until next_marker is null, and back [PG-2]", async ({ as }) => {
  const list = as("admin").listFileVersionRetentions;
  const markers: string[] = [];
  const sizes: number[] = [];
  for (let marker: string | undefined; ; marker = markers.at(-1)) {
    const query = { usemarker: true, ...(marker !== undefined && { marker }) };
    const page = await list({ query });
    expect(page).not.toHaveProperty("total_count");
    sizes.push(page.entries.length);
    if (!("next_marker" in page) || !page.next_marker) break;
    markers.push(page.next_marker);
  }
  expect(sizes).toEqual([100, 100, 52]);
  const last = await list({ query: { usemarker: true, marker: markers[1] ?? "" } });
  expect(last).toMatchObject({ next_marker: null, limit: 100, prev_marker: markers[0] });
});

test("a full last page has no next_marker [PG-2]", async ({ as }) => {
  const query = { usemarker: true, limit: 252 };
  const page = await as("admin").listFileVersionRetentions({ query });
  expect(page).toMatchObject({ next_marker: null, prev_marker: null, limit: 252 });
  expect(page.entries).toHaveLength(252);
});

test("a client that follows next_marker without usemarker gets every entry of each list [PG-5]", async ({ setup }) => {
  const { fetch, server } = setup;
  const get = async (path: string, query: Record<string, string>) => {
    const url = `${server.baseUrl}${path}?${new URLSearchParams(query).toString()}`;
    const response = await fetch(url, { headers: { authorization: "Bearer token-admin" } });
    return unchecked<{ entries: unknown[]; total_count?: number; next_marker: string | null }>(await response.json());
  };
  const lists = {
    "/file_version_retentions": {},
    "/collaboration_whitelist_entries": {},
    "/legal_hold_policy_assignments": { policy_id: "8002" },
    "/legal_hold_policy_assignments/8102/files_on_hold": {},
    "/legal_hold_policy_assignments/8101/file_versions_on_hold": {},
    "/file_version_legal_holds": { policy_id: "8002" },
  };
  for (const [path, filters] of Object.entries(lists)) {
    const first = await get(path, filters);
    const entries = [...first.entries];
    for (let { next_marker: marker } = first; marker !== null; ) {
      const page = await get(path, { ...filters, marker });
      entries.push(...page.entries);
      marker = page.next_marker;
    }
    expect([path, new Set(entries.map((one) => JSON.stringify(one))).size]).toEqual([path, first.total_count]);
  }
});

test("`paginate` by offset ignores the markers of the pages [PG-5]", async ({ setup }) => {
  const list = setup.as("admin").listFileVersionRetentions;
  const found: string[] = [];
  for await (const { id } of paginate(list, { query: { offset: 0, limit: 100 } })) found.push(id);
  expect([found.length, new Set(found).size]).toEqual([252, 252]);
  const queries = setup.exchanges.map(({ request }) => request.url?.replace(/^[^?]*/, ""));
  expect(queries).toEqual(["0", "100", "200"].map((offset) => expect.stringContaining(`offset=${offset}`)));
  expect(queries.join()).not.toContain("marker=");
});

test("a marker is valid only for its list and filters [PG-2]", async ({ as }) => {
  const { listFileVersionRetentions: list, listCollaborationAllowlistEntries: others } = as("admin");
  const markerOf = (page: object) => String(unchecked<{ next_marker: string }>(page).next_marker);
  const marker = markerOf(await list({ query: { usemarker: true, limit: 10 } }));
  const wrong = { status: 400, code: "bad_request" };
  expect(await apiErrorOf(others({ query: { marker, usemarker: true } }))).toMatchObject(wrong);
  expect(await apiErrorOf(list({ query: { marker, usemarker: true, policy_id: "8502" } }))).toMatchObject(wrong);
  for (const made of [
    "made-up",
    "W10",
    "bnVsbA",
    "eyJhIjoxfQ",
    `${marker}x`,
    `${marker}!`,
    `${marker}=`,
    marker.slice(0, -8),
    "%00",
    "a b",
  ]) {
    expect(await apiErrorOf(list({ query: { marker: made, usemarker: true } }))).toMatchObject(wrong);
  }
  // Another limit is no other list.
  expect((await list({ query: { marker, usemarker: true, limit: 3 } })).entries).toHaveLength(3);
});

test("a marker is valid only for its path [PG-2]", async ({ as }) => {
  const { listFilesOnHold: list } = as("admin");
  const hold = (legal_hold_policy_assignment_id: string) => ({ legal_hold_policy_assignment_id });
  const query = { usemarker: true, limit: 1 };
  // The first is on a user with many files, the second on one file.
  const page = await list({ path: hold("8102"), query });
  const { next_marker: marker } = unchecked<{ next_marker: string }>(page);
  expect((await list({ path: hold("8102"), query: { ...query, marker } })).entries).toHaveLength(1);
  const other = list({ path: hold("30001"), query: { ...query, marker } });
  await expectApiError(other, 400, "bad_request");
});

test.each([
  ["one of those before the marker", "1002"],
  ["the last one before the marker", "1004"],
  ["the first one behind the marker", "1005"],
])("when %s is deleted during pagination, every other entry is found once [PG-2]", async (_, user_id) => {
  const seed = defaultSeed();
  // Nobody here owns anything.
  const free = (one: { owner_id?: string }) => one.owner_id !== "1004" && one.owner_id !== "1009";
  const { as } = await startSandbox({
    seed: {
      ...seed,
      folders: seed.folders?.filter(free) ?? [],
      files: seed.files?.filter(({ id }) => id !== "4009") ?? [],
    },
  });
  const admin = as("admin");
  const users = ["1002", "1003", "1004", "1005", "1009"];
  for (const id of users) {
    await admin.assignLegalHoldPolicy({ body: { policy_id: "8002", assign_to: { type: "user", id } } });
  }
  const query = { policy_id: "8002", assign_to_type: "user", fields: ["assigned_to"], limit: 3 } as const;
  const found: string[] = [];
  for await (const { entries } of paginate(admin.listLegalHoldPolicyAssignments, { query }).pages()) {
    if (found.length === 0) await admin.deleteUser({ path: { user_id } });
    found.push(...entries.map(({ assigned_to }) => assigned_to.id));
  }
  expect(found).toEqual(users.filter((id) => id !== user_id || users.indexOf(id) < 3));
});

test("a limit above the maximum is lowered to 1000 [LM-05]", async () => {
  const { as } = await startSandbox({ seed: seedWithRetentions(1500) });
  const list = as("admin").listFileVersionRetentions;
  for (const limit of [1000, 1001, 5000, 2_147_483_648]) {
    const byOffset = await list({ query: { limit } });
    expect(byOffset).toMatchObject({ limit: 1000, total_count: 1500 });
    expect(byOffset.entries).toHaveLength(1000);
    const byMarker = await list({ query: { limit, usemarker: true } });
    expect(byMarker).toMatchObject({ limit: 1000, next_marker: expect.any(String) });
    expect(byMarker.entries).toHaveLength(1000);
  }
});

const MAX_INT64 = "9223372036854775807";

test.each([
  ["a list by offset", "?limit=", 1000],
  ["a list by marker", "?usemarker=true&limit=", 1000],
  ["a metadata query", undefined, 100],
])("any 64-bit integer above the maximum is a limit of %s [LM-05]", async (_, search, maximum) => {
  const { fetch, server } = await startSandbox();
  const headers = { authorization: "Bearer token-admin", "content-type": "application/json" };
  const query = (limit: string) =>
    `{"from":"enterprise_7001.contract","ancestor_folder_id":"0","query":"amount < 0","limit":${limit}}`;
  for (const limit of ["1001", "2147483647", "2147483648", "4294967296", "9007199254740993", MAX_INT64]) {
    const response =
      search === undefined
        ? await fetch(`${server.baseUrl}/metadata_queries/execute_read`, {
            method: "POST",
            headers,
            body: query(limit),
          })
        : await fetch(`${server.baseUrl}/file_version_retentions${search}${limit}`, { headers });
    expect([limit, response.status, await response.json()]).toMatchObject([limit, 200, { limit: maximum }]);
  }
});

test.each(["0", "-1", "1.5", "many", ""])("a limit of %j is rejected [LM-05]", async (limit) => {
  const { fetch, server } = await startSandbox();
  const headers = { authorization: "Bearer token-admin" };
  const response = await fetch(`${server.baseUrl}/file_version_retentions?limit=${limit}`, { headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "bad_request", context_info: { errors: [{ name: "limit" }] } });
});

test("an offset above 300000 is rejected by the service and the client [LM-06]", async ({ setup }) => {
  const { as, fetch, server, exchanges } = setup;
  const { listFileVersionRetentions: retentions, listCollaborationAllowlistEntries: entries } = as("admin");
  const query = { offset: 300_001 };
  await expect(retentions({ query })).rejects.toThrow(TypeError);
  await expect(entries({ query })).rejects.toThrow(/usemarker/);
  expect(exchanges).toEqual([]);
  const response = await fetch(`${server.baseUrl}/file_version_retentions?offset=300001`, {
    headers: { authorization: "Bearer token-admin" },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "bad_request", context_info: { errors: [{ name: "offset" }] } });
  expect(await retentions({ query: { offset: 300_000 } })).toMatchObject({ offset: 300_000, entries: [] });
});
