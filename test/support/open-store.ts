import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore } from "content-service-client/refreshing-auth";
import { Redis } from "ioredis";

/** Where processes share their tokens: a file, or a key in a Redis that listens on this port. */
export type StoreAddress = ({ readonly path: string } | { readonly redisPort: number; readonly key: string }) & {
  readonly leaseMs?: number;
};

/** Opens the token store at an address, for whichever process. `afterCommand` comes before the answer of Redis is told. */
export function openStore(
  { leaseMs, ...address }: StoreAddress,
  afterCommand: (args: readonly string[]) => Promise<void> = async () => {},
): TokenStore {
  const lease = leaseMs === undefined ? {} : { leaseMs };
  if ("path" in address) return fileTokenStore(address.path, lease);
  // Commands wait for a connection that is lost; who waits in vain is told by the client.
  const redis = new Redis(address.redisPort, "127.0.0.1", { maxRetriesPerRequest: null });
  redis.on("error", () => {});
  const command = async ([name, ...rest]: [name: string, ...rest: string[]]) => {
    const answer = await redis.call(name, ...rest);
    await afterCommand(rest);
    return answer;
  };
  return redisTokenStore({ command, key: address.key, ...lease });
}
