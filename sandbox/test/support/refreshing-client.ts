import { type Client, type ClientOptions, type Clock, createClient, type RefreshEvent } from "content-service-client";
import { memoryTokenStore, refreshingAuth, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import type { TestSandbox } from "./start-sandbox.js";

/** A client that refreshes its token. */
export interface RefreshingClient {
  readonly client: Client;
  readonly store: TokenStore;
  /** The outcomes of its refreshes so far. */
  readonly outcomes: readonly RefreshEvent["outcome"][];
}

/** Client options, and the tokens to start with. */
interface Start extends Partial<ClientOptions> {
  /** @default an expired access token of the owner, and a valid refresh token */
  readonly tokens?: Tokens;
}

/** Creates a client that refreshes its token and shares the clock of the sandbox. */
export function refreshingClient({ sandbox, server, fetch }: TestSandbox, start: Start = {}): RefreshingClient {
  const { tokens = { accessToken: "token-expired", refreshToken: "refresh-owner" }, ...options } = start;
  const { baseUrl, authUrl } = server;
  const store = memoryTokenStore(tokens);
  const outcomes: RefreshEvent["outcome"][] = [];
  const clock: Clock = {
    now: () => sandbox.clock.now(),
    // No call of these tests waits or times out.
    timer: () => () => {},
  };
  const auth = refreshingAuth({
    authUrl,
    clientId: "sandbox-client",
    clientSecret: "sandbox-secret",
    store,
    fetch,
    clock,
  });
  const client = createClient({
    baseUrl,
    authUrl,
    auth,
    fetch,
    clock,
    retry: false,
    onEvent: (event) => event.type === "refresh" && outcomes.push(event.outcome),
    ...options,
  });
  return { client, store, outcomes };
}
