import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Starts a server on loopback, and returns its port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server has an address object; only one on a pipe has a string.
  return (server.address() as AddressInfo).port;
}
