import { fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore, Tokens } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import { defaultSeed } from "content-service-sandbox";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../sandbox/test/support/start-sandbox.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import type { RedisServer } from "./database-servers.js";
import { postgresQuery, postgresServer, postgresTest, redisServer, redisTest } from "./database-servers.js";
import { connectRedis, type StoreAddress } from "./open-store.js";
import type { Order, Report, WorkerSettings } from "./token-worker.js";

/** The stores that processes can share, each with its test function. */
export const sharedStores = [
  { kind: "a file", it: test },
  { kind: "Redis", it: redisTest("processes that share tokens in Redis") },
  { kind: "PostgreSQL", it: postgresTest("processes that share tokens in PostgreSQL") },
] as const;

export type StoreKind = (typeof sharedStores)[number]["kind"];

interface Place {
  /** Where another process finds it. */
  readonly address: StoreAddress;
  /** The store, as this process sees it. */
  readonly store: TokenStore;
  /** Ends the lease of the lock, as time does when its holder stops renewing it. */
  endLease(): Promise<unknown>;
  /** The Redis server, for a store in Redis. */
  readonly redis?: RedisServer;
  /** The folder of the lock, for a store in a file. */
  readonly folder?: string;
}

const places: Readonly<Record<StoreKind, () => Promise<Place>>> = {
  async "a file"() {
    const path = join(temporaryFolder(), "tokens.json");
    const folder = `${path}.lock`;
    const endLease = async () => {
      for (const name of await readdir(folder)) if (/^\d+$/.test(name)) await utimes(join(folder, name), 0, 0);
    };
    return { address: { path }, store: fileTokenStore(path), endLease, folder };
  },
  async Redis() {
    const redis = await redisServer();
    const connection = connectRedis(redis.port);
    onTestFinished(() => connection.disconnect());
    const key = "tokens";
    const store = redisTokenStore({ command: ([name, ...rest]) => connection.call(name, ...rest), key });
    return { address: { redisPort: redis.port, key }, store, endLease: () => connection.del(`{${key}}:lock`), redis };
  },
  async PostgreSQL() {
    const query = await postgresQuery();
    const key = crypto.randomUUID();
    return {
      address: { postgresPort: (await postgresServer()).port, key },
      store: sqlTokenStore({ query, dialect: "postgresql", key }),
      endLease: async () => query("UPDATE content_service_tokens SET lock_until_ms = 0 WHERE login = $1", [key]),
    };
  },
};

export type SharedTokens = Awaited<ReturnType<typeof startSharedTokens>>;

/** A call of a process, and its report of a success. */
export const CALL = { rounds: 1, calls: 1 };
export const served = { served: 1, failures: [] };

const HOUR_MS = 3_600_000;

/** Starts a sandbox, and a store with the tokens of a user who has signed in. */
export async function startSharedTokens(kind: StoreKind) {
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
  const place = await places[kind]();
  const { store, folder } = place;
  const script = await compiledWorker();
  const refreshTokens = (state: string) =>
    (setup.sandbox.snapshot().refresh_tokens ?? []).filter((it) => it.client_id === "client-id" && it.state === state);

  const login = async () => {
    const { access_token, refresh_token } = setup.sandbox.actions.issueTokens("1003", "client-id");
    await store.save({ accessToken: access_token, refreshToken: refresh_token });
  };
  await login();
  return {
    ...setup,
    ...place,
    login,
    tokenStatuses,
    /** Waits until the next token response is about to be sent. */
    nextTokenResponse: () => once(tokenServer, "response"),
    /** Starts a process that calls the sandbox with the shared tokens. */
    fork: (settings?: Partial<WorkerSettings>) =>
      forkWorker({ origin: setup.server.url, store: place.address, ...settings }, script),
    expire: () => setup.sandbox.clock.advance(HOUR_MS),
    /** How many refresh tokens are spent. */
    used: () => refreshTokens("used").length,
    /** The tokens in the store. Throws unless their refresh token is valid. */
    async working(): Promise<Tokens> {
      const tokens = (await store.load()) ?? expect.fail("the store is empty");
      expect(refreshTokens("fresh").map(({ token }) => token)).toContain(tokens.refreshToken);
      return tokens;
    },
    /** How many files an interrupted save left behind. */
    unfinished: async () =>
      folder === undefined ? 0 : (await readdir(folder)).filter((name) => name.endsWith(".tmp")).length,
  };
}

/** The error message of calls after the new tokens were lost with the process that had requested them. */
export function lostTokensMessage({ sentAtMs }: Tokens): string {
  const at = new Date(sentAtMs ?? Number.NaN).toJSON();
  const why = `it was sent before, at ${at}, and the response was lost or could not be saved`;
  return `invalid_grant: the refresh token was rejected: ${why}. Log in again.`;
}

export interface Worker {
  readonly pid: number;
  /** Sends an order and waits for the report. */
  do(order: Order): Promise<Report>;
  /** Kills it without cleanup. */
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** Compiles the worker to one JavaScript file, which starts three times as fast. */
async function compiledWorker(): Promise<string> {
  const source = fileURLToPath(new URL("./token-worker.ts", import.meta.url));
  const outfile = join(temporaryFolder(), "token-worker.cjs");
  await build({ entryPoints: [source], outfile, bundle: true, platform: "node", format: "cjs" });
  return outfile;
}

/** Starts a process of the compiled worker: a client whose tokens are in a shared store. */
function forkWorker(settings: WorkerSettings, script: string): Worker {
  const child = fork(script, [JSON.stringify(settings)], { execArgv: [] });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  return {
    pid: child.pid ?? expect.fail("the worker did not start"),
    async do(order) {
      const reported = once(child, "message");
      child.send(order);
      const ended = exited.then(() => Promise.reject(new Error("the worker ended without a report")));
      const [report] = await Promise.race([reported, ended]);
      return report;
    },
    kill,
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
  };
}
