import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import { Redis } from "ioredis";
import { Pool } from "pg";

/** The address of a shared token store: a file, or a key in a Redis or PostgreSQL on this port. */
export type StoreAddress =
  | { readonly path: string }
  | { readonly redisPort: number; readonly key: string }
  | { readonly postgresPort: number; readonly key: string };

/** Opens the token store at an address. `afterCommand` runs before the reply of Redis or PostgreSQL is returned. */
export function openStore(
  address: StoreAddress,
  afterCommand: (args: readonly string[]) => Promise<void> = async () => {},
): TokenStore {
  if ("path" in address) return fileTokenStore(address.path);
  if ("postgresPort" in address) {
    const pool = connectPostgres(address.postgresPort);
    const query = async (text: string, values: (string | number)[]) => {
      const { rows } = await pool.query(text, values);
      // The tokens are the first value of a save under the lock.
      await afterCommand(values.map(String).toReversed());
      return rows;
    };
    return sqlTokenStore({ query, dialect: "postgresql", key: address.key });
  }
  const redis = connectRedis(address.redisPort);
  const command = async ([name, ...rest]: [name: string, ...rest: string[]]) => {
    const reply = await redis.call(name, ...rest);
    await afterCommand(rest);
    return reply;
  };
  return redisTokenStore({ command, key: address.key });
}

export function connectRedis(port: number): Redis {
  // Commands wait for a lost connection, and the client reconnects by itself; a store has its own timeout.
  const redis = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: null });
  return redis.on("error", () => {});
}

export function connectPostgres(port: number): Pool {
  return new Pool({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
}
