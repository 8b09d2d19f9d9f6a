import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { DefectServer } from "./defect-server.js";

/** Defect servers behind a real address, for tools that need one. */
export interface FrontServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on the loopback address and has each request answered by the server that is chosen for it. The token server is
 * at the same place, below `/2.0` or not.
 */
export async function startFrontServer(
  choose: (key: string | undefined) => Promise<DefectServer>,
): Promise<FrontServer> {
  const server = createServer((incoming, outgoing) => {
    answer(choose, incoming, outgoing).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Names the defect that a request is meant for. */
export const DEFECT_HEADER = "x-defect";

async function answer(
  choose: (key: string | undefined) => Promise<DefectServer>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { [DEFECT_HEADER]: key, host: _, connection: __, "content-length": ___, ...others } = incoming.headers;
  const server = await choose(typeof key === "string" ? key : undefined);
  const headers = Object.fromEntries(
    Object.entries(others).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const path = (incoming.url ?? "/").replace(/^\/2\.0(?=\/oauth2\/)/, "");
  const url = path.startsWith("/2.0/") ? `${server.baseUrl}${path.slice("/2.0".length)}` : `${server.authUrl}${path}`;
  const body = await text(incoming);
  const method = incoming.method ?? "GET";
  const {
    status,
    headers: said,
    body: told,
  } = await server.answer({
    method,
    url,
    headers,
    body: body === "" ? undefined : body,
  });
  // Node sends no body with 204 and 304, whatever it is given.
  outgoing.writeHead(status, said);
  outgoing.end(told);
}
