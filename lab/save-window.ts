// npm run lab -- save-window: measures the time from the token response to the end of the save, in which the only copy
// of the new tokens is in memory. A process that dies within this time costs a login.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, refreshingAuth, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { Redis } from "ioredis";
import { startServer } from "./sandbox/server-process.js";
import { type Figure, machineLine, percentile, printFigures } from "./support/figure.js";

const REFRESHES = 500;
const WARM_UP = 20;

const folder = await mkdtemp(join(tmpdir(), "save-window-"));
const server = await startServer("default");
const authUrl = new URL(server.baseUrl).origin;
const redis = await startRedis();
try {
  console.log(`${machineLine()}, ${REFRESHES} refreshes in each store`);
  printFigures([
    ...(await measure("memory", "refresh-admin", memoryTokenStore())),
    ...(await measure("file", "refresh-owner", fileTokenStore(join(folder, "tokens.json")))),
    ...(await measure("Redis", "refresh-reviewer", redisTokenStore({ command: redis.command, key: "tokens" }))),
  ]);
} finally {
  await redis.stop();
  await server.stop();
  await rm(folder, { recursive: true });
}

/** Refreshes many times and measures each save from the arrival of the response headers. */
async function measure(name: string, refreshToken: string, store: TokenStore): Promise<Figure[]> {
  const windowsMs: number[] = [];
  let respondedMs = 0;
  const timed = async (tokens: Tokens, save: (tokens: Tokens) => Promise<void>) => {
    await save(tokens);
    // The store also saves before the request, with `sentAtMs`.
    if (tokens.sentAtMs === undefined) windowsMs.push(performance.now() - respondedMs);
  };
  const watched: TokenStore = {
    load: () => store.load(),
    save: (tokens) => timed(tokens, store.save),
    ...(store.tryLock && {
      async tryLock() {
        const lock = await store.tryLock?.();
        return lock && { ...lock, save: (tokens) => timed(tokens, lock.save) };
      },
    }),
  };
  await store.save({ refreshToken });
  const auth = refreshingAuth({
    authUrl,
    clientId: "sandbox-client",
    clientSecret: "sandbox-secret",
    store: watched,
    async fetch(url, init) {
      const response = await fetch(url, init);
      respondedMs = performance.now();
      return response;
    },
  });
  let token = await auth({});
  for (let done = 1; done < REFRESHES + WARM_UP; done += 1) token = await auth({ rejected: token });
  const measured = windowsMs.slice(WARM_UP);
  return [
    { name: `from response to save, ${name}, median`, value: percentile(measured, 0.5), unit: "ms" },
    { name: `from response to save, ${name}, p99`, value: percentile(measured, 0.99), unit: "ms" },
  ];
}

/** Starts a Redis that syncs each write to the disk before it responds. */
async function startRedis() {
  const socket = join(folder, "redis.sock");
  const options = ["--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""];
  const child = spawn("redis-server", [...options, "--appendonly", "yes", "--appendfsync", "always"], {
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const client = new Redis(socket, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  // Connection errors until it listens.
  client.on("error", () => {});
  await client.ping();
  return {
    command: ([name, ...rest]: [name: string, ...rest: string[]]) => client.call(name, ...rest),
    async stop() {
      client.disconnect();
      child.kill();
      await exited;
    },
  };
}
