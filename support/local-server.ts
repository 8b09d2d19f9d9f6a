import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Server as TcpServer } from "node:net";

export interface LocalServer {
  /** The address, such as `http://127.0.0.1:4013`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on loopback, by default on a free port. Rejects if the port is in use. */
export async function startOnLoopback(server: Server, port = 0): Promise<LocalServer> {
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Starts a server on loopback, and returns its port. */
export async function listen(server: TcpServer, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // A TCP server has an address object; only one on a pipe has a string.
  return (server.address() as AddressInfo).port;
}
