import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A server that answers with bytes of the test's own, and keeps what it was sent. */
export interface RawServer {
  readonly url: string;
  /** Everything that came, over all connections. */
  received(): string;
}

/**
 * Starts a server for one test that writes what it is told as soon as the head of a request is there.
 *
 * @param answer is given each socket with the bytes of its request so far, whenever there are more
 */
export async function rawServer(answer: (socket: Socket, received: string) => void): Promise<RawServer> {
  let all = "";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let own = "";
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      own += chunk.toString("latin1");
      all += chunk.toString("latin1");
      answer(socket, own);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return { url: `http://127.0.0.1:${address.port}`, received: () => all };
}
