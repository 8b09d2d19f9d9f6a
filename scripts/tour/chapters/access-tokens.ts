import assert from "node:assert/strict";
import { createClient } from "content-service-client";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import type { Chapter } from "../stage.js";

export const accessTokens: Chapter = {
  title: "Signing in",
  story: "An access token lasts an hour. A refresh token gets the next pair of tokens and works once.",
  file: import.meta.url,
  async play({ as, shows, showsError, server, fetch }) {
    const owner = as("owner");
    const tokens = await shows(
      () =>
        owner.refreshAccessToken({
          body: {
            grant_type: "refresh_token",
            client_id: "sandbox-client",
            client_secret: "sandbox-secret",
            refresh_token: "refresh-owner",
          },
        }),
      ({ token_type, expires_in }) => `a ${token_type} token for ${expires_in} s, and the next refresh token`,
    );
    await showsError(
      () =>
        owner.refreshAccessToken({
          body: {
            grant_type: "refresh_token",
            client_id: "sandbox-client",
            client_secret: "sandbox-secret",
            refresh_token: "refresh-owner",
          },
        }),
      400,
      "invalid_grant",
    );

    const { baseUrl, authUrl } = server;
    const store = memoryTokenStore({ accessToken: "token-expired", refreshToken: tokens.refresh_token ?? "" });
    const credentials = { clientId: "sandbox-client", clientSecret: "sandbox-secret" };
    const auth = refreshingAuth({ authUrl, ...credentials, store, fetch });
    const client = createClient({ baseUrl, auth, fetch });
    await shows(
      () => client.getCurrentUser({ query: { fields: ["login"] } }),
      (me, calls) => {
        const requests = calls.map(({ operation, status }) => `${operation} ${status}`);
        assert.deepEqual(requests, ["getCurrentUser 401", "refreshAccessToken 200", "getCurrentUser 200"]);
        return `${me.name}, ${me.login}: after a 401 the client refreshed the token by itself`;
      },
    );
  },
};
