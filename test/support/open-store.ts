import type { TokenStore } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { createClient as createRedis } from "redis";

/** Where processes share their tokens: a file, or a key in a Redis that listens on this port. */
export type StoreAddress = ({ readonly path: string } | { readonly redisPort: number; readonly key: string }) & {
  readonly leaseMs?: number;
};

/** Opens the token store at an address, as any process may. */
export function openStore({ leaseMs, ...address }: StoreAddress): TokenStore {
  const lease = leaseMs === undefined ? {} : { leaseMs };
  if ("path" in address) return fileTokenStore(address.path, lease);
  const redis = createRedis({ url: `redis://127.0.0.1:${address.redisPort}` });
  // Commands wait for a connection that is lost; who waits in vain is told by the client.
  redis.on("error", () => {});
  const connected = redis.connect();
  const command = async (args: string[]) => {
    await connected;
    return redis.sendCommand(args);
  };
  return redisTokenStore({ command, key: address.key, ...lease });
}
