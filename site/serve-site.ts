import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { createSandbox, type Sandbox } from "content-service-sandbox";
import { Hono } from "hono";
import { sandboxScript } from "./assets.js";
import { CONTENT_SECURITY_POLICY } from "./layout.js";

/** A site that is served. */
export interface ServedSite {
  /** Its address, such as `http://127.0.0.1:4011`. */
  readonly url: string;
  /** The sandbox behind it: below `/2.0`, `/oauth2` and `/_sandbox` of the same address. */
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

/** Serves a built site and a sandbox under one address, on loopback. It rejects when the port is taken. */
export async function serveSite(folder: string, { port = 0 }: { port?: number } = {}): Promise<ServedSite> {
  const sandbox = await createSandbox();
  const app = new Hono();
  for (const path of ["/2.0/*", "/oauth2/*", "/_sandbox/*"]) app.all(path, ({ req }) => sandbox.fetch(req.raw));
  app.use(async (context, next) => {
    await next();
    context.header("content-security-policy", `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`);
    context.header("x-content-type-options", "nosniff");
  });
  app.get("/assets/sandbox.js", ({ req, body }) => {
    const { origin } = new URL(req.url);
    const script = sandboxScript({ baseUrl: origin + new URL(sandbox.baseUrl).pathname, authUrl: origin });
    return body(script, 200, { "content-type": "text/javascript" });
  });
  app.use(serveStatic({ root: folder }));

  const server = createServer(getRequestListener(app.fetch));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    sandbox,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      await sandbox.close();
    },
  };
}
