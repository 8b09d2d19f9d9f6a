import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { listenProblem } from "content-service-contract/local-server";
import { createSandbox } from "./create-sandbox.js";
import { logJson, logText } from "./http/log.js";
import { isControlPath } from "./http/path.js";
import { readDocument, readHandlers } from "./read-files.js";
import type { Seed } from "./store/records.js";

/**
 * Runs the command: starts a server that runs until SIGINT or SIGTERM. Writes an error to stderr and sets the exit code 2
 * for an invalid argument or seed.
 *
 * @param args the command-line arguments without the name of the command
 * @param name the name of the command in its usage
 */
export async function runSandbox(args: readonly string[], name = "content-sandbox"): Promise<void> {
  try {
    const values = readOptions(args);
    if (values.help) console.log(usageOf(name));
    else await run(values);
  } catch (error) {
    console.error(reasonOf(error, name));
    process.exitCode = 2;
  }
}

const usageOf = (name: string) => `Usage: ${name} [options]

  --port <number>         the port (default 4010)
  --host <address>        the address (default 127.0.0.1, reachable only from this machine)
  --allow-host <name>     another host name of the sandbox in requests, such as that of a container (repeatable)
  --cors <origin>         the origin of a web page that may call the service, such as http://localhost:5173, or '*'
                          for all (repeatable)
  --seed <file.json>      the initial records (default: the default seed)
  --contract <file>       an OpenAPI document instead of the contract of the client (JSON or YAML)
  --overlay <file>        an OpenAPI Overlay 1.0 document that changes the contract (repeatable, applied in order)
  --handlers <file>       a module with handlers of your own as its default export (JavaScript or TypeScript)
  --brand-header <name>   the name of the header for shared links (default ServiceApi)
  --json                  log JSON, one object per line
  --quiet                 after the ready message, log only unexpected errors
  --help                  show this help`;

function readOptions(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      "allow-host": { type: "string", multiple: true, default: [] },
      cors: { type: "string", multiple: true, default: [] },
      seed: { type: "string" },
      contract: { type: "string" },
      overlay: { type: "string", multiple: true, default: [] },
      handlers: { type: "string" },
      "brand-header": { type: "string", default: "ServiceApi" },
      json: { type: "boolean", default: false },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  }).values;
}

async function run({ port, host, cors, seed, json, quiet, ...rest }: ReturnType<typeof readOptions>): Promise<void> {
  const { contract, overlay, handlers } = rest;
  const startMs = performance.now();
  const color = process.stdout.isTTY && !process.env["NO_COLOR"];
  const brandHeader = rest["brand-header"];
  const sandbox = await createSandbox({
    seed: seed === undefined ? undefined : readSeed(seed),
    contract: contract === undefined ? undefined : await readDocument("--contract", contract),
    overlays: await Promise.all(overlay.map((file) => readDocument("--overlay", file))),
    handlers: handlers === undefined ? undefined : await readHandlers(handlers),
    brandHeader,
    cors,
    onRequest(entry) {
      // The inspector reads the state again and again.
      const isRead = isControlPath(entry.path) && entry.method === "GET" && entry.status < 400;
      if ((quiet || isRead) && entry.failure === undefined) return;
      console.log(json ? logJson(entry, sandbox.clock.now()) : logText(entry, color));
    },
  });
  const server = await sandbox.listen({ port: readPort(port), host, allowHosts: rest["allow-host"] });
  // Before the ready message. Not `once`, since a terminal and a parent process may both send the signal.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void sandbox.close());
  const inspector = `${server.url}/_sandbox/ui`;
  const readyMs = Math.round(performance.now() - startMs);
  if (json) {
    const { url, baseUrl, authUrl } = server;
    console.log(JSON.stringify({ time: new Date().toISOString(), ready: url, baseUrl, authUrl, inspector, readyMs }));
  } else {
    console.log(`The sandbox is ready at ${server.url} after ${readyMs} ms.`);
    console.log(`  base URL   ${server.baseUrl}`);
    console.log(`  token URL  ${server.authUrl}`);
    console.log(`  inspector  ${inspector}`);
    console.log(`  control    ${server.url}/_sandbox/openapi.json`);
    if (seed === undefined && contract === undefined)
      console.log(`  try        curl -H 'Authorization: Bearer token-owner' ${server.baseUrl}/users/me`);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new TypeError(`--port must be a number from 0 to 65535, received ${text}`);
}

function readSeed(path: string): Seed {
  try {
    // `createSandbox` validates the seed.
    return JSON.parse(readFileSync(path, "utf8")) as Seed;
  } catch (error) {
    throw new TypeError(`Cannot read --seed ${path}: ${reasonOf(error, "")}`, { cause: error });
  }
}

function reasonOf(error: unknown, name: string): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const problem = listenProblem(error);
  if (problem !== undefined) return problem;
  return code.startsWith("ERR_PARSE_ARGS") ? `${error.message}\n\n${usageOf(name)}` : error.message;
}
