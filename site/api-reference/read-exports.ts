import { fileURLToPath } from "node:url";
import ts from "typescript";
import { contractTypeDoc } from "./contract-types.js";
import { docComment } from "./doc-comment.js";
import { ENTRY_POINTS, type EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./exported-name.js";
import { namedTypes } from "./named-types.js";
import { readMembers } from "./read-members.js";
import { isListOfMembers, writtenCode } from "./written-code.js";

/** What each entry point exports, by its specifier, as the TypeScript compiler sees it. */
export function readExports(): ReadonlyMap<string, readonly ExportedName[]> {
  const program = ts.createProgram(
    ENTRY_POINTS.map(({ file }) => file),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  const modules = ENTRY_POINTS.map((entry) => ({ entry, symbols: exportsOf(program, checker, entry) }));
  const homes = new Map<ts.Symbol, string>();
  for (const { entry, symbols } of modules) {
    for (const symbol of symbols.values()) {
      // Whoever declares it itself; else the first one that exports it.
      const declared = declarationOf(symbol).getSourceFile().fileName === entry.file;
      if (declared || !homes.has(symbol)) homes.set(symbol, entry.specifier);
    }
  }
  const read = (name: string, symbol: ts.Symbol): ExportedName => {
    const node = declarationOf(symbol);
    const isClass = ts.isClassDeclaration(node);
    // Its hundreds of members are described with the operations.
    const isContract = node.getSourceFile().fileName.endsWith("/generated/types.ts");
    const listed = !isContract && (isClass || (ts.isInterfaceDeclaration(node) && isListOfMembers(node)));
    return {
      name,
      kind: kindOf(node),
      doc: isContract ? contractTypeDoc(name) : docComment(node),
      code: writtenCode(node, { baseOf, resultOf }),
      named: namedTypes(node, checker, (one) => homes.has(one)),
      members: listed ? readMembers(node, checker, (one) => homes.has(one)) : [],
      home: homes.get(symbol) ?? "",
    };
  };
  /** What a class extends, as far as a program can name it. */
  const baseOf = (node: ts.ClassDeclaration): string => {
    const [base] = node.heritageClauses?.[0]?.types ?? [];
    if (base === undefined) return "";
    const symbol = checker.getSymbolAtLocation(base.expression);
    const target = symbol && original(checker, symbol);
    const declaration = target?.declarations?.find(ts.isClassDeclaration);
    if (target === undefined || declaration === undefined || homes.has(target)) return ` extends ${base.getText()}`;
    return baseOf(declaration);
  };
  /** What a function gives that does not write it down. */
  const resultOf = (node: ts.FunctionDeclaration): string => {
    const signature = checker.getSignatureFromDeclaration(node);
    return signature ? checker.typeToString(checker.getReturnTypeOfSignature(signature), node) : "unknown";
  };
  return new Map(
    modules.map(({ entry, symbols }) => [
      entry.specifier,
      inOrder(entry, symbols).map(([name, symbol]) => read(name, symbol)),
    ]),
  );
}

function inOrder<Value>(
  { first = [], specifier }: EntryPoint,
  named: ReadonlyMap<string, Value>,
): [name: string, value: Value][] {
  const unknown = first.find((name) => !named.has(name));
  if (unknown !== undefined) throw new Error(`${specifier} does not export ${unknown}`);
  // What is not among the first has the index -1, and comes after them all.
  const place = (name: string) => first.toReversed().indexOf(name);
  return [...named].toSorted(([a], [b]) => place(b) - place(a));
}

/** What stands behind the names of a module. */
function exportsOf(program: ts.Program, checker: ts.TypeChecker, { file }: EntryPoint): Map<string, ts.Symbol> {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module`);
  return new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, original(checker, symbol)]));
}

function original(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function declarationOf({ name, declarations }: ts.Symbol): ts.Declaration {
  const [declaration] = declarations ?? [];
  if (declaration === undefined) throw new Error(`${name} is declared nowhere`);
  return declaration;
}

function kindOf(node: ts.Declaration): ExportedName["kind"] {
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isClassDeclaration(node)) return "class";
  return ts.isVariableDeclaration(node) ? "constant" : "type";
}

function compilerOptions(): ts.CompilerOptions {
  const file = fileURLToPath(new URL("../../tsconfig.json", import.meta.url));
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  return ts.parseJsonConfigFileContent(config, NO_FILES, fileURLToPath(new URL("../..", import.meta.url))).options;
}

/** The options are all that is wanted of the configuration: its files need not be looked for. */
const NO_FILES: ts.ParseConfigHost = { ...ts.sys, readDirectory: () => [] };
