import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Returns a free TCP port of loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server has an address object; only one on a pipe has a string.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
