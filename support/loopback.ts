import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "./local-server.js";

/** Starts a server on loopback for one test, and returns its address. */
export async function serving(server: Server & { closeAllConnections?(): void }, scheme = "http"): Promise<string> {
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections?.();
    server.close();
  });
  return `${scheme}://127.0.0.1:${port}`;
}

/** A port of loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}
