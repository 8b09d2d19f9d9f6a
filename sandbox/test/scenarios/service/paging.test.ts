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
