import { STATUS_CODES } from "node:http";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Writes the sandbox as a script for a worker of a page. The build fails when the sandbox comes to need a module of
 * Node that nothing stands in for.
 */
export async function writeSandboxWorker(outfile: string): Promise<void> {
  await build({
    entryPoints: [here("browser/sandbox-worker.ts")],
    outfile,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    inject: [here("browser/stand-ins/buffer.ts")],
    define: { STATUS_TEXTS: JSON.stringify(STATUS_CODES) },
    plugins: [standIns],
  });
}

/** What a browser has otherwise: the modules of Node that the sandbox uses, and two of its own that rest on them. */
const STAND_INS: Readonly<Record<string, string>> = {
  "node:crypto": "crypto",
  "node:util": "util",
  "node:v8": "v8",
  "read-limited-body.js": "read-limited-body",
  "listen.js": "listen",
};

const standIns: Plugin = {
  name: "stand-ins",
  setup({ onResolve }) {
    onResolve({ filter: /^node:|\/(?:read-limited-body|listen)\.js$/ }, ({ path }) => {
      const file = STAND_INS[path.replace(/^\..*\//, "")];
      return file === undefined ? undefined : { path: here(`browser/stand-ins/${file}.ts`) };
    });
  },
};
