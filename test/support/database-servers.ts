import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type SqlTokenStoreOptions, tokenTableSql } from "content-service-client/sql-token-store";
import { createClient } from "redis";
import { onTestFinished } from "vitest";
import { isInstalled, testWith } from "../../support/installed.js";
import { freePort } from "../../support/loopback.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { connectPostgres } from "./open-store.js";

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

/** Debian keeps the programs of each version in a folder of their own. */
const debian = "/usr/lib/postgresql";
const folders = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : [];
const PATH = [process.env["PATH"], ...folders.toSorted()].join(delimiter);
const env = { ...process.env, PATH, LC_ALL: "C" };
const hasPostgres = isInstalled("initdb", env);

export const postgresTest = (what: string) => testWith(hasPostgres, "PostgreSQL", what);

let running: Promise<{ readonly port: number }> | undefined;

/** Starts a PostgreSQL with a token table on a free port of loopback, one for all tests of a process. No password. */
export function postgresServer(): Promise<{ readonly port: number }> {
  running ??= startPostgres();
  return running;
}

/** Connects one test to PostgreSQL. */
export async function postgresQuery(): Promise<SqlTokenStoreOptions["query"]> {
  const { port } = await postgresServer();
  const pool = connectPostgres(port);
  onTestFinished(() => pool.end());
  return (text, values) => pool.query(text, values).then(({ rows }) => rows);
}

async function startPostgres() {
  if (!hasPostgres) throw new Error("PostgreSQL is not installed");
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "content-service-client-"));
  const user = otherThanRoot();
  if (user) chownSync(folder, user.uid, user.gid);
  const as = { env, cwd: folder, ...user };
  execFileSync("initdb", ["--pgdata", folder, "--auth", "trust", "--username", "postgres", "--no-sync"], as);
  const options = `-D ${folder} -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  // The pipe to the shell closes when this process ends, however it ends.
  const untilClosed = `postgres ${options} >/dev/null 2>&1 & read line; kill -INT $!; wait $!; rm -r ${folder}`;
  const child = spawn("sh", ["-c", untilClosed], { ...as, stdio: ["pipe", "ignore", "ignore"] });
  child.unref();
  const isReady = () => spawnSync("pg_isready", ["-h", "127.0.0.1", "-p", `${port}`], { env }).status === 0;
  while (!isReady()) if (child.exitCode !== null) throw new Error("postgres did not start");
  // Once: two at a time can fail.
  const pool = connectPostgres(port);
  await pool.query(tokenTableSql());
  await pool.end();
  return { port };
}

/** PostgreSQL does not run as root. */
function otherThanRoot() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
