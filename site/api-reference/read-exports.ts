import { fileURLToPath } from "node:url";
import ts from "typescript";
import tsconfig from "../../tsconfig.json" with { type: "json" };
import { contractTypeDoc, docComment } from "./doc-comment.js";
import { ENTRY_POINTS, type EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./exported-name.js";
import { isListOfMembers, originalOf, readMembers, symbolAt, writtenCode } from "./read-members.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

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

/** The exports of each entry point, by its specifier. */
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
  const read = (name: string, symbol: ts.Symbol): ExportedName => {
    const node = declarationOf(symbol);
    const isClass = ts.isClassDeclaration(node);
    // The pages of the operations describe the members of these types.
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
  /** The base of a class, or the nearest one that a program can import. */
  const baseOf = (node: ts.ClassDeclaration): string => {
    const [base] = node.heritageClauses?.[0]?.types ?? [];
    if (base === undefined) return "";
    const target = symbolAt(checker, base.expression);
    const declaration = target?.declarations?.find(ts.isClassDeclaration);
    if (target === undefined || declaration === undefined || homes.has(target)) return ` extends ${base.getText()}`;
    return baseOf(declaration);
  };
  /** The inferred return type of a function. */
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
  // Names that are not in `first` have the index -1 and come last.
  const place = (name: string) => first.toReversed().indexOf(name);
  return [...named].toSorted(([a], [b]) => place(b) - place(a));
}

function exportsOf(program: ts.Program, checker: ts.TypeChecker, { file }: EntryPoint): Map<string, ts.Symbol> {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is not a module`);
  const named = checker.getExportsOfModule(module).map((symbol) => [symbol.name, originalOf(checker, symbol)] as const);
  // The pages of the schemas describe these.
  return new Map(named.filter(([, symbol]) => !isResource(declarationOf(symbol))));
}

function isResource(node: ts.Node): boolean {
  return node.getSourceFile().fileName.endsWith("/generated/resources.ts");
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

/** The declarations of types that a declaration names and no entry point exports, except external and generated ones. */
function namedTypes(node: ts.Declaration, checker: ts.TypeChecker, isExported: (symbol: ts.Symbol) => boolean): string {
  const found = new Map<ts.Symbol, string>();
  const visit = (inner: ts.Node): void => {
    if (ts.isBlock(inner)) return;
    // Base types are no type references. Their members appear as members of the derived type.
    const symbol = ts.isTypeReferenceNode(inner) ? symbolAt(checker, inner.typeName) : undefined;
    if (symbol && !isExported(symbol) && !found.has(symbol)) {
      const declaration = symbol.declarations?.find(isWrittenType);
      if (declaration !== undefined) {
        found.set(symbol, declaration.getText().replace(/^export\s+/, ""));
        visit(declaration);
      }
    }
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return [...found.values()].join("\n\n");
}

function isWrittenType(node: ts.Declaration): node is ts.TypeAliasDeclaration | ts.InterfaceDeclaration {
  const { fileName, isDeclarationFile } = node.getSourceFile();
  if (isDeclarationFile || /\/generated\//.test(fileName)) return false;
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
}
