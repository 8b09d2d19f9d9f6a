import { isExpired } from "../clock/time.js";
import { issueTokens } from "../store/credentials.js";
import type { Handlers } from "./context.js";

export const tokens: Handlers<"refreshAccessToken"> = {
  refreshAccessToken({ store, nowMs, body, errorResponse }) {
    const client = store.clients.get(body.client_id);
    if (client?.client_secret !== body.client_secret) throw errorResponse("invalid_client");
    const token = store.refresh_tokens.get(body.refresh_token);
    const usable =
      token?.state === "fresh" && token.client_id === body.client_id && !isExpired(token.expires_at, nowMs);
    if (!usable || store.users.get(token.user_id) === undefined) throw errorResponse("invalid_grant");
    store.refresh_tokens.put({ ...token, state: "used" });
    const issued = issueTokens(store, { user_id: token.user_id, client_id: token.client_id }, nowMs);
    return { ...issued, token_type: "bearer", restricted_to: [] };
  },
};
