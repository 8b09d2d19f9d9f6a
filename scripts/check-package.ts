// npm test -- --only package: packs the packages and checks the tarballs as npm would publish them: publint, attw,
// files.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, posix, relative } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { root } from "../support/repository.js";
import { packTarballs } from "./pack.js";
import { REPOSITORY_FIELDS } from "./published-manifest.js";

const folder = await mkdtemp(join(tmpdir(), "check-package-"));
try {
  for (const tarball of await packTarballs(folder)) await check(tarball);
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

/** The files of a tarball with their texts, by their paths in the package. */
type PackedFiles = ReadonlyMap<string, string>;

/** The fields of a package.json that are read here. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Describes each problem of the files of a package in a sentence. publint checks exports and commands. */
function packageProblems(files: PackedFiles): string[] {
  // npm defines these fields.
  const manifest = JSON.parse(files.get("package.json") ?? "{}") as Manifest;
  return [
    ...REPOSITORY_FIELDS.filter((name) => name in manifest).map((name) => `package.json has ${name}`),
    ...["package.json", "README.md", "LICENSE"].filter((file) => !files.has(file)).map((file) => `${file} is missing`),
    ...strayFiles(files),
    ...mapProblems(files),
    ...importProblems(files, manifest),
    ...linkProblems(files),
  ];
}

function strayFiles(files: PackedFiles): string[] {
  const mapped = new Set([...files].filter(([path]) => path.endsWith(".map")).flatMap(sourcesOf));
  const stray = (path: string) =>
    /(^|\/)(test|tests|suites|lab|scripts|site|reports|node_modules|\.[^/]*)\//.test(path) ||
    // The kit has a source folder of this name.
    /^coverage\//.test(path) ||
    /\.test\.|(^|\/)(tsconfig|vitest\.config|biome|\.)[^/]*$/.test(path) ||
    (/(?<!\.d)\.tsx?$/.test(path) && !mapped.has(path));
  return [...files.keys()].filter(stray).map((path) => `${path} does not belong in the package`);
}

function mapProblems(files: PackedFiles): string[] {
  return [...files].flatMap(([path, text]) => {
    if (path.endsWith(".map")) {
      const absent = sourcesOf([path, text]).filter((source) => !files.has(source));
      return absent.map((source) => `${path} refers to ${source}, which is missing`);
    }
    if (!/\.(js|d\.ts)$/.test(path)) return [];
    const map = posix.join(path, "..", /^\/\/# sourceMappingURL=(.+)$/m.exec(text)?.[1] ?? "");
    return files.has(map) ? [] : [`${path} has no map`];
  });
}

/** The sources of a map, as paths in the package. */
function sourcesOf([path, text]: readonly [string, string]): string[] {
  // The form of a source map, which the compiler has written.
  const { sourceRoot = "", sources } = JSON.parse(text) as { sourceRoot?: string; sources: string[] };
  return sources.map((source) => posix.join(path, "..", sourceRoot, source));
}

/** The target of an import. In declarations it is another declaration file. */
function targetOf(path: string, specifier: string): string {
  const target = posix.join(path, "..", specifier);
  return path.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target;
}

function importProblems(files: PackedFiles, { dependencies, peerDependencies }: Manifest): string[] {
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  const imports = [...files]
    .filter(([path]) => /\.(js|d\.ts)$/.test(path))
    .flatMap(([path, text]) => {
      const { importedFiles } = ts.preProcessFile(text, true, true);
      return importedFiles.map(({ fileName }) => ({ path, specifier: fileName }));
    });
  const isOwn = (specifier: string) => specifier.startsWith(".");
  const missing = imports.filter(({ path, specifier }) => {
    if (isOwn(specifier)) return !files.has(targetOf(path, specifier));
    return !specifier.startsWith("node:") && !declared.includes(packageOf(specifier));
  });
  const used = new Set(imports.map(({ specifier }) => packageOf(specifier)));
  return [
    ...missing.map(
      ({ path, specifier }) => `${path} imports ${specifier}, which the package does not contain or declare`,
    ),
    ...declared.filter((name) => !used.has(name)).map((name) => `${name} is a dependency that nothing imports`),
  ];
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function linkProblems(files: PackedFiles): string[] {
  const readme = files.get("README.md") ?? "";
  const links = [...readme.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = ""]) => posix.normalize(link));
  return [...new Set(links)]
    .filter((link) => !files.has(link))
    .map((link) => `README.md links to ${link}, which is missing`);
}
