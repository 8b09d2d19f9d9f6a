import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { paths } from "content-service-client";
import createFetchClient from "openapi-fetch";
import { BARE, CLIENT, FAST, FAST_GUARDED, GOOD_TOKEN, GUARDED, USER_ID } from "./constants.js";

const PEERS = ["undici request", "openapi-fetch", "ky", "hey-api"];

/** The names of all ways to send the same GET. */
export function namesOfWays(withPeers: boolean): string[] {
  return [BARE, ...(withPeers ? PEERS : []), CLIENT, GUARDED, FAST, FAST_GUARDED];
}

/** Prepares one way to send the GET. The process loads nothing of the other ways. */
export async function wayToGet(places: Places, origin: string, name: string): Promise<() => Promise<unknown>> {
  const baseUrl = `${origin}/2.0`;
  const url = `${baseUrl}/users/me`;
  const token = `${GOOD_TOKEN}-0`;
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  if (name === BARE) return async () => (await fetch(url, { headers })).json();
  if (!PEERS.includes(name)) return ownWay(places, origin, name);
  if (name === "openapi-fetch") {
    const http = createFetchClient<paths>({ baseUrl, headers });
    return async () => (await http.GET("/users/me")).data;
  }
  const peers = loadPeers(places);
  if (name === "ky") {
    const ky = await peers.ky();
    return () => ky(url, { headers }).json();
  }
  if (name === "undici request") {
    const { request } = await peers.undici();
    return async () => (await request(url, { headers })).body.json();
  }
  const { client, getCurrentUser } = await peers.generated();
  client.setConfig({ baseUrl, auth: () => token });
  return async () => (await getCurrentUser()).data;
}

async function ownWay(places: Places, origin: string, name: string): Promise<() => Promise<unknown>> {
  const isFast = name === FAST || name === FAST_GUARDED;
  const isGuarded = name === GUARDED || name === FAST_GUARDED;
  const ours = await loadClient(places);
  const store = ours.memoryTokenStore({
    ...{ accessToken: `${GOOD_TOKEN}-0`, refreshToken: "next" },
    expiresAtMs: Date.now() + 24 * 3_600_000,
  });
  const transport = isFast ? (await loadTransport(places)).nodeTransport() : undefined;
  const client = ours.createClient({
    baseUrl: `${origin}/2.0`,
    auth: ours.refreshingAuth({ authUrl: origin, clientId: "bench", clientSecret: "bench", store }),
    ...(isGuarded ? {} : { timeoutMs: Infinity, totalTimeoutMs: Infinity }),
    ...(transport && { fetch: transport.fetch }),
  });
  if (!isGuarded) return () => client.getCurrentUser();
  // One signal for all calls, as of a server that shuts down.
  const { signal } = new AbortController();
  return () => client.getCurrentUser({ signal });
}

/** Whether a result is the user of the server. */
export function isUser(result: unknown): boolean {
  return typeof result === "object" && result !== null && "id" in result && result.id === USER_ID;
}

/** Where the measured modules are. */
export interface Places {
  /** The folder of the built client. */
  readonly client: string;
  /** The folder of the installed peers. */
  readonly peers: string;
  /** The client of the peer generator, as one file. */
  readonly generated: string;
}

/** Loads the built client, which is what users have. */
export async function loadClient({ client }: Places) {
  const main: typeof import("content-service-client") = await import(fileUrl(client, "src/index.js"));
  const auth: typeof import("content-service-client/refreshing-auth") = await import(
    fileUrl(client, "src/tokens/refreshing-auth.js")
  );
  return { ...main, ...auth };
}

async function loadTransport({ client }: Places): Promise<typeof import("content-service-client/node-transport")> {
  return import(fileUrl(client, "src/node-transport/index.js"));
}

/** The used part of the peers. The benchmark installs them, so their own types are not available. */
interface Peers {
  readonly undici: () => Promise<{
    request(url: string, init: { headers: object }): Promise<{ body: { json(): Promise<unknown> } }>;
  }>;
  readonly ky: () => Promise<(url: string, init: { headers: object }) => { json(): Promise<unknown> }>;
  readonly generated: () => Promise<{
    readonly client: { setConfig(config: { baseUrl: string; auth: () => string }): void };
    getCurrentUser(): Promise<{ data: unknown }>;
  }>;
}

function loadPeers({ peers, generated }: Places): Peers {
  return {
    undici: async () => (await import(fileUrl(peers, "node_modules/undici/index.js"))).default,
    ky: async () => (await import(fileUrl(peers, "node_modules/ky/distribution/index.js"))).default,
    generated: () => import(fileUrl(generated)),
  };
}

function fileUrl(...parts: string[]): string {
  return pathToFileURL(join(...parts)).href;
}
