import { createServer } from "node:http";
import { type Client, type ClientOptions, createClient } from "content-service-client";
import { type Exchange, recordExchange } from "content-service-contract";
import type { Listening, Sandbox, SandboxOptions, Seed } from "content-service-sandbox";
import { createSandbox, defaultSeed } from "content-service-sandbox";
import { afterAll, afterEach, test as base, beforeAll, expect, onTestFinished } from "vitest";
import { serving } from "../../../support/loopback.js";

/** The time at which each test starts. It moves only by `sandbox.clock.advance`. */
export const START_MS = Date.UTC(2026, 10, 20, 8);

/** A user of the default seed, by the end of the user's token. */
export type Person = "admin" | "co-admin" | "owner" | "reviewer" | "member" | "service" | "partner";

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly server: Pick<Listening, "url" | "baseUrl" | "authUrl">;
  readonly exchanges: readonly Exchange[];
  /** Fetches from the sandbox and records the exchange. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Creates the client of a person. It does not retry unless `options` says so. */
  as(person: Person, options?: Partial<ClientOptions>): Client;
}

/** How to start a sandbox, and what to check. */
export interface TestSandboxOptions extends SandboxOptions {
  /** Whether responses may violate the contract: for tests of faults. @default false */
  readonly strange?: boolean | undefined;
}

/**
 * Creates a sandbox for one test, which calls it in process. After the test, every response must match the contract, and no
 * rejected request may have changed the store.
 */
export async function openSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  return checkedAfterTest(await inProcess(options));
}

/** As `openSandbox`, with the default seed and a server, for other processes and whatever only HTTP can show. */
export async function startSandbox(options: TestSandboxOptions = {}) {
  const server = (sandbox: Sandbox) => sandbox.listen();
  return checkedAfterTest(await create(options, server, globalThis.fetch));
}

function inProcess(options: TestSandboxOptions) {
  const server = ({ baseUrl, authUrl }: Sandbox) => ({ url: authUrl, baseUrl, authUrl });
  return create({ seed: smallSeed, ...options }, server);
}

/** A test whose context has a sandbox of its own: `test(title, async ({ as, sandbox }) => ...)`. Creates it on first use. */
export const test = base
  .extend("setup", () => openSandbox())
  .extend("as", ({ setup }) => setup.as)
  .extend("sandbox", ({ setup }) => setup.sandbox);

/** Creates one sandbox for all tests of a block. Each test must leave the store as it was. */
export function shareSandbox(options: () => TestSandboxOptions = () => ({})): TestSandbox {
  let setup: Awaited<ReturnType<typeof inProcess>> | undefined;
  const created = () => setup ?? expect.fail("The shared sandbox is created before the first test of the block");
  let before: Seed;
  beforeAll(async () => {
    setup = await inProcess(options());
    before = setup.sandbox.snapshot();
  });
  afterEach(() => {
    created().check();
    expect(created().sandbox.snapshot()).toEqual(before);
  });
  afterAll(() => setup?.sandbox.close());
  // It has the members of the sandbox that the first test of the block creates.
  return new Proxy({} as TestSandbox, { get: (_, name: keyof TestSandbox) => created()[name] });
}

/** The default seed with 20 of its 250 invoices, and as few of its other numbered records: it loads ten times as fast. */
export const smallSeed: Seed = Object.fromEntries(
  Object.entries(defaultSeed()).map(([name, records]) => [
    name,
    Array.isArray(records) ? records.filter((one) => !isAbove20(one)) : records,
  ]),
);

function isAbove20(record: object): boolean {
  const number = "id" in record ? /(?:^|-)\d\d(\d{3})$/.exec(String(record.id))?.[1] : undefined;
  return Number(number) > 20;
}

async function create<Server extends TestSandbox["server"]>(
  { strange = false, onRequest, ...options }: TestSandboxOptions,
  serverOf: (sandbox: Sandbox) => Server | Promise<Server>,
  send?: Sandbox["fetch"],
) {
  const failures: unknown[] = [];
  const sandbox = await createSandbox({
    now: () => START_MS,
    ...options,
    onRequest(entry) {
      if (entry.failure !== undefined) failures.push(entry.failure);
      return onRequest?.(entry);
    },
  });
  const server = await serverOf(sandbox);
  const { baseUrl, authUrl } = server;
  const exchanges: Exchange[] = [];
  const fetch = recordExchange(send ?? sandbox.fetch, (exchange) => exchanges.push(exchange));
  let after: string | undefined;
  return {
    sandbox,
    server,
    exchanges,
    fetch: (url: string, init?: RequestInit) => fetch(url, init),
    as: (person: Person, given?: Partial<ClientOptions>) =>
      createClient({ baseUrl, authUrl, auth: `token-${person}`, retry: false, fetch, ...given }),
    /** Checks the requests since the last check, undocumented properties of their responses included. */
    check() {
      expect(failures).toEqual([]);
      const fresh = sandbox.requests({ after });
      after = fresh.at(-1)?.request_id;
      for (const { request_id, method, path, status, violations, changes, fault_effect } of fresh) {
        const request = [request_id, method, path, status];
        if (status >= 400) expect([request, changes]).toEqual([request, []]);
        if (strange || fault_effect !== null) continue;
        // Tests send invalid requests on purpose.
        const ofResponse = violations.filter(({ at }) => at.startsWith("/response"));
        expect([request, ofResponse]).toEqual([request, []]);
      }
    },
  };
}

function checkedAfterTest<Setup extends TestSandbox & { check(): void }>(setup: Setup): Setup {
  onTestFinished(async () => {
    await setup.sandbox.close();
    setup.check();
  });
  return setup;
}

export const transports = ["in process", "over HTTP"] as const;

/** Starts a sandbox whose clients use one transport. Its responses may violate the contract. */
export function startSandboxVia(transport: (typeof transports)[number]): Promise<TestSandbox> {
  const options = { seed: smallSeed, strange: true };
  return transport === "in process" ? openSandbox(options) : startSandbox(options);
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
  });
  return `${await serving(proxy)}/2.0`;
}
