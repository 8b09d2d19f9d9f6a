import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { paths } from "content-service-client";
import createFetchClient from "openapi-fetch";
import { BARE, CLIENT, FAST, FAST_LIMITED, GOOD_TOKEN, LOOP, UNDICI, USER_ID } from "./constants.js";

/** One way to send the same GET, with one build of the client. */
export interface Contender {
  /** Names it in tables: the way, with a commit where several are compared. */
  readonly name: string;
  readonly way: string;
  /** The folder of the client's package. */
  readonly client: string;
}

/** The ways of the client. */
export const CLIENT_WAYS: readonly string[] = [CLIENT, FAST, FAST_LIMITED];

/** The ways of others; the peers have to be installed for the last two. */
export const PLAIN_WAYS = [BARE, LOOP, "openapi-fetch", UNDICI];
export const PEER_WAYS = [...PLAIN_WAYS, "ky", "hey-api"];

/** Prepares one way to send the GET. The process loads nothing of the other ways. */
export async function wayToGet({ way, client, peers }: Contender & Places, origin: string): Promise<Get> {
  const baseUrl = `${origin}/2.0`;
  const url = `${baseUrl}/users/me`;
  const token = `${GOOD_TOKEN}-0`;
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  switch (way) {
    case BARE:
      return async () => (await fetch(url, { headers })).json();
    case LOOP:
      return () => getByHand(url, headers);
    case "openapi-fetch": {
      const http = createFetchClient<paths>({ baseUrl, headers });
      return async () => (await http.GET("/users/me")).data;
    }
    case UNDICI: {
      const { request } = await import("undici");
      return async () => (await request(url, { headers })).body.json();
    }
    case "ky": {
      const { default: ky } = await load<Ky>(peers, "node_modules/ky/distribution/index.js");
      return () => ky(url, { headers }).json();
    }
    case "hey-api": {
      const generated = await load<HeyApi>(peers, "node_modules/.generated/client.mjs");
      generated.client.setConfig({ baseUrl, auth: () => token });
      return async () => (await generated.getCurrentUser()).data;
    }
    default:
      return clientGet(client, origin, way);
  }
}

type Get = () => Promise<unknown>;

const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

/** A loop with a timeout, retries and `JSON.parse`. */
async function getByHand(url: string, headers: Record<string, string>): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      if (attempt === 3 || !RETRIED.has(response.status)) throw new RangeError(`${response.status}: ${text}`);
    } catch (error) {
      if (attempt === 3 || !(error instanceof TypeError)) throw error;
    }
    await sleep(Math.random() * 500 * 2 ** attempt);
  }
}

async function clientGet(folder: string, origin: string, way: string): Promise<Get> {
  const { createClient, refreshingAuth, memoryTokenStore, loadTransport } = await loadClient(folder);
  const store = memoryTokenStore({
    ...{ accessToken: `${GOOD_TOKEN}-0`, refreshToken: "next" },
    expiresAtMs: Date.now() + 24 * 3_600_000,
  });
  const client = createClient({
    baseUrl: `${origin}/2.0`,
    auth: refreshingAuth({ authUrl: origin, clientId: "lab", clientSecret: "lab", store }),
    ...(way === FAST && { timeoutMs: Infinity, totalTimeoutMs: Infinity }),
    ...(way !== CLIENT && { fetch: (await loadTransport()).nodeTransport().fetch }),
  });
  if (way !== FAST_LIMITED) return () => client.getCurrentUser();
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
  /** The folder of the client's package. */
  readonly client: string;
  /** The folder of the installed peers. */
  readonly peers: string;
}

/** Loads a built client by the entries of its package, since an older commit has other files. */
export async function loadClient(folder: string) {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    exports: Record<string, { default: string }>;
  };
  const entry = (name: string) => exports[name]?.default ?? `no entry ${name}`;
  const main = await load<typeof import("content-service-client")>(folder, entry("."));
  const auth = await load<typeof import("content-service-client/refreshing-auth")>(folder, entry("./refreshing-auth"));
  return {
    ...main,
    ...auth,
    loadTransport: () =>
      load<typeof import("content-service-client/node-transport")>(folder, entry("./node-transport")),
  };
}

// The lab installs or generates these, so their own types are not available.
interface Ky {
  default(url: string, init: { headers: object }): { json(): Promise<unknown> };
}
interface HeyApi {
  readonly client: { setConfig(config: { baseUrl: string; auth: () => string }): void };
  getCurrentUser(): Promise<{ data: unknown }>;
}

function load<Module>(...parts: string[]): Promise<Module> {
  return import(pathToFileURL(join(...parts)).href);
}
