// npm test -- --only type-cost: counts the type instantiations of files with one call (as tsc --extendedDiagnostics
// does), and fails if the client needs more than a third of those of plain openapi-fetch. The counts depend only on
// TypeScript and the types.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const MAX_SHARE = 1 / 3;

const manners = ["createClient", "createPartialClient", "plain"] as const;
/** The client of a call: one of ours, or plain openapi-fetch. */
type Manner = (typeof manners)[number];

/** A read, a write and a page of a list, each with every kind of client. */
const sources: Record<string, Record<Manner, string>> = {
  ...sourcesOf({
    operation: "getCurrentUser",
    named: '{ query: { fields: ["login"] } }',
    plain: 'client.GET("/users/me", { params: { query: { fields: ["login"] } } })',
    result: "login",
  }),
  ...sourcesOf({
    operation: "updateFile",
    named: '{ path: { file_id: "4001" }, header: { "If-Match": "3" }, body: { name: "lease.pdf" } }',
    plain:
      'client.PUT("/files/{file_id}", { params: { path: { file_id: "4001" }, header: { "If-Match": "3" } }, body: { name: "lease.pdf" } })',
    result: "etag",
  }),
  ...sourcesOf({
    operation: "listFileVersionRetentions",
    named: '{ query: { policy_id: "8501" } }',
    plain: 'client.GET("/file_version_retentions", { params: { query: { policy_id: "8501" } } })',
    result: "entries",
  }),
};

interface Call {
  readonly operation: string;
  /** The argument of the operation's method. */
  readonly named: string;
  /** The same call through openapi-fetch. */
  readonly plain: string;
  /** A property of the response, so that its type counts too. */
  readonly result: string;
}

function sourcesOf({ operation, named, plain, result }: Call): Record<string, Record<Manner, string>> {
  const options = '{ baseUrl: "https://api.content.example/2.0", auth: "token" }';
  const rest = `console.log((await client.${operation}(${named})).${result});\n`;
  return {
    [operation]: {
      createClient: `import { createClient } from "content-service-client";
const client = createClient(${options});
${rest}`,
      createPartialClient: `import { createPartialClient } from "content-service-client";
import { ${operation} } from "content-service-client/operations";
const client = createPartialClient({ ${operation} }, ${options});
${rest}`,
      plain: `import type { paths } from "content-service-client";
import createClient from "openapi-fetch";
const client = createClient<paths>({ baseUrl: "https://api.content.example/2.0" });
console.log((await ${plain}).data?.${result});
`,
    },
  };
}

const root = fileURLToPath(new URL("..", import.meta.url));
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
  return `${(share * 100).toFixed(1)}%`;
}

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

/** Compiles a file as a consumer would and counts the type instantiations. */
function instantiationsOf(path: string): number {
  const program = ts.createProgram([path], options, { ...host, getSourceFile });
  const problems = ts.getPreEmitDiagnostics(program);
  // A call with errors costs next to nothing.
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  return program.getInstantiationCount();
}

/** Parses the declarations of the platform once for all files. */
function getSourceFile(path: string, target: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, target));
  return parsed.get(path);
}

const folder = await mkdtemp(join(tmpdir(), "type-cost-"));
try {
  await install("content-service-client", root);
  await install("openapi-fetch", join(root, "node_modules/openapi-fetch"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  console.log(`type instantiations of a file with one call, TypeScript ${ts.version}, at most ${percent(MAX_SHARE)}`);
  for (const [operation, files] of Object.entries(sources))
    if (!(await compare(operation, files))) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
