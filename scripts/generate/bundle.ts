import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { OpenAPI3 } from "openapi-typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** Bundles an OpenAPI document of several files into one. */
export async function bundledContract(path: string): Promise<OpenAPI3> {
  const { stdout } = await run(`${root}node_modules/.bin/redocly`, ["bundle", path, "--ext", "json"], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  // The lint proves the document's form before this cast relies on it.
  return JSON.parse(stdout) as OpenAPI3;
}
