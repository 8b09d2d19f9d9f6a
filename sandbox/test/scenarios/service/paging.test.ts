import { type Client, paginate } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { expect } from "vitest";
import { apiErrorOf, unchecked } from "../../support/responses.js";
import { seedWithRetentions } from "../../support/seeds.js";
import { openSandbox, shareSandbox, test } from "../../support/start-sandbox.js";

type RetentionsQuery = NonNullable<Parameters<Client["listFileVersionRetentions"]>[0]>["query"];

const shared = shareSandbox(() => ({ seed: defaultSeed() }));
const retentions = (query?: RetentionsQuery) => shared.as("admin").listFileVersionRetentions(query && { query });

test("pages by offset have an offset, a limit and a total count, and are empty past it [PG-1]", async () => {
  const all = (await retentions({ limit: 1000 })).entries.map(({ id }) => id);
  const found: string[] = [];
  for (const offset of [0, 100, 200, 252, 300_000]) {
    const page = await retentions({ offset });
    expect(page).toMatchObject({ offset, limit: 100, total_count: 252 });
    found.push(...page.entries.map(({ id }) => id));
  }
  expect([found, found.length]).toEqual([all, 252]);
  expect(await retentions({ policy_id: "none" })).toMatchObject({ entries: [], offset: 0, total_count: 0 });
});

test("markers lead to the next page until next_marker is null, and back [PG-2]", async () => {
  const markers: string[] = [];
  const sizes: number[] = [];
  for (let marker: string | undefined; ; marker = markers.at(-1)) {
    const page = await retentions({ usemarker: true, ...(marker !== undefined && { marker }) });
    expect(page).not.toHaveProperty("total_count");
    sizes.push(page.entries.length);
    if (!("next_marker" in page) || !page.next_marker) break;
    markers.push(page.next_marker);
  }
  expect(sizes).toEqual([100, 100, 52]);
  const last = await retentions({ usemarker: true, marker: markers[1] ?? "" });
  expect(last).toMatchObject({ next_marker: null, limit: 100, prev_marker: markers[0] });
  const full = await retentions({ usemarker: true, limit: 252 });
  expect(full).toMatchObject({ next_marker: null, prev_marker: null, limit: 252, entries: { length: 252 } });
});

test("a client that follows next_marker without usemarker gets every entry of each list [PG-5]", async () => {
  const { fetch, server } = shared;
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

test("a marker is valid only for its list, its path and its filters [PG-2]", async () => {
  const { listFileVersionRetentions: list, listCollaborationAllowlistEntries: others, ...admin } = shared.as("admin");
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
    "%00",
    "a b",
  ]) {
    expect(await apiErrorOf(list({ query: { marker: made, usemarker: true } }))).toMatchObject(wrong);
  }
  const hold = { legal_hold_policy_assignment_id: "8102" };
  const ofHold = markerOf(await admin.listFilesOnHold({ path: hold, query: { usemarker: true, limit: 1 } }));
  const other = { path: { legal_hold_policy_assignment_id: "30001" }, query: { marker: ofHold } };
  expect(await apiErrorOf(admin.listFilesOnHold(other))).toMatchObject(wrong);
  // Another limit is no other list.
  expect((await list({ query: { marker, usemarker: true, limit: 3 } })).entries).toHaveLength(3);
});

test.each([
  ["one of those before the marker", "1002"],
  ["the last one before the marker", "1004"],
  ["the first one behind the marker", "1005"],
])("when %s is deleted during pagination, every other entry is found once [PG-2]", async (_, user_id) => {
  const seed = defaultSeed();
  // Nobody here owns anything.
  const free = (one: { owner_id?: string }) => one.owner_id !== "1004" && one.owner_id !== "1009";
  const { as } = await openSandbox({
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
  const { as } = await openSandbox({ seed: seedWithRetentions(1500) });
  for (const usemarker of [false, true]) {
    const page = await as("admin").listFileVersionRetentions({ query: { limit: 2_147_483_648, usemarker } });
    expect(page).toMatchObject({ limit: 1000, next_marker: expect.any(String), entries: { length: 1000 } });
  }
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

test.each(["0", "-1", "1.5", "many", ""])("a limit of %j is rejected [LM-05]", async (limit) => {
  const context_info = { errors: [{ name: "limit" }] };
  expect(await request(`limit=${limit}`)).toMatchObject([
    expect.anything(),
    400,
    { code: "bad_request", context_info },
  ]);
});

test("an offset above 300000 is rejected by the service and the client [LM-06]", async ({ setup }) => {
  const { listCollaborationAllowlistEntries: entries } = setup.as("admin");
  await expect(entries({ query: { offset: 300_001 } })).rejects.toThrow(/usemarker/);
  expect(setup.exchanges).toEqual([]);
  const context_info = { errors: [{ name: "offset" }] };
  expect(await request("offset=300001")).toMatchObject([expect.anything(), 400, { code: "bad_request", context_info }]);
});
