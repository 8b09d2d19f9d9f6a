import ts from "typescript";

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

/** Compiles a file as a consumer would, and counts the types that the compiler had to make from generic ones. */
export function instantiationsOf(path: string): number {
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
