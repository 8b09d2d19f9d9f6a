import { formatTime } from "../clock/time.js";
import type { Store } from "./store.js";

/** A new pair of tokens. */
export interface IssuedTokens {
  access_token: string;
  refresh_token: string;
  /** In seconds. */
  expires_in: number;
}

const ACCESS_SECONDS = 3600;
const REFRESH_SECONDS = 60 * 86_400;

/** Issues an access token for an hour and a refresh token for 60 days. */
export function issueTokens(store: Store, who: { user_id: string; client_id: string }, nowMs: number): IssuedTokens {
  const id = store.nextId();
  const issued = {
    access_token: `access-token-${id}`,
    refresh_token: `refresh-token-${id}`,
    expires_in: ACCESS_SECONDS,
  };
  const after = (seconds: number) => formatTime(nowMs + seconds * 1000);
  store.access_tokens.put({ token: issued.access_token, user_id: who.user_id, expires_at: after(ACCESS_SECONDS) });
  store.refresh_tokens.put({ token: issued.refresh_token, ...who, state: "fresh", expires_at: after(REFRESH_SECONDS) });
  return issued;
}
