// Runs on Node, Bun and Deno, from the tarballs: a sandbox in this process, and checks of its responses.
import assert from "node:assert/strict";
import { createClient, isApiError } from "content-service-client";
import { checkExchange, loadContract, recordExchange, type Violation } from "content-service-contract-tests";
import { createSandbox } from "content-service-sandbox";

const sandbox = await createSandbox();
const addresses = { baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl };
const violations: Violation[] = [];
const fetch = recordExchange(sandbox.fetch, (exchange) => {
  violations.push(...checkExchange(exchange, { ...addresses, closed: true }));
});
const client = createClient({ baseUrl: sandbox.baseUrl, auth: "token-owner", fetch });

await client.updateFile({ path: { file_id: "4007" }, body: { lock: { access: "lock" } } });
const partner = createClient({ baseUrl: sandbox.baseUrl, auth: "token-partner", fetch });
const locked = await partner
  .updateFile({ path: { file_id: "4007" }, body: { name: "our offer.pdf" } })
  .catch((error: unknown) => error);
assert(isApiError(locked, "access_denied_item_locked"));
assert.deepEqual(violations, []);

// An exchange that violates the contract.
const wrong = checkExchange(
  { request: { method: "GET", path: "/users/me" }, response: { status: 200, body: "{}" } },
  addresses,
);
assert(wrong.some(({ rule }) => rule === "request-security"));

// The sandbox as a server.
const server = await sandbox.listen();
const overHttp = createClient({ baseUrl: server.baseUrl, auth: "token-owner" });
assert.equal((await overHttp.getCurrentUser()).id, "1003");
await sandbox.close();

console.log(`the contract kit works: ${loadContract().operations.length} operations`);
