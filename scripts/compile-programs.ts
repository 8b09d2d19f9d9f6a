import { posix } from "node:path";
import ts from "typescript";
import { root } from "../support/repository.js";

/**
 * Type-checks programs in one run of the compiler, which takes seconds however few programs there are. The programs see
 * the packages as the sources of the repository do, and each other by relative imports.
 *
 * @param programs source by path, such as `README.md/quick-start.ts`; no file of that path is read or written
 * @param strictest options of the compiler beside those of the repository
 * @returns the errors, each as `path:line: message`
 */
export function compilePrograms(programs: ReadonlyMap<string, string>, strictest: ts.CompilerOptions = {}): string[] {
  const folder = `${root}reports/programs/`;
  const sources = new Map([...programs].map(([path, code]) => [folder + path, code]));
  const folders = new Set([...sources.keys()].flatMap((path) => foldersOf(path)));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  const options = { ...parsed.options, ...strictest };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, directoryExists } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || directoryExists?.(path) === true;
  host.getSourceFile = (path, target, ...rest) => {
    const code = sources.get(path);
    return code === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, code, target);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const declared = options.declaration ? program.getDeclarationDiagnostics(file) : [];
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file), ...declared];
    return found.map(({ start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${path.slice(folder.length)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
  });
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === path ? [] : [folder, ...foldersOf(folder)];
}
