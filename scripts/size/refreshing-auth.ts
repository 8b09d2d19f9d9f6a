// What a program loads to call one operation with tokens that refresh: `npm run check:size` bundles this file.
import { getCurrentUser } from "../../generated/operations.js";
import { createPartialClient } from "../../src/index.js";
import { memoryTokenStore, refreshingAuth } from "../../src/tokens/refreshing-auth.js";

const auth = refreshingAuth({
  authUrl: location.origin,
  clientId: "id",
  clientSecret: "secret",
  store: memoryTokenStore({ refreshToken: "token" }),
});
const client = createPartialClient({ getCurrentUser }, { baseUrl: location.origin, auth });
client.getCurrentUser().then(console.log);
