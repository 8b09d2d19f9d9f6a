// CommonJS, from the tarballs: `require` of every entry point, a call and an error.
import client = require("content-service-client");
import auth = require("content-service-client/refreshing-auth");
import file = require("content-service-client/file-token-store");
import redis = require("content-service-client/redis-token-store");
import sql = require("content-service-client/sql-token-store");
import testing = require("content-service-client/testing");
import operations = require("content-service-client/operations");
import contract = require("content-service-client/openapi.json");
import sandbox = require("content-service-sandbox");

async function main(): Promise<void> {
  const { baseUrl, fetch } = await sandbox.createSandbox();
  const { getCurrentUser } = operations;
  const me = await client
    .createPartialClient({ getCurrentUser }, { baseUrl, fetch, auth: "token-owner" })
    .getCurrentUser();
  if (me.id !== "1003") throw new Error(`another user: ${me.id}`);
  const { createClient, isApiError } = client;
  const rejected = await createClient({ baseUrl, fetch, auth: "token-expired" })
    .getCurrentUser()
    .catch((error: unknown) => error);
  if (!isApiError(rejected) || rejected.status !== 401) throw new Error("an expired token works", { cause: rejected });
  const stores = [auth.memoryTokenStore, file.fileTokenStore, redis.redisTokenStore, sql.sqlTokenStore];
  for (const made of [...stores, testing.tokenStoreContract])
    if (typeof made !== "function") throw new Error("an export is missing");
  console.log(contract.info.title);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
