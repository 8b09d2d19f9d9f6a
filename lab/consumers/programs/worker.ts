// Bundled from the tarball for a runtime without Node's modules: every entry point that needs no file system.
import { createClient, isApiError, paginate } from "content-service-client";
import { operationTable } from "content-service-client/operations";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";

interface Bindings {
  readonly CONTENT_BASE_URL: string;
  readonly CONTENT_AUTH_URL: string;
}

export default {
  async fetch(_request: Request, { CONTENT_BASE_URL: baseUrl, CONTENT_AUTH_URL: authUrl }: Bindings) {
    const store = memoryTokenStore({ refreshToken: "refresh-admin" });
    const app = { authUrl, clientId: "sandbox-client", clientSecret: "sandbox-secret" };
    const client = createClient({ baseUrl, auth: refreshingAuth({ ...app, store }) });
    const users = await Promise.all([1, 2].map(() => client.getCurrentUser({ query: { fields: ["login"] } })));
    let domains = 0;
    for await (const _ of paginate(client.listCollaborationAllowlistEntries, { query: { limit: 50 } })) domains += 1;
    const path = { file_id: "4001", scope: "global", template_key: "properties" };
    const rejected = await client
      .createFileMetadata({ path, body: { reviewed: "twice" } })
      .catch((error: unknown) => error);
    return Response.json({
      logins: users.map(({ login }) => login),
      domains,
      code: isApiError(rejected) ? rejected.code : String(rejected),
      tokens: (await redisTokenStore({ command: async () => null, key: "tokens" }).load()) ?? "none",
      hasOperations: "getCurrentUser" in operationTable,
    });
  },
};
