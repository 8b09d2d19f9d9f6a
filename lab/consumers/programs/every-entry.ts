// Runs on Node, Bun and Deno, from the tarball: every entry point of the client once, against a sandbox.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import {
  createClient,
  createPartialClient,
  isApiError,
  isAuthError,
  metadataQuery,
  paginate,
  sharedLink,
} from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import document from "content-service-client/openapi.json" with { type: "json" };
import * as operations from "content-service-client/operations";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import { tokenStoreContract } from "content-service-client/testing";

const { CONTENT_BASE_URL: baseUrl = "", CONTENT_AUTH_URL: authUrl = "" } = process.env;
const installed = fileURLToPath(import.meta.resolve("content-service-client"));
assert(installed.startsWith(join(process.cwd(), "node_modules")), `not the tarball: ${installed}`);

const client = createClient({ baseUrl, auth: "token-owner" });

// Operations: a read with narrowed fields, a write, a failed precondition, a conditional read.
const { login } = await client.getCurrentUser({ query: { fields: ["login"] } });
assert.equal(login, "owner@example.com");
const renamed = await client.updateFile({ path: { file_id: "4001" }, body: { name: "lease, signed.pdf" } });
assert.equal(renamed.name, "lease, signed.pdf");
const stale = await client
  .updateFile({ path: { file_id: "4001" }, header: { "If-Match": "no-such-etag" }, body: { name: "late.pdf" } })
  .catch((error: unknown) => error);
assert(isApiError(stale, "precondition_failed"));
assert.equal(stale.status, 412);
const header = sharedLink({ url: "https://content.example/s/lease", password: "correct-horse" });
const item = await client.findSharedItem({ header });
assert.equal(item?.id, "4001");

// Paging: by marker, and a query.
const domains: string[] = [];
const asAdmin = createClient({ baseUrl, auth: "token-admin" });
for await (const { domain } of paginate(asAdmin.listCollaborationAllowlistEntries, { query: { limit: 50 } }))
  domains.push(String(domain));
assert.equal(domains.length, 122);
const found: string[] = [];
const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", ...metadataQuery`amount >= ${100}` };
for await (const { id } of paginate(client.queryMetadata, { body, maxItems: 3 })) found.push(id);
assert.equal(found.length, 3);

// Tokens: a file that is shared, and one refresh for concurrent calls.
const folder = await mkdtemp(join(tmpdir(), "consumer-tokens-"));
try {
  const store = fileTokenStore(join(folder, "tokens.json"));
  await store.save({ refreshToken: "refresh-reviewer" });
  const credentials = { authUrl, clientId: "sandbox-client", clientSecret: "sandbox-secret" };
  const refreshed = createClient({ baseUrl, auth: refreshingAuth({ ...credentials, store }) });
  const users = await Promise.all([1, 2, 3].map(() => refreshed.getCurrentUser()));
  assert.deepEqual(new Set(users.map(({ id }) => id)), new Set(["1004"]));
  const tokens = await store.load();
  assert(tokens?.accessToken !== undefined && tokens.refreshToken !== "refresh-reviewer");

  const used = refreshingAuth({ ...credentials, store: memoryTokenStore({ refreshToken: "refresh-used" }) });
  const rejected = await createClient({ baseUrl, auth: used })
    .getCurrentUser()
    .catch((error: unknown) => error);
  assert(isAuthError(rejected));
} finally {
  await rm(folder, { recursive: true });
}
const redis = redisTokenStore({ command: async () => null, key: "consumers:tokens" });
assert.equal(await redis.load(), undefined);
const sql = sqlTokenStore({ query: () => [], dialect: "sqlite", key: "consumers:tokens" });
assert.equal(await sql.load(), undefined);
const tests: Promise<void>[] = [];
tokenStoreContract({ test: (_, run) => tests.push(run()), open: () => memoryTokenStore() });
await Promise.all(tests);

// A client of one operation, the plain client below, and the contract itself.
const partial = createPartialClient({ getCurrentUser: operations.getCurrentUser }, { baseUrl, auth: "token-owner" });
assert.equal((await partial.getCurrentUser()).id, "1003");
const { response } = await client.http.GET("/users/me");
assert.equal(response.status, 200);
assert.match(document.openapi, /^3\.1\./);

console.log(`every entry works: ${Object.keys(operations).length} exports of /operations, ${document.info.title}`);
