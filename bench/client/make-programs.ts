import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { Places } from "./modules.js";

/** What a run starts, as plain JavaScript: a loader that compiles in between would be measured too. */
export interface Programs {
  readonly folder: string;
  readonly server: string;
  readonly worker: string;
  readonly places: Places;
}

/** Where things are, and whether the client is built from its sources first instead of taken from a folder. */
export interface Wanted {
  readonly root: string;
  readonly peers: string;
  /** Whether the peers are measured too. */
  readonly withPeers: boolean;
  /** The folder of the built client; undefined to build it. */
  readonly dist: string | undefined;
}

/** Compiles the programs of the benchmark, and the client of the other generator, into a folder that is made for it. */
export async function makePrograms({ root, peers, withPeers, dist }: Wanted): Promise<Programs> {
  // In here, since what is in it finds the packages of the project.
  const parent = join(root, "node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "client-bench-"));
  const common = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" } as const;
  const own = { ...common, packages: "external", outExtension: { ".js": ".mjs" } } as const;
  const bench = (file: string) => join(root, "bench/client", file);
  await build({ ...own, entryPoints: [bench("server.ts"), bench("worker.ts")], outdir: folder });
  const generated = join(folder, "generated.mjs");
  if (withPeers) {
    const sources = join(folder, "generated");
    await generateClient({ root, peers, folder: sources });
    const contents = `export * from "./sdk.gen"; export { client } from "./client.gen";`;
    await build({ ...common, stdin: { contents, resolveDir: sources }, outfile: generated });
  }
  const client = dist ?? (await buildClient(root, join(folder, "client")));
  const transport = join(client, "src/node-transport.js");
  const nodeTransport = existsSync(transport) ? transport : undefined;
  const places = { client, nodeTransport, peers, generated };
  return { folder, server: join(folder, "server.mjs"), worker: join(folder, "worker.mjs"), places };
}

/** Lets the other generator make its client from the contract. */
async function generateClient({ root, peers, folder }: { root: string; peers: string; folder: string }): Promise<void> {
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  const tool = join(peers, "node_modules/@hey-api/openapi-ts/bin/index.cjs");
  const contract = join(root, "generated/openapi.json");
  // Of what it finds above the folder it starts in, it would take its settings.
  const run = promisify(execFile)(process.execPath, [tool, "-i", contract, "-o", folder, "-p", ...plugins], {
    cwd: peers,
  });
  run.child.stdin?.end();
  await run;
}

/** Builds the client as the package is built: one file for each entry point, and what they share apart. */
async function buildClient(root: string, folder: string): Promise<string> {
  const entries = ["src/index.ts", "src/tokens/refreshing-auth.ts", "src/node-transport/index.ts"];
  await build({
    ...{ absWorkingDir: root, outdir: folder, outbase: ".", bundle: true, splitting: true, packages: "external" },
    ...{ format: "esm", target: "es2022", logLevel: "warning", chunkNames: "src/shared/[hash]" },
    entryPoints: entries.filter((entry) => existsSync(join(root, entry))),
  });
  return folder;
}
