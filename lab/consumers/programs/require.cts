// CommonJS, from the tarball: `require` of every entry point, and a call through each kind of client.
import client = require("content-service-client");
import auth = require("content-service-client/refreshing-auth");
import file = require("content-service-client/file-token-store");
import redis = require("content-service-client/redis-token-store");
import sql = require("content-service-client/sql-token-store");
import testing = require("content-service-client/testing");
import operations = require("content-service-client/operations");
import contract = require("content-service-client/openapi.json");

const { CONTENT_BASE_URL: baseUrl = "", CONTENT_AUTH_URL: authUrl = "" } = process.env;

async function main(): Promise<void> {
  const credentials = { authUrl, clientId: "sandbox-client", clientSecret: "sandbox-secret" };
  const store = auth.memoryTokenStore({ refreshToken: "refresh-member" });
  const { createClient, isApiError } = client;
  const me = await createClient({ baseUrl, auth: auth.refreshingAuth({ ...credentials, store }) }).getCurrentUser();
  if (me.id !== "1005") throw new Error(`refreshed for another user: ${me.id}`);

  const { getCurrentUser } = operations;
  const partial = client.createPartialClient({ getCurrentUser }, { baseUrl, auth: "token-expired" });
  const rejected = await partial.getCurrentUser().catch((error: unknown) => error);
  if (!isApiError(rejected) || rejected.status !== 401)
    throw new Error("an ended token was taken", { cause: rejected });

  for (const made of [file.fileTokenStore, redis.redisTokenStore, sql.sqlTokenStore, testing.tokenStoreContract])
    if (typeof made !== "function") throw new Error("an export is missing");
  console.log(`require works: ${contract.info.title}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
