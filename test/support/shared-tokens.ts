import { EventEmitter, once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore, Tokens } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import { defaultSeed } from "content-service-sandbox";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { seededRandom } from "../../sandbox/src/faults/seeded-random.js";
import { signIn } from "../../sandbox/test/support/control.js";
import { startSandbox, type TestSandbox } from "../../sandbox/test/support/start-sandbox.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { compiledWorker, forkWorker, type Worker } from "./fork-worker.js";
import type { StoreAddress } from "./open-store.js";
import { postgresPool, postgresTest } from "./postgres-server.js";
import { type RedisServer, redisServer, redisTest } from "./redis-server.js";
import type { WorkerSettings } from "./token-worker.js";

/** The stores that processes can share, each with its test function. */
export const sharedStores = [
  { kind: "a file", it: test },
  { kind: "Redis", it: redisTest("processes that share tokens in Redis") },
  { kind: "PostgreSQL", it: postgresTest("processes that share tokens in PostgreSQL") },
] as const;

/** The kind of a shared token store. */
export type StoreKind = (typeof sharedStores)[number]["kind"];

/** A sandbox, and a token store that processes share. */
export interface SharedTokens extends TestSandbox {
  /** The store, as this process sees it. */
  readonly store: TokenStore;
  /** The Redis server, for a store in Redis. */
  readonly redis: RedisServer | undefined;
  /** Starts a process that calls the sandbox with the shared tokens. */
  fork(settings?: Partial<WorkerSettings>): Worker;
  /** Lets the access token expire. */
  expire(): void;
  /** Signs in and saves the tokens. */
  login(): Promise<void>;
  /** The statuses of the token responses so far. */
  readonly tokenStatuses: readonly number[];
  /** Waits until the next token response is about to be sent. */
  nextTokenResponse(): Promise<unknown>;
  /** How many refresh tokens are spent. */
  used(): number;
  /** The tokens in the store. Throws unless their refresh token is valid. */
  working(): Promise<Tokens>;
  /** How many files an interrupted save left behind. */
  unfinished(): Promise<number>;
  /** Ends the lease of the lock, as time does when its holder stops renewing it. */
  endLease(): Promise<void>;
}

/** Starts a sandbox, and a store with the tokens of a user who has signed in. */
export async function startSharedTokens(kind: StoreKind, leaseMs?: number): Promise<SharedTokens> {
  const seed = defaultSeed();
  seed.clients?.push({ client_id: "client-id", client_secret: "client-secret" });
  const tokenStatuses: number[] = [];
  const tokenServer = new EventEmitter();
  const setup = await startSandbox({
    seed,
    onRequest({ operation, status }) {
      if (operation !== "refreshAccessToken") return;
      tokenStatuses.push(status);
      tokenServer.emit("response");
    },
  });
  const { address, ...place } = await places[kind]();
  const script = await compiledWorker();
  const lease = leaseMs === undefined ? {} : { leaseMs };
  const refreshTokens = (state: string) =>
    (setup.sandbox.snapshot().refresh_tokens ?? []).filter(
      (one) => one.client_id === "client-id" && one.state === state,
    );

  const shared: SharedTokens = {
    ...setup,
    ...place,
    tokenStatuses,
    nextTokenResponse: () => once(tokenServer, "response"),
    fork: (settings) => forkWorker({ origin: setup.server.url, store: { ...address, ...lease }, ...settings }, script),
    expire: () => setup.sandbox.clock.advance(HOUR_MS),
    login: async () => place.store.save(await signIn(setup, "1003", "client-id")),
    used: () => refreshTokens("used").length,
    async working() {
      const tokens = (await place.store.load()) ?? expect.fail("the store is empty");
      expect(refreshTokens("fresh").map(({ token }) => token)).toContain(tokens.refreshToken);
      return tokens;
    },
  };
  await shared.login();
  return shared;
}

const HOUR_MS = 3_600_000;

interface Place extends Pick<SharedTokens, "store" | "redis" | "unfinished" | "endLease"> {
  readonly address: StoreAddress;
}

async function inFile(): Promise<Place> {
  const path = join(temporaryFolder(), "tokens.json");
  const folder = `${path}.lock`;
  return {
    address: { path },
    store: fileTokenStore(path),
    redis: undefined,
    unfinished: async () => (await readdir(folder)).filter((name) => name.endsWith(".tmp")).length,
    async endLease() {
      for (const name of await readdir(folder)) if (/^\d+$/.test(name)) await utimes(join(folder, name), 0, 0);
    },
  };
}

async function inRedis(): Promise<Place> {
  const server = await redisServer();
  const redis = new Redis(server.port, "127.0.0.1", { maxRetriesPerRequest: null });
  // The client reconnects by itself.
  redis.on("error", () => {});
  onTestFinished(() => redis.disconnect());
  const key = "tokens";
  return {
    address: { redisPort: server.port, key },
    store: redisTokenStore({ command: ([name, ...rest]) => redis.call(name, ...rest), key }),
    redis: server,
    unfinished: async () => 0,
    async endLease() {
      await redis.del(`{${key}}:lock`);
    },
  };
}

async function inPostgres(): Promise<Place> {
  const pool = await postgresPool();
  const query = (text: string, values: (string | number)[]) => pool.query(text, values).then(({ rows }) => rows);
  const key = crypto.randomUUID();
  return {
    address: { postgresPort: pool.options.port ?? expect.fail("no port"), key },
    store: sqlTokenStore({ query, dialect: "postgresql", key }),
    redis: undefined,
    unfinished: async () => 0,
    async endLease() {
      await pool.query("UPDATE content_service_tokens SET lock_until_ms = 0 WHERE login = $1", [key]);
    },
  };
}

const places = { "a file": inFile, Redis: inRedis, PostgreSQL: inPostgres };

/** The error message of calls after the new tokens were lost with the process that had requested them. */
export function lostTokensMessage({ sentAtMs }: Tokens): string {
  const at = new Date(sentAtMs ?? Number.NaN).toJSON();
  const why = `it was sent before, at ${at}, and the response was lost or could not be saved`;
  return `invalid_grant: the refresh token was rejected: ${why}. Log in again.`;
}

/** When to kill a process: a delay after an event of its refresh. */
export interface KillMoment {
  /**
   * The process was told to call; its note was in the store; the token server responded; the token was spent and the
   * response delayed; the process was done.
   */
  readonly after: "order" | "note" | "response" | "held response" | "report";
  readonly delayMs: number;
}

/** Draws moments all over a refresh, most of them around the token response. The same seed draws the same moments. */
export function killMoments(count: number, seed: number): KillMoment[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const draw = random();
    const [after, upToMs] = SHARES.find(({ until }) => draw < until)?.moment ?? LAST;
    return { after, delayMs: random() * upToMs };
  });
}

type Moment = readonly [after: KillMoment["after"], upToMs: number];

// A refresh takes about 20 ms; the time from the token response to the end is a few milliseconds.
const SHARES: readonly { readonly until: number; readonly moment: Moment }[] = [
  { until: 0.3, moment: ["order", 60] },
  { until: 0.6, moment: ["note", 5] },
  { until: 0.85, moment: ["response", 10] },
  { until: 0.92, moment: ["held response", 20] },
];
const LAST: Moment = ["report", 5];
