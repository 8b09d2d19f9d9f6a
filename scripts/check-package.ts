// npm test -- --only package: packs the packages and checks the tarballs as npm would publish them: publint, attw,
// files.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { root } from "../support/repository.js";
import { packTarballs } from "./pack.js";
import { type PackedFiles, packageProblems } from "./package-problems.js";

const folder = await mkdtemp(join(tmpdir(), "check-package-"));
try {
  for (const tarball of Object.values(await packTarballs(folder))) await check(tarball);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function check(tarball: string): Promise<void> {
  const files = await packedFiles(tarball);
  const { size } = await stat(tarball);
  const unpacked = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  console.log(`\n${basename(tarball)}: ${files.size} files, ${inKb(size)} packed, ${inKb(unpacked)} unpacked`);
  const problems = packageProblems(files);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  await tool("publint", ["--strict", tarball]);
  // Node 20.19 and later `require` ES modules.
  await tool("attw", [tarball, "--profile=node16", "--ignore-rules=cjs-resolves-to-esm", "--format=table-flipped"]);
}

function inKb(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

async function tool(name: string, args: string[]): Promise<void> {
  try {
    const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin", name), args, { cwd: root });
    console.log(stdout.trim());
  } catch (error) {
    // The tools print their findings; the message has none.
    console.error(error instanceof Error && "stdout" in error ? error.stdout : error);
    process.exitCode = 1;
  }
}

/** Reads the files of a tarball. */
async function packedFiles(tarball: string): Promise<PackedFiles> {
  const folder = await mkdtemp(join(tmpdir(), "packed-"));
  try {
    // npm puts everything into one folder.
    await promisify(execFile)("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const read = async (path: string) => [relative(folder, path), await readFile(path, "utf8")] as const;
    return new Map(await Promise.all(paths.toSorted().map(read)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
