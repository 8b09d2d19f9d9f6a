// What a program loads to call one operation with tokens that refresh: `npm test -- --only size` bundles this file.

import { createPartialClient } from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";

const auth = refreshingAuth({
  authUrl: location.origin,
  clientId: "id",
  clientSecret: "secret",
  store: memoryTokenStore({ refreshToken: "token" }),
});
const client = createPartialClient({ getCurrentUser }, { baseUrl: location.origin, auth });
client.getCurrentUser().then(console.log);
