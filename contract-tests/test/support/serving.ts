import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a server on loopback for one test, and returns its address. */
export async function serving(server: Server & { closeAllConnections?(): void }, scheme = "http"): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections?.();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Expected a port");
  return `${scheme}://127.0.0.1:${address.port}`;
}

/** An address at which nothing listens. */
export async function unusedAddress(): Promise<string> {
  const server = createServer();
  const address = await serving(server);
  server.close();
  await once(server, "close");
  return address;
}
