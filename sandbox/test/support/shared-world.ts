import { EventEmitter, once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore, Tokens } from "content-service-client/refreshing-auth";
import { defaultSeed } from "content-service-sandbox";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { compiledWorker, forkWorker, type Worker } from "../../../test/support/fork-worker.js";
import type { StoreAddress } from "../../../test/support/open-store.js";
import { type RedisServer, redisServer, redisTest } from "../../../test/support/redis-server.js";
import { temporaryFolder } from "../../../test/support/temporary-folder.js";
import type { WorkerSettings } from "../../../test/support/token-worker.js";
import { signIn } from "./sign-in.js";
import { startWorld, type TestWorld } from "./start-world.js";

/** The stores that processes can share, each with the test function for it. */
export const sharedStores = [
  { kind: "a file", it: test },
  { kind: "Redis", it: redisTest("processes that share tokens in Redis") },
] as const;

/** What keeps shared tokens. */
export type StoreKind = (typeof sharedStores)[number]["kind"];

/** A sandbox whose tokens are shared by processes. */
export interface SharedWorld extends TestWorld {
  /** The store, as this process sees it. */
  readonly store: TokenStore;
  /** The server of a store in Redis. */
  readonly redis: RedisServer | undefined;
  /** Starts a process that uses the service with the shared tokens. */
  fork(settings?: Partial<WorkerSettings>): Worker;
  /** Lets the access token run out. */
  expire(): void;
  /** Signs in, and saves the tokens. */
  login(): Promise<void>;
  /** The statuses with which the sandbox answered the requests for tokens so far. */
  readonly tokenAnswers: readonly number[];
  /** Waits for the next of them, which is about to be sent then. */
  nextTokenAnswer(): Promise<unknown>;
  /** How many refresh tokens were used up so far. */
  used(): number;
  /** The tokens in the store. Throws unless their refresh token is there and works. */
  working(): Promise<Tokens>;
  /** How many files lie about that belong to a save which was not finished. */
  unfinished(): Promise<number>;
  /** Ends the lease of whoever holds the lock, as time does, if they do not renew it any more. */
  endLease(): Promise<void>;
}

/** Makes a sandbox, and a store in which somebody has signed in. */
export async function sharedWorld(kind: StoreKind, leaseMs?: number): Promise<SharedWorld> {
  const seed = defaultSeed();
  seed.clients?.push({ client_id: "client-id", client_secret: "client-secret" });
  const tokenAnswers: number[] = [];
  const tokenServer = new EventEmitter();
  const world = await startWorld({
    seed,
    onRequest({ operation, status }) {
      if (operation !== "refreshAccessToken") return;
      tokenAnswers.push(status);
      tokenServer.emit("answer");
    },
  });
  const { address, ...place } = await (kind === "Redis" ? inRedis() : inFile());
  const script = await compiledWorker();
  const lease = leaseMs === undefined ? {} : { leaseMs };
  const refreshTokens = (state: string) =>
    (world.sandbox.snapshot().refresh_tokens ?? []).filter(
      (one) => one.client_id === "client-id" && one.state === state,
    );

  const shared: SharedWorld = {
    ...world,
    ...place,
    tokenAnswers,
    nextTokenAnswer: () => once(tokenServer, "answer"),
    fork: (settings) => forkWorker({ origin: world.server.url, store: { ...address, ...lease }, ...settings }, script),
    expire: () => world.sandbox.clock.advance(HOUR_MS),
    login: async () => place.store.save(await signIn(world, "1003", "client-id")),
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

interface Place extends Pick<SharedWorld, "store" | "redis" | "unfinished" | "endLease"> {
  readonly address: StoreAddress;
}

async function inFile(): Promise<Place> {
  const path = join(await temporaryFolder(), "tokens.json");
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
  // It connects again by itself.
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
