import { type Client, type ClientOptions, createClient } from "content-service-client";
import {
  checkExchange,
  type Exchange,
  loadContract,
  recordExchange,
  type Violation,
} from "content-service-contract-tests";
import { createSandbox, type Listening, type LogEntry, type Sandbox, type Seed } from "content-service-sandbox";
import { expect, inject, onTestFinished } from "vitest";
import { noteScenario } from "../../../contract-tests/suites/scenario-ledger.js";

/** When the world of a test begins. Its time moves only by `sandbox.clock.advance`. */
export const START_MS = Date.UTC(2026, 10, 20, 8);

/** Somebody of the default seed, by the end of the token. */
export type Person = "admin" | "co-admin" | "owner" | "reviewer" | "member" | "service" | "partner";

/** A sandbox with a server, and clients that talk to it over real HTTP. */
export interface TestWorld {
  readonly sandbox: Sandbox;
  readonly server: Listening;
  /** Every exchange so far. */
  readonly exchanges: readonly Exchange[];
  /** Fetches from the server, and records the exchange. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** The client of a person. It does not repeat calls unless `options` says so. */
  as(person: Person, options?: Partial<ClientOptions>): Client;
}

/** How a world is made, and what is expected of its answers. */
export interface WorldOptions {
  readonly seed?: Seed | undefined;
  readonly brandHeader?: string | undefined;
  /** Whether answers may differ from the contract: for tests of faults alone. @default false */
  readonly strange?: boolean | undefined;
  /** Told of every request when it has been answered, also of those from other processes. */
  readonly onRequest?: ((entry: LogEntry) => void) | undefined;
}

/**
 * Starts a sandbox for one test. When the test is over, every answer has to fit the contract, closed world, and the
 * sandbox is closed.
 */
export async function startWorld({ strange = false, onRequest, ...options }: WorldOptions = {}): Promise<TestWorld> {
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
  const exchanges: Exchange[] = [];
  const recording = recordExchange(globalThis.fetch, (exchange) => exchanges.push(exchange));
  onTestFinished(async () => {
    await sandbox.close();
    expect(failures).toEqual([]);
    if (strange) return;
    expect(exchanges.flatMap((exchange) => violationsOf(exchange, server))).toEqual([]);
    // In other runs the ledger is that of a mock.
    if (inject("target").kind === "sandbox") noteScenario(inject("ledger"), exchanges, server);
  });
  return {
    sandbox,
    server,
    exchanges,
    fetch: (url, init) => recording(url, init),
    as: (person, given) =>
      createClient({
        baseUrl: server.baseUrl,
        authUrl: server.authUrl,
        auth: `token-${person}`,
        retry: false,
        fetch: recording,
        ...given,
      }),
  };
}

/** What is wrong with an answer. What is wrong with a request is the business of its test. */
function violationsOf(exchange: Exchange, { baseUrl, authUrl }: Listening): Violation[] {
  const options = { contract: loadContract(), baseUrl, authUrl, closed: true };
  return checkExchange(exchange, options).filter(({ at }) => at.startsWith("/response"));
}
