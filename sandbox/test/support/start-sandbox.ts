import { once } from "node:events";
import { createServer } from "node:http";
import { type Client, type ClientOptions, createClient } from "content-service-client";
import { checkExchange, type Exchange, loadContract, recordExchange } from "content-service-contract";
import { createSandbox, type Listening, type LogEntry, type Sandbox, type Seed } from "content-service-sandbox";
import { afterAll, afterEach, test as base, beforeAll, expect, onTestFinished } from "vitest";

/** The time at which each test starts. It moves only by `sandbox.clock.advance`. */
export const START_MS = Date.UTC(2026, 10, 20, 8);

/** A user of the default seed, by the end of the user's token. */
export type Person = "admin" | "co-admin" | "owner" | "reviewer" | "member" | "service" | "partner";

/** A sandbox with a server, and clients that call it over HTTP. */
export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly server: Listening;
  /** Every exchange so far. */
  readonly exchanges: readonly Exchange[];
  /** Fetches from the server and records the exchange. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Creates the client of a person. It does not retry unless `options` says so. */
  as(person: Person, options?: Partial<ClientOptions>): Client;
}

/** How to start a sandbox, and what to check. */
export interface TestSandboxOptions {
  readonly seed?: Seed | undefined;
  readonly brandHeader?: string | undefined;
  /** Whether responses may violate the contract: for tests of faults. @default false */
  readonly strange?: boolean | undefined;
  /** Called after each request, including requests of other processes. */
  readonly onRequest?: ((entry: LogEntry) => void) | undefined;
}

/** Starts a sandbox for one test. After the test, every response must match the contract, undocumented properties included. */
export async function startSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const { check, ...setup } = await open(options);
  onTestFinished(async () => {
    await setup.sandbox.close();
    check();
  });
  return setup;
}

/** A test whose context has a sandbox of its own: `test(title, async ({ as, sandbox }) => ...)`. Starts it on first use. */
export const test = base
  .extend("setup", () => startSandbox())
  .extend("as", ({ setup }) => setup.as)
  .extend("sandbox", ({ setup }) => setup.sandbox)
  .extend("server", ({ setup }) => setup.server)
  .extend("fetch", ({ setup }) => setup.fetch)
  .extend("exchanges", ({ setup }) => setup.exchanges);

/** Starts one sandbox for all tests of a block. Each test must leave the store as it was. */
export function shareSandbox(options: () => TestSandboxOptions = () => ({})): () => TestSandbox {
  let setup: Awaited<ReturnType<typeof open>> | undefined;
  const started = () => setup ?? expect.fail("The shared sandbox starts before the first test of the block");
  let before: Seed;
  beforeAll(async () => {
    setup = await open(options());
    before = setup.sandbox.snapshot();
  });
  afterEach(() => {
    started().check();
    expect(started().sandbox.snapshot()).toEqual(before);
  });
  afterAll(() => setup?.sandbox.close());
  return started;
}

async function open({ strange = false, onRequest, ...options }: TestSandboxOptions) {
  const failures: unknown[] = [];
  const sandbox = await createSandbox({
    ...options,
    now: () => START_MS,
    onRequest(entry) {
      if (entry.failure !== undefined) failures.push(entry.failure);
      onRequest?.(entry);
    },
  });
  const server = await sandbox.listen();
  const { baseUrl, authUrl } = server;
  const exchanges: Exchange[] = [];
  const recording = recordExchange(globalThis.fetch, (exchange) => exchanges.push(exchange));
  let checked = 0;
  return {
    sandbox,
    server,
    exchanges,
    fetch: (url: string, init?: RequestInit) => recording(url, init),
    as: (person: Person, given?: Partial<ClientOptions>) =>
      createClient({ baseUrl, authUrl, auth: `token-${person}`, retry: false, fetch: recording, ...given }),
    /** Checks the exchanges since the last check. */
    check() {
      expect(failures).toEqual([]);
      if (strange) return;
      const fresh = exchanges.slice(checked);
      checked = exchanges.length;
      const checks = { contract: loadContract(), baseUrl, authUrl, closed: true };
      // Tests send invalid requests on purpose.
      const violations = fresh.flatMap((exchange) => checkExchange(exchange, checks));
      expect(violations.filter(({ at }) => at.startsWith("/response"))).toEqual([]);
    },
  };
}

/** The two ways to call a sandbox. */
export const transports = ["in process", "over HTTP"] as const;

/** Starts a sandbox whose clients use one transport. Its responses may violate the contract. */
export async function startSandboxVia(transport: (typeof transports)[number]): Promise<TestSandbox> {
  const setup = await startSandbox({ strange: true });
  const { baseUrl, authUrl, fetch } =
    transport === "in process" ? setup.sandbox : { ...setup.server, fetch: globalThis.fetch };
  return { ...setup, as: (person, given) => setup.as(person, { baseUrl, authUrl, fetch, ...given }) };
}

/** Starts a sandbox behind a proxy that turns ids in responses into numbers. Returns the base URL of the proxy. */
export async function startCorruptingProxy(): Promise<string> {
  const { server } = await startSandbox({ strange: true });
  const proxy = createServer(async (incoming, outgoing) => {
    const { url = "", method = "GET", headers } = incoming;
    const response = await fetch(`${server.url}${url}`, {
      method,
      headers: headers.authorization === undefined ? {} : { authorization: headers.authorization },
    });
    const type = response.headers.get("content-type");
    outgoing.writeHead(response.status, type === null ? {} : { "content-type": type });
    outgoing.end((await response.text()).replace(/"id":"(\d+)"/, '"id":$1'));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error(`Expected a port; received ${address}`);
  return `http://127.0.0.1:${address.port}/2.0`;
}
