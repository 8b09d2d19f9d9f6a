// Runs on Node, Bun and Deno, from the tarballs: every entry point once, with a sandbox that listens in this process.
import assert from "node:assert/strict";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createClient, isApiError, isAuthError, metadataQuery, paginate, sharedLink } from "content-service-client";
import { bytes } from "content-service-client/bytes";
import { fileTokenStore } from "content-service-client/file-token-store";
import { credentials } from "content-service-client/openapi";
import document from "content-service-client/openapi.json" with { type: "json" };
import { operationTable } from "content-service-client/operations";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import { tokenStoreContract } from "content-service-client/testing";
import { checkExchange, recordExchange, type Violation } from "content-service-contract-tests";
import { createSandbox } from "content-service-sandbox";

const installed = fileURLToPath(import.meta.resolve("content-service-client"));
assert(installed.startsWith(process.cwd()), `not the tarball: ${installed}`);

const sandbox = await createSandbox();
const { baseUrl, authUrl } = await sandbox.listen();
const violations: Violation[] = [];
const fetch = recordExchange(globalThis.fetch, (exchange) => {
  violations.push(...checkExchange(exchange, { baseUrl, authUrl, closed: true }));
});
const client = createClient({ baseUrl, auth: "token-owner", fetch });

// A read with narrowed fields, a write, a failed precondition, a shared link, and lists.
assert.equal((await client.getCurrentUser({ query: { fields: ["login"] } })).login, "owner@example.com");
const path = { file_id: "4001" };
assert.equal((await client.updateFile({ path, body: { name: "lease, signed.pdf" } })).name, "lease, signed.pdf");
const late = client.updateFile({ path, header: { "If-Match": "no-such-etag" }, body: { name: "late.pdf" } });
await assert.rejects(late, (error) => isApiError(error, "precondition_failed"));
const header = sharedLink({ url: "https://content.example/s/lease", password: "correct-horse" });
assert.equal((await client.findSharedItem({ header }))?.id, "4001");
const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", ...metadataQuery`amount >= ${100}` };
let found = 0;
for await (const _ of paginate(client.queryMetadata, { body, maxItems: 3 })) found += 1;
assert.equal(found, 3);
assert.deepEqual(violations, []);

// One refresh for concurrent calls, with tokens in a file, and a refresh token that is spent.
const app = { authUrl, clientId: "sandbox-client", clientSecret: "sandbox-secret" };
const store = fileTokenStore("tokens.json");
await store.save({ refreshToken: "refresh-reviewer" });
const refreshed = client.with({ auth: refreshingAuth({ ...app, store }) });
const users = await Promise.all([1, 2, 3].map(() => refreshed.getCurrentUser()));
assert.deepEqual(new Set(users.map(({ id }) => id)), new Set(["1004"]));
const spent = refreshingAuth({ ...app, store: memoryTokenStore({ refreshToken: "refresh-used" }) });
await assert.rejects(client.with({ auth: spent }).getCurrentUser(), isAuthError);
await sandbox.close();

// The stores without their databases.
assert.equal(await redisTokenStore({ command: async () => null, key: "tokens" }).load(), undefined);
assert.equal(await sqlTokenStore({ query: () => [], dialect: "sqlite", key: "tokens" }).load(), undefined);
const tests: Promise<void>[] = [];
tokenStoreContract({ test: (_, run) => tests.push(run()), open: () => memoryTokenStore() });
await Promise.all(tests);
assert(bytes && credentials({}));
console.log(`${document.info.title} has ${Object.keys(operationTable).length} operations`);
