import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createSandbox } from "content-service-sandbox";

/** A server that listens. */
export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the files of a folder, and a sandbox below `/service` on the same origin, as a site does whose service lets no
 * other origin in. The page may load and run nothing but those files.
 */
export async function servePage(folder: string): Promise<PageServer> {
  const sandbox = await createSandbox();
  const listener = getRequestListener(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname.startsWith("/service/")) {
        const inside = new URL(pathname.slice("/service".length) + search, sandbox.baseUrl);
        return sandbox.fetch(inside, await received(request));
      }
      return file(folder, pathname === "/" ? "/index.html" : pathname);
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      await sandbox.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** What was received, for another address. */
async function received(request: Request): Promise<RequestInit> {
  const { method, headers } = request;
  const body = await request.text();
  return { method, headers, body: body === "" ? null : body };
}

async function file(folder: string, path: string): Promise<Response> {
  const type = TYPES[extname(path)];
  // The URL has resolved the dots already.
  const content = type && (await readFile(join(folder, path)).catch(() => undefined));
  if (!content) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(content), {
    headers: { "content-type": type, "content-security-policy": "default-src 'self'; img-src data:" },
  });
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};
