import type { Client } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { expect } from "vitest";
import { shareSandbox, test } from "../../support/start-sandbox.js";

type RetentionsQuery = NonNullable<Parameters<Client["listFileVersionRetentions"]>[0]>["query"];

const shared = shareSandbox(() => ({ seed: defaultSeed() }));
const retentions = (query?: RetentionsQuery) => shared.as("admin").listFileVersionRetentions(query && { query });

/** Gets retentions as a client does that checks nothing. */
async function get(query: string) {
  const url = `${shared.server.baseUrl}/file_version_retentions?${query}`;
  const response = await shared.fetch(url, { headers: { authorization: "Bearer token-admin" } });
  return { status: response.status, page: await response.json() };
}

const idsOf = ({ page }: Awaited<ReturnType<typeof get>>) => page.entries.map(({ id }: { id: string }) => id);

test("pages by offset have an offset, a limit and a total count, and are empty past it [PG-1]", async () => {
  for (const [offset, length] of [
    [0, 100],
    [200, 52],
    [252, 0],
    [300_000, 0],
  ] as const)
    expect(await retentions({ offset })).toMatchObject({ offset, limit: 100, total_count: 252, entries: { length } });
});

test("any 64-bit integer above the maximum is a limit [LM-05]", async () => {
  const { fetch, server } = shared;
  const headers = { authorization: "Bearer token-admin", "content-type": "application/json" };
  for (const limit of ["1001", "2147483648", "9007199254740993", "9223372036854775807"]) {
    expect(await get(`limit=${limit}`)).toMatchObject({ status: 200, page: { limit: 1000 } });
    const body = `{"from":"enterprise_7001.contract","ancestor_folder_id":"0","query":"amount < 0","limit":${limit}}`;
    const found = await fetch(`${server.baseUrl}/metadata_queries/execute_read`, { method: "POST", headers, body });
    expect(await found.json()).toMatchObject({ limit: 100 });
  }
});

test("an offset above 300000 is rejected by the service and the client [GC-10] [LM-06]", async () => {
  await expect(retentions({ offset: 300_001 })).rejects.toThrow(/usemarker/);
  const page = { code: "bad_request", context_info: { errors: [{ name: "offset" }] } };
  expect(await get("offset=300001")).toMatchObject({ status: 400, page });
});

test("a page by offset is a page by marker if there is a marker, whatever usemarker and offset are [PG-5]", async () => {
  const { next_marker } = (await get("offset=40&limit=60")).page;
  const query = `limit=60&marker=${next_marker}`;
  const expected = await get(`${query}&usemarker=true`);
  expect(expected).toMatchObject({ status: 200, page: { entries: { 0: { id: "40099" } } } });
  for (const extra of ["", "&usemarker=false", "&offset=0", "&offset=7"])
    expect(await get(query + extra)).toEqual(expected);
});

test("a marker is one of its operation and filters, with any limit and fields", async () => {
  const marker = (await get("policy_id=8502&limit=3")).page.next_marker;
  const parts: string[] = JSON.parse(Buffer.from(marker, "base64url").toString());
  const changed = (at: number, part: string) => Buffer.from(JSON.stringify(parts.with(at, part))).toString("base64url");
  const queries = ["nonsense", changed(0, "listFilesOnHold"), changed(2, "beside"), changed(4, "up")].map(
    (wrong) => `policy_id=8502&marker=${wrong}`,
  );
  const page = { code: "bad_request", context_info: { errors: [{ name: "marker" }] } };
  for (const query of [...queries, `policy_id=8501&marker=${marker}`])
    expect(await get(query)).toMatchObject({ status: 400, page });
  expect(idsOf(await get(`policy_id=8502&limit=1&marker=${marker}`))).toEqual(["40004"]);
  const assignments = (query: { marker?: string; fields?: readonly ["assigned_to"] }) =>
    shared.as("admin").listLegalHoldPolicyAssignments({ query: { policy_id: "8002", limit: 1, ...query } });
  const next = { marker: (await assignments({})).next_marker ?? "", fields: ["assigned_to"] } as const;
  expect(await assignments(next)).toMatchObject({ entries: [{ id: "30001", assigned_to: { id: "10001" } }] });
});

test("a fault empties a page whose marker leads to the skipped page, or repeats the marker that was sent", async () => {
  const { faults } = shared.sandbox;
  const { next_marker } = (await get("usemarker=true&limit=2")).page;
  faults.add({ kind: "empty_page" });
  const empty = await get(`limit=2&marker=${next_marker}`);
  expect(idsOf(empty)).toEqual([]);
  expect(idsOf(await get(`limit=2&marker=${empty.page.next_marker}`))).toEqual(["40001", "40002"]);
  faults.add({ kind: "repeated_marker" });
  const again = await get(`limit=2&marker=${next_marker}`);
  expect([again.page.next_marker, idsOf(again)]).toEqual([next_marker, ["40001", "40002"]]);
});
