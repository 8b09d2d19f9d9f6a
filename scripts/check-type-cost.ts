// npm run check:type-cost [-- <folder of the package>]: counts the type instantiations (the figure of tsc
// --extendedDiagnostics) of files that call one operation, and fails when the client needs more than a third of what plain
// openapi-fetch needs for the same call with the same types. The counts are exact: they differ with the version of
// TypeScript and with the types, and with nothing else.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { type Manner, manners, sources } from "./type-cost-sources.js";

const MAX_SHARE = 1 / 3;

const root = fileURLToPath(new URL("..", import.meta.url));
// Its built declarations are read: what a consumer's compiler sees.
const packageFolder = resolve(process.argv[2] ?? root);

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

const host = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();

const folder = await mkdtemp(join(tmpdir(), "type-cost-"));
try {
  await install("content-service-client", packageFolder);
  await install("openapi-fetch", join(root, "node_modules/openapi-fetch"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  console.log(`type instantiations of a file with one call, TypeScript ${ts.version}, at most ${percent(MAX_SHARE)}`);
  const held: boolean[] = [];
  for (const [operation, files] of Object.entries(sources)) held.push(await compare(operation, files));
  if (held.includes(false)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

async function compare(operation: string, files: Record<Manner, string>): Promise<boolean> {
  const counts = {} as Record<Manner, number>;
  for (const manner of manners) {
    const path = join(folder, `${operation}-${manner}.ts`);
    await writeFile(path, files[manner]);
    counts[manner] = instantiationsOf(path);
  }
  const { plain, ...ours } = counts;
  const shares = Object.entries(ours).map(([manner, count]) => ({ manner, count, share: count / plain }));
  const texts = shares.map(({ manner, count, share }) => `${manner} ${count} (${percent(share)})`);
  console.log(`  ${operation}: plain openapi-fetch ${plain}, ${texts.join(", ")}`);
  return shares.every(({ share }) => share <= MAX_SHARE);
}

async function install(name: string, target: string): Promise<void> {
  const link = join(folder, "node_modules", name);
  await mkdir(dirname(link), { recursive: true });
  await symlink(target, link);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Compiles a file as a consumer would, and counts the types that the compiler had to make from generic ones. */
function instantiationsOf(path: string): number {
  const program = ts.createProgram([path], options, { ...host, getSourceFile });
  const problems = ts.getPreEmitDiagnostics(program);
  // A call that does not compile costs next to nothing.
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  return program.getInstantiationCount();
}

/** The declarations of the platform take most of the time, and are the same for all files. */
function getSourceFile(path: string, target: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, target));
  return parsed.get(path);
}
