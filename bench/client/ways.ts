import createFetchClient from "openapi-fetch";
import type { paths } from "../../generated/types.js";
import { loadClient, loadPeers, type Places } from "./modules.js";
import { BARE, CLIENT, FAST, FAST_GUARDED, GOOD_TOKEN, GUARDED, USER_ID } from "./world.js";

const PEERS = ["undici request", "openapi-fetch", "ky", "hey-api"];

/** The names of all ways to send the same GET: bare `fetch`, the peers where they are wanted, and our own. */
export function namesOfWays({ nodeTransport }: Places, withPeers: boolean): string[] {
  const fast = nodeTransport === undefined ? [] : [FAST, FAST_GUARDED];
  return [BARE, ...(withPeers ? PEERS : []), CLIENT, GUARDED, ...fast];
}

/** Gives a way to send the GET. Each is alone in its process, as in a program: what others need is not even loaded. */
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
  const ours = await loadClient(isFast ? places : { ...places, nodeTransport: undefined });
  const store = ours.memoryTokenStore({
    ...{ accessToken: `${GOOD_TOKEN}-0`, refreshToken: "next" },
    expiresAtMs: Date.now() + 24 * 3_600_000,
  });
  const transport = ours.nodeTransport?.();
  const client = ours.createClient({
    baseUrl: `${origin}/2.0`,
    auth: ours.refreshingAuth({ authUrl: origin, clientId: "bench", clientSecret: "bench", store }),
    ...(isGuarded ? {} : { timeoutMs: Infinity, totalTimeoutMs: Infinity }),
    ...(transport && { fetch: transport.fetch }),
  });
  if (!isGuarded) return () => client.getCurrentUser();
  // One signal for all calls, as a server has one that ends it.
  const { signal } = new AbortController();
  return () => client.getCurrentUser({ signal });
}

/** Whether an answer is the user that the server has. */
export function isUser(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "id" in answer && answer.id === USER_ID;
}
