import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { serving } from "../../../support/loopback.js";
import { type ContractProxyOptions, createContractProxy } from "../../src/proxy/create-contract-proxy.js";
import type { ProxiedExchange } from "../../src/proxy/watcher.js";

/** Opens a connection for one test, and sends a text. */
export async function rawCall(port: number, text: string) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let came = "";
  let ended = false;
  socket.on("data", (chunk) => {
    came += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    ended = true;
    socket.emit("data", Buffer.alloc(0));
  });
  await once(socket, "connect");
  socket.write(text, "latin1");
  const until = async (holds: () => boolean) => {
    while (!holds() && !ended) await once(socket, "data");
    return came;
  };
  return {
    socket,
    /** Waits until what came fits, or the connection ends; gives all that came. */
    until: (pattern: RegExp) => until(() => pattern.test(came)),
    /** Waits for the end of the connection; gives all that came. */
    end: () => until(() => ended),
  };
}

/**
 * Starts a server for one test that writes a response as soon as the head of a request is there. `received` gives all
 * that came, over all connections.
 *
 * @param response is given each socket with the bytes of its request so far, whenever there are more
 */
export async function rawServer(response: (socket: Socket, received: string) => void) {
  let all = "";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let own = "";
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      own += chunk.toString("latin1");
      all += chunk.toString("latin1");
      response(socket, own);
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: await serving(server), received: () => all };
}

/** A server that responds to every request with the same bytes. */
export function responding(response: string) {
  return rawServer((socket, received) => {
    if (received.endsWith("\r\n\r\n")) socket.write(response, "latin1");
  });
}

/** Starts a proxy for one test before a server, whose base path is `/2.0`. */
export async function startedProxy(url: string, options: Partial<ContractProxyOptions> = {}) {
  const seen: ProxiedExchange[] = [];
  const proxy = createContractProxy({ target: `${url}/2.0`, onExchange: (one) => seen.push(one), ...options });
  onTestFinished(() => proxy.close());
  return { proxy, seen, ...(await proxy.listen()) };
}
