import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FetchLike } from "../../src/core/options.js";
import type * as Client from "../../src/index.js";
import type * as RefreshingAuth from "../../src/tokens/refreshing-auth.js";

/** Where the modules are that are measured. */
export interface Places {
  /** The folder of the built client, with `src/index.js`. */
  readonly client: string;
  /** The file of the fast transport; left out where there is none. */
  readonly nodeTransport?: string | undefined;
  /** The folder that the peers are installed in. */
  readonly peers: string;
  /** The client that another generator makes from the contract, as one file. */
  readonly generated: string;
}

interface Transport {
  readonly fetch: FetchLike;
  close(): void | Promise<void>;
}

/** The built client. What is built is what users have. */
export async function loadClient({ client, nodeTransport }: Places) {
  const main: typeof Client = await import(fileUrl(client, "src/index.js"));
  const auth: typeof RefreshingAuth = await import(fileUrl(client, "src/tokens/refreshing-auth.js"));
  const fast: { nodeTransport?: () => Transport } = nodeTransport ? await import(fileUrl(nodeTransport)) : {};
  return { ...main, ...auth, nodeTransport: fast.nodeTransport };
}

/** The part of the peers that is used. They are installed by the benchmark, so that their own types are not at hand. */
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

/** The peers, each of which is loaded when it is asked for. */
export function loadPeers({ peers, generated }: Places): Peers {
  return {
    undici: async () => (await import(fileUrl(peers, "node_modules/undici/index.js"))).default,
    ky: async () => (await import(fileUrl(peers, "node_modules/ky/distribution/index.js"))).default,
    generated: () => import(fileUrl(generated)),
  };
}

function fileUrl(...parts: string[]): string {
  return pathToFileURL(join(...parts)).href;
}
