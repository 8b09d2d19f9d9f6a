// npm run docs:serve: builds the site, and serves it with a sandbox for its forms.
import { lstat, mkdir, readFile, realpath } from "node:fs/promises";
import { createServer } from "node:http";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { createRequestGuard, listenProblem, sendRejection } from "content-service-contract/local-server";
import { createSandbox, type Sandbox } from "content-service-sandbox";
import { Hono } from "hono";
import { type LocalServer, startOnLoopback } from "../support/local-server.js";
import { CONTENT_SECURITY_POLICY } from "./layout.js";
import { sandboxScript } from "./samples/sandbox.js";

export interface SiteServer extends LocalServer {
  /** The sandbox at `/2.0`, `/oauth2` and `/_sandbox`. */
  readonly sandbox: Sandbox;
}

/** Serves a built site and a sandbox at one address on loopback. Rejects if the port is in use. */
export async function serveSite(folder: string, { port = 0 }: { port?: number } = {}): Promise<SiteServer> {
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
  const server = await serveFiles(folder, { app, port });
  return {
    ...server,
    sandbox,
    async close() {
      await server.close();
      await sandbox.close();
    },
  };
}

/** Serves the files of a folder on loopback, behind the routes of an app. */
export async function serveFiles(
  folder: string,
  { app = new Hono(), port = 0 }: { app?: Hono; port?: number } = {},
): Promise<LocalServer> {
  app.use(async (context, next) => ((await leadsOut(folder, context.req.path)) ? context.notFound() : next()));
  app.use(serveStatic({ root: folder }));
  app.notFound(async ({ html, text }) => {
    const page = await readFile(join(folder, "404.html"), "utf8").catch(() => undefined);
    // Links of the page are relative to the root, and this response can be for any path.
    const absolute = page?.replace(/ (href|src|data-root)="(?![#/]|\w+:)/g, ' $1="/');
    return absolute === undefined ? text("Not found", 404) : html(absolute, 404);
  });
  const guard = createRequestGuard();
  const listener = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => {
    const rejected = guard(incoming);
    if (rejected === undefined) void listener(incoming, outgoing);
    else sendRejection(outgoing, rejected);
  });
  return startOnLoopback(server, port);
}

/** Whether a path or its index is a link to a file outside of the folder, or a pipe, whose other end may never come. */
async function leadsOut(folder: string, path: string): Promise<boolean> {
  const paths = ["", path, join(path, "index.html")].map((one) => realpath(join(folder, one)).catch(() => undefined));
  const [root, ...found] = await Promise.all(paths);
  const isOutside = (one: string) => one !== root && !one.startsWith(`${root}${sep}`);
  const unsafe = found.map(async (one) => one !== undefined && (isOutside(one) || (await lstat(one)).isFIFO()));
  return (await Promise.all(unsafe)).includes(true);
}

const USAGE = `Usage: npm run docs:serve [-- options]

Builds the docs site and serves it with a sandbox.

  --port <number>   the port (default 4013; 0 selects a free port)
  --help            show this help`;

/** Starts the server before the build, so that a port in use is reported at once. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: "string", default: "4013" }, help: { type: "boolean" } } });
  if (values.help) return console.log(USAGE);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, received ${values.port}`);
  const folder = fileURLToPath(new URL("dist", import.meta.url));
  await mkdir(folder, { recursive: true });
  const site = await serveSite(folder, { port });
  try {
    // Imported only now: the server needs no compiler.
    const { buildSite } = await import("./build.js");
    console.log(`${await buildSite(folder)} pages, with a sandbox: ${site.url}`);
  } catch (error) {
    await site.close();
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error: unknown) => {
    const { message } = error instanceof Error ? error : new Error(String(error));
    const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    console.error(listenProblem(error) ?? (isUsage ? `${message}\n\n${USAGE}` : `Cannot serve the site: ${message}`));
    process.exitCode = 2;
  });
