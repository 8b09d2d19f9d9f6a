import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore } from "content-service-client/refreshing-auth";
import { Redis } from "ioredis";

/** The address of a shared token store: a file, or a key in a Redis on this port. */
export type StoreAddress = ({ readonly path: string } | { readonly redisPort: number; readonly key: string }) & {
  readonly leaseMs?: number;
};

/** Opens the token store at an address. `afterCommand` runs before the reply of Redis is returned. */
export function openStore(
  { leaseMs, ...address }: StoreAddress,
  afterCommand: (args: readonly string[]) => Promise<void> = async () => {},
): TokenStore {
  const lease = leaseMs === undefined ? {} : { leaseMs };
  if ("path" in address) return fileTokenStore(address.path, lease);
  // Commands wait for a lost connection; the client has its own timeout.
  const redis = new Redis(address.redisPort, "127.0.0.1", { maxRetriesPerRequest: null });
  redis.on("error", () => {});
  const command = async ([name, ...rest]: [name: string, ...rest: string[]]) => {
    const reply = await redis.call(name, ...rest);
    await afterCommand(rest);
    return reply;
  };
  return redisTokenStore({ command, key: address.key, ...lease });
}
