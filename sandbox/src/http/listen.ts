import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type Delivery, half } from "../faults/fault-effects.js";

/** Where a server listens. */
export interface ListenOptions {
  /** The port. @default 0, a port that is free */
  readonly port?: number | undefined;
  /** The name or address of the network interface. @default "127.0.0.1", which only programs on this machine can reach */
  readonly host?: string | undefined;
}

/** A server that listens. */
export interface Listening {
  /** Its address, such as `http://127.0.0.1:4010`. The interface of the sandbox is below it, in `/_sandbox`. */
  readonly url: string;
  /** The base address for a client. */
  readonly baseUrl: string;
  /** The token address for a client. */
  readonly authUrl: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Starts a server with the service below a path. It rejects with the error of the system when the address cannot be had. */
export async function listen(
  handle: (request: Request) => Promise<Delivery>,
  basePath: string,
  { port = 0, host = "127.0.0.1" }: ListenOptions = {},
): Promise<Listening> {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      // The server is one of HTTP/1.1, so this is its kind of response.
      await send(await handle(request), outgoing as ServerResponse);
      return SENT;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  // Whoever shares this process may keep it busy for longer than Node's 5 s, and must find the connection still open.
  server.keepAliveTimeout = 0;
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  const name = host.includes(":") ? `[${host}]` : host;
  const url = `http://${name}:${address.port}`;
  return {
    url,
    baseUrl: `${url}${basePath}`,
    authUrl: url,
    port: address.port,
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Tells the listener that there is nothing left to send. */
const SENT = new Response(null, { headers: { "x-hono-already-sent": "true" } });

async function send(
  { response: { status, headers, body }, faultEffect }: Delivery,
  outgoing: ServerResponse,
): Promise<void> {
  if (faultEffect === "reset") {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const mayHaveBody = status !== 204 && status !== 304;
  outgoing.writeHead(
    status,
    mayHaveBody ? { ...headers, "content-length": Buffer.byteLength(body ?? "") } : { ...headers },
  );
  if (faultEffect === undefined) {
    outgoing.end(body ?? undefined);
    return;
  }
  // The whole length was promised, and is not kept.
  const part = faultEffect === "cut" ? half(body ?? "") : "";
  outgoing.flushHeaders();
  await new Promise((resolve) => outgoing.write(part, resolve));
  // Not a reset, which could overtake what was sent.
  outgoing.socket?.destroy();
}
