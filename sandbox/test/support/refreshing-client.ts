import { type Client, type ClientOptions, type Clock, createClient, type RefreshEvent } from "content-service-client";
import { memoryTokenStore, refreshingAuth, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import type { TestWorld } from "./start-world.js";

/** A client that refreshes its token by itself. */
export interface RefreshingClient {
  readonly client: Client;
  readonly store: TokenStore;
  /** How its refreshes went so far. */
  readonly outcomes: readonly RefreshEvent["outcome"][];
}

/** What it starts with. */
interface Start extends Partial<ClientOptions> {
  /** @default an access token of the owner that has expired, and a refresh token that works */
  readonly tokens?: Tokens;
}

/** Makes a client that refreshes by itself and shares the time of the sandbox. */
export function refreshingClient({ sandbox, server, fetch }: TestWorld, start: Start = {}): RefreshingClient {
  const { tokens = { accessToken: "token-expired", refreshToken: "refresh-owner" }, ...options } = start;
  const { baseUrl, authUrl } = server;
  const store = memoryTokenStore(tokens);
  const outcomes: RefreshEvent["outcome"][] = [];
  const clock: Clock = {
    now: () => sandbox.clock.now(),
    // No call of these tests waits or is late, so that no timer has to ring.
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
