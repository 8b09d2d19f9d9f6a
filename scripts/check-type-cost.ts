// npm test -- --only type-cost: counts the type instantiations of files with one call (as tsc --extendedDiagnostics
// does), and fails if the client needs more than a third of those of plain openapi-fetch. The counts depend only on
// TypeScript and the types in dist/.
import { fileURLToPath } from "node:url";
import ts from "typescript";

const MAX_SHARE = 1 / 3;

interface Call {
  /** The argument of the operation's method. */
  readonly named: string;
  /** The same call through openapi-fetch. */
  readonly plain: string;
  /** A property of the response, so that its type counts too. */
  readonly result: string;
}

/** A read, a write and a page of a list. */
const calls: Readonly<Record<string, Call>> = {
  getCurrentUser: {
    named: '{ query: { fields: ["login"] } }',
    plain: 'client.GET("/users/me", { params: { query: { fields: ["login"] } } })',
    result: "login",
  },
  updateFile: {
    named: '{ path: { file_id: "4001" }, header: { "If-Match": "3" }, body: { name: "lease.pdf" } }',
    plain:
      'client.PUT("/files/{file_id}", { params: { path: { file_id: "4001" }, header: { "If-Match": "3" } }, body: { name: "lease.pdf" } })',
    result: "etag",
  },
  listFileVersionRetentions: {
    named: '{ query: { policy_id: "8501" } }',
    plain: 'client.GET("/file_version_retentions", { params: { query: { policy_id: "8501" } } })',
    result: "entries",
  },
};

/** The file of a call with each kind of client. */
function sourcesOf(operation: string, { named, plain, result }: Call) {
  const options = '{ baseUrl: "https://api.content.example/2.0", auth: "token" }';
  const call = `console.log((await client.${operation}(${named})).${result});\n`;
  return {
    plain: `import type { paths } from "content-service-client";
import createClient from "openapi-fetch";
const client = createClient<paths>({ baseUrl: "https://api.content.example/2.0" });
console.log((await ${plain}).data?.${result});
`,
    createClient: `import { createClient } from "content-service-client";
const client = createClient(${options});
${call}`,
    createPartialClient: `import { createPartialClient } from "content-service-client";
import { ${operation} } from "content-service-client/operations";
const client = createPartialClient({ ${operation} }, ${options});
${call}`,
  };
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
// In this package, its name resolves by its `exports`, as in the program of a user.
const FILE = fileURLToPath(new URL("../call.ts", import.meta.url));
const host = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles a file as a consumer would and counts the type instantiations. Parses all other files once. */
function instantiationsOf(source: string): number {
  const getSourceFile: ts.CompilerHost["getSourceFile"] = (path, target) => {
    if (path === FILE) return ts.createSourceFile(path, source, target);
    if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, target));
    return parsed.get(path);
  };
  const program = ts.createProgram([FILE], options, { ...host, getSourceFile });
  const problems = ts.getPreEmitDiagnostics(program);
  // A call with errors costs next to nothing.
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  return program.getInstantiationCount();
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

console.log(`type instantiations of a file with one call, TypeScript ${ts.version}, at most ${percent(MAX_SHARE)}`);
for (const [operation, call] of Object.entries(calls)) {
  const { plain, ...ours } = sourcesOf(operation, call);
  const all = instantiationsOf(plain);
  const costs = Object.entries(ours).map(([name, source]) => ({ name, count: instantiationsOf(source) }));
  const texts = costs.map(({ name, count }) => `${name} ${count} (${percent(count / all)})`);
  console.log(`  ${operation}: plain openapi-fetch ${all}, ${texts.join(", ")}`);
  if (costs.some(({ count }) => count > all * MAX_SHARE)) process.exitCode = 1;
}
