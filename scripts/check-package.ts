// npm run check:package: packs both packages, and looks at the tarballs as npm would publish them: publint, attw, and the
// files in them.
import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packageFaults } from "./check-package/package-faults.js";
import { packedFiles } from "./check-package/packed-files.js";
import { packTarballs } from "./pack.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "check-package-"));
try {
  const { client, contractTests } = await packTarballs(folder);
  // The README of the client is the front page of the repository as well, so it links to pages beside it.
  await check(client, (fault) => !fault.startsWith("README.md links to "));
  await check(contractTests);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function check(tarball: string, counts: (fault: string) => boolean = () => true): Promise<void> {
  const files = await packedFiles(tarball);
  const { size } = await stat(tarball);
  const unpacked = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  console.log(`\n${basename(tarball)}: ${files.size} files, ${inKb(size)} packed, ${inKb(unpacked)} unpacked`);
  for (const [kind, count] of Object.entries(countKinds([...files.keys()]))) console.log(`  ${count} ${kind}`);
  const faults = packageFaults(files).filter(counts);
  for (const fault of faults) console.error(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  await tool("publint", ["--strict", tarball]);
  // `require` of ES modules is Node's own since 20.19, so that one warning is none. All else holds for CommonJS too.
  await tool("attw", [
    tarball,
    "--profile",
    "node16",
    "--ignore-rules",
    "cjs-resolves-to-esm",
    "--format",
    "table-flipped",
  ]);
}

/** Counts the files by their endings. */
function countKinds(paths: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of paths) {
    const kind = /\.(d\.ts|js|ts|json)(\.map)?$/.exec(path)?.[0] ?? basename(path);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function inKb(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

async function tool(name: string, args: string[]): Promise<void> {
  try {
    const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin", name), args, { cwd: root });
    console.log(stdout.trim());
  } catch (error) {
    // What it has to say stands in its output, not in the message.
    console.error(error instanceof Error && "stdout" in error ? error.stdout : error);
    process.exitCode = 1;
  }
}
