import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { paths } from "content-service-client";
import createFetchClient from "openapi-fetch";
import type { Turn } from "../support/rounds.js";

/** What a process measures. */
export interface Task {
  /** Names it in tables: the way, with a commit where several are compared. */
  readonly name: string;
  readonly way: string;
  /** The folder of the client's package. */
  readonly client: string;
}

export const BARE = "fetch";
/** What a careful user writes without a client. */
export const LOOP = "loop by hand";
export const UNDICI = "undici request";
/** The client with its default options. */
export const CLIENT = "client";
export const FAST = "client, Node transport, no limits";
/** `nodeTransport`, the default timeouts, and one signal for all calls. */
export const FAST_LIMITED = "client, Node transport, all limits";

/** The ways to send a GET. The peers have to be installed for the last two of others. */
export const CLIENT_WAYS: readonly string[] = [CLIENT, FAST, FAST_LIMITED];
export const PLAIN_WAYS = [BARE, LOOP, "openapi-fetch", UNDICI];
export const PEER_WAYS = [...PLAIN_WAYS, "ky", "hey-api"];

/** What each way of the client replaces. */
export const REPLACED: Readonly<Record<string, string>> = { [CLIENT]: LOOP, [FAST]: UNDICI, [FAST_LIMITED]: UNDICI };

/** The question to a process for the heap. Any other one is for a turn. */
export const HEAP = "heap";

export const USER_ID = "1001";
export const ITEMS_IN_PAGE = 1000;
export const PAGES = 100;
/** The pages that are read with `prefetch` and without. */
const SLOW_PAGES = 30;
/** How long the slow server, and the slow consumer, need for a page. */
export const SERVER_MS = 25;
const TOKEN = "issued-token";
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

/** Prepares a way. The process loads nothing of the other ways. */
export async function turnOf({ way, client }: Task, origin: string, peers: string): Promise<Turn> {
  const baseUrl = `${origin}/2.0`;
  const url = `${baseUrl}/users/me`;
  const headers = { authorization: `Bearer ${TOKEN}`, accept: "application/json" };
  const get = (call: () => Promise<unknown>): Turn => ({
    call,
    isRight: (result) => typeof result === "object" && result !== null && "id" in result && result.id === USER_ID,
  });
  const counts = (expected: number, call: () => Promise<number>): Turn => ({ call, isRight: (it) => it === expected });
  switch (way) {
    case BARE:
      return get(async () => (await fetch(url, { headers })).json());
    case LOOP:
      return get(() => getByHand(url, headers));
    case "openapi-fetch": {
      const http = createFetchClient<paths>({ baseUrl, headers });
      return get(async () => (await http.GET("/users/me")).data);
    }
    case UNDICI: {
      const { request } = await import("undici");
      return get(async () => (await request(url, { headers })).body.json());
    }
    case "ky": {
      const { default: ky } = await load<Ky>(peers, "node_modules/ky/distribution/index.js");
      return get(() => ky(url, { headers }).json());
    }
    case "hey-api": {
      const generated = await load<HeyApi>(peers, "node_modules/.generated/client.mjs");
      generated.client.setConfig({ baseUrl, auth: () => TOKEN });
      return get(async () => (await generated.getCurrentUser()).data);
    }
    case "list by hand":
      return counts(PAGES * ITEMS_IN_PAGE, () => listByHand(baseUrl, headers));
    case "paginate": {
      const list = await paginated(client, baseUrl);
      return counts(PAGES * ITEMS_IN_PAGE, async () => {
        let count = 0;
        for await (const item of list()) count += item.id === "" ? 0 : 1;
        return count;
      });
    }
    case "prefetch":
    case "no prefetch": {
      const list = await paginated(client, `${origin}/slow`);
      return counts(SLOW_PAGES, async () => {
        const pages = list({ prefetch: way === "prefetch" ? 1 : 0, maxItems: SLOW_PAGES * ITEMS_IN_PAGE }).pages();
        let count = 0;
        for await (const _ of pages) {
          count += 1;
          await sleep(SERVER_MS);
        }
        return count;
      });
    }
    default:
      return get(await clientGet(client, origin, way));
  }
}

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

async function listByHand(baseUrl: string, headers: Record<string, string>): Promise<number> {
  const http = createFetchClient<paths>({ baseUrl, headers });
  let count = 0;
  let marker: string | null | undefined;
  do {
    const query = { limit: ITEMS_IN_PAGE, usemarker: true, ...(marker && { marker }) };
    const { data, error } = await http.GET("/file_version_retentions", { params: { query } });
    if (error !== undefined) throw new Error(JSON.stringify(error));
    for (const item of data.entries) count += item.id === "" ? 0 : 1;
    marker = data.next_marker;
  } while (marker);
  return count;
}

async function clientGet(folder: string, origin: string, way: string): Promise<() => Promise<unknown>> {
  const { createClient, entry } = await loadClient(folder);
  const { refreshingAuth, memoryTokenStore } =
    await entry<typeof import("content-service-client/refreshing-auth")>("./refreshing-auth");
  const store = memoryTokenStore({
    accessToken: TOKEN,
    refreshToken: "next",
    expiresAtMs: Date.now() + 24 * 3_600_000,
  });
  const transport = () => entry<typeof import("content-service-client/node-transport")>("./node-transport");
  const client = createClient({
    baseUrl: `${origin}/2.0`,
    auth: refreshingAuth({ authUrl: origin, clientId: "lab", clientSecret: "lab", store }),
    ...(way === FAST && { timeoutMs: Infinity, totalTimeoutMs: Infinity }),
    ...(way !== CLIENT && { fetch: (await transport()).nodeTransport().fetch }),
  });
  if (way !== FAST_LIMITED) return () => client.getCurrentUser();
  // One signal for all calls, as of a server that shuts down.
  const { signal } = new AbortController();
  return () => client.getCurrentUser({ signal });
}

export async function paginated(folder: string, baseUrl: string) {
  const { createClient, paginate } = await loadClient(folder);
  const { listFileVersionRetentions } = createClient({ baseUrl, auth: TOKEN });
  return (options: { readonly prefetch?: 0 | 1; readonly maxItems?: number } = {}) =>
    paginate(listFileVersionRetentions, { query: { limit: ITEMS_IN_PAGE }, ...options });
}

/** Loads a built client by the entries of its package, since an older commit has other files. */
async function loadClient(folder: string) {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    exports: Record<string, string | { default: string }>;
  };
  const entry = <Module>(name: string) => {
    const target = exports[name] ?? `no entry ${name}`;
    return load<Module>(folder, typeof target === "string" ? target : target.default);
  };
  return { ...(await entry<typeof import("content-service-client")>(".")), entry };
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
