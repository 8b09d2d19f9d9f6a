import ts from "typescript";
import { root as ROOT } from "../../support/repository.js";
import tsconfig from "../../tsconfig.json" with { type: "json" };
import { contractTypeDoc, type DocComment, docComment } from "./doc-comment.js";
import { ENTRY_POINTS, type EntryPoint } from "./entry-points.js";
import { isListOfMembers, type Member, readMembers, writtenCode } from "./read-members.js";

export interface ExportedName {
  readonly name: string;
  readonly kind: "function" | "class" | "type" | "constant";
  readonly doc: DocComment;
  /** The declaration as in the source, without its docstring and body. */
  readonly code: string;
  readonly members: readonly Member[];
  /** The specifier of the entry point whose page describes it. */
  readonly home: string;
}

/** The exports of each entry point, by its specifier: functions first, then constants, classes and types. */
export function readExports(): ReadonlyMap<string, readonly ExportedName[]> {
  const program = entryProgram();
  const checker = program.getTypeChecker();
  const modules = ENTRY_POINTS.map((entry) => ({ entry, symbols: exportsOf(program, checker, entry) }));
  const homes = new Map<ts.Symbol, string>();
  for (const { entry, symbols } of modules) {
    for (const symbol of symbols.values()) {
      // The home is the entry point that declares the name, else the first one that exports it.
      const declared = declarationOf(symbol).getSourceFile().fileName === entry.file;
      if (declared || !homes.has(symbol)) homes.set(symbol, entry.specifier);
    }
  }
  const isExported = (symbol: ts.Symbol) => homes.has(symbol);
  const read = ([name, symbol]: [string, ts.Symbol]): ExportedName => {
    const node = declarationOf(symbol);
    // The pages of the operations describe the members of these types.
    const isContract = isFrom(node, "types.ts");
    return {
      name,
      kind: kindOf(node),
      doc: isContract ? contractTypeDoc(name) : docComment(node),
      code: writtenCode(node, checker, isExported),
      members: !isContract && isListOfMembers(node) ? readMembers(node, checker, isExported) : [],
      home: homes.get(symbol) ?? "",
    };
  };
  const place = ({ kind }: ExportedName) => ["function", "constant", "class", "type"].indexOf(kind);
  return new Map(
    modules.map(({ entry, symbols }) => [
      entry.specifier,
      [...symbols].map(read).toSorted((one, other) => place(one) - place(other)),
    ]),
  );
}

/** A program with the sources of the packages only: no page shows a type of the platform or of a dependency. */
function entryProgram(): ts.Program {
  const { options: written } = ts.convertCompilerOptionsFromJson(tsconfig.compilerOptions, ROOT);
  const options = { ...written, baseUrl: ROOT, lib: ["lib.es5.d.ts"], types: [] };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, file) =>
    names.map(({ text }) =>
      /^(\.|content-service-)/.test(text)
        ? ts.resolveModuleName(text, file, options, host)
        : { resolvedModule: undefined },
    );
  return ts.createProgram({ rootNames: ENTRY_POINTS.map(({ file }) => file), options, host });
}

function exportsOf(program: ts.Program, checker: ts.TypeChecker, { file }: EntryPoint): Map<string, ts.Symbol> {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is not a module`);
  const named = checker.getExportsOfModule(module).map((symbol) => {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return [symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol] as const;
  });
  // The pages of the schemas describe the resources.
  return new Map(named.filter(([, symbol]) => !isFrom(declarationOf(symbol), "resources.ts")));
}

function isFrom(node: ts.Node, generated: string): boolean {
  return node.getSourceFile().fileName.endsWith(`/generated/${generated}`);
}

function declarationOf({ name, declarations }: ts.Symbol): ts.Declaration {
  const [declaration] = declarations ?? [];
  if (declaration === undefined) throw new Error(`${name} has no declaration`);
  return declaration;
}

function kindOf(node: ts.Declaration): ExportedName["kind"] {
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isClassDeclaration(node)) return "class";
  return ts.isVariableDeclaration(node) ? "constant" : "type";
}
