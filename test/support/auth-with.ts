import {
  memoryTokenStore,
  type RefreshingAuthOptions,
  refreshingAuth,
  type Tokens,
} from "content-service-client/refreshing-auth";
import { manualClock } from "./manual-clock.js";
import { type TokenService, tokenService } from "./token-service.js";

/** The address of the token server in tests. */
export const authUrl = "https://auth.content.example";

interface Settings extends Partial<RefreshingAuthOptions> {
  service?: TokenService;
  /** What the store holds instead of what the login gave: `access-1` and `refresh-1`. */
  tokens?: Partial<Tokens>;
}

/** Makes a refreshing auth over a service in memory, with a clock that stands still. */
export function authWith({ service = tokenService(), tokens, ...options }: Settings = {}) {
  const clock = manualClock();
  const settings: RefreshingAuthOptions = {
    authUrl,
    clientId: "client-id",
    clientSecret: "client-secret",
    store: memoryTokenStore({ ...service.tokens, ...tokens }),
    fetch: service.fetch,
    clock,
    random: () => 0,
    ...options,
  };
  const auth = refreshingAuth(settings);
  const outcomes: string[] = [];
  /** Asks for a token as the client does: at the start of a call, or with the token that was refused. */
  const token = async (rejected?: string) =>
    auth({
      ...(rejected !== undefined && { rejected }),
      onEvent: (event) => event.type === "refresh" && outcomes.push(event.outcome),
    });
  return { auth, token, clock, store: settings.store, service, outcomes };
}
