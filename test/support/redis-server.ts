import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createClient } from "redis";
import { onTestFinished } from "vitest";
import { isInstalled, testWith } from "../../support/installed.js";
import { freePort } from "../../support/loopback.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const hasRedis = isInstalled("redis-server");

export const redisTest = (what: string) => testWith(hasRedis, "redis-server", what);

/** A Redis for one test. It keeps its data on disk. */
export interface RedisServer {
  readonly port: number;
  /** Kills it without cleanup. */
  kill(): Promise<void>;
  /** Starts it again with its data. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** Starts a Redis on a free port of loopback for one test. */
export async function redisServer(): Promise<RedisServer> {
  if (!hasRedis) throw new Error("redis-server is not installed");
  const [port, folder] = [await freePort(), temporaryFolder()];
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  const start = async () => {
    const options = ["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"];
    child = spawn("redis-server", [...options, "--appendfsync", "always"].map(String), { stdio: "ignore" });
    await ready(port);
  };
  await start();
  onTestFinished(kill);
  return { port, kill, start, pause: () => child?.kill("SIGSTOP"), resume: () => child?.kill("SIGCONT") };
}

async function ready(port: number): Promise<void> {
  // The client reconnects by itself, and waits while Redis loads its data.
  const redis = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: 20 } });
  redis.on("error", () => {});
  await redis.connect();
  while ((await redis.ping().catch(() => "")) !== "PONG") await new Promise(setImmediate);
  redis.destroy();
}
