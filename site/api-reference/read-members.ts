import ts from "typescript";
import { docComment } from "./doc-comment.js";
import type { Member } from "./exported-name.js";

/** The members of an interface or a class, after the members of bases that no entry point exports. */
export function readMembers(
  node: ts.InterfaceDeclaration | ts.ClassDeclaration,
  checker: ts.TypeChecker,
  isExported: (symbol: ts.Symbol) => boolean,
): Member[] {
  const own = ownMembers(node);
  const names = new Set(own.map(({ name }) => name));
  const inherited = basesOf(node, checker)
    .filter(({ symbol }) => !isExported(symbol))
    .flatMap(({ declaration }) => readMembers(declaration, checker, isExported))
    // Only the package itself calls the constructor of a base that is not exported.
    .filter(({ name, kind }) => kind !== "constructor" && !names.has(name));
  return [...inherited, ...own];
}

interface Base {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.InterfaceDeclaration | ts.ClassDeclaration;
}

/** The bases that the packages declare. */
function basesOf(node: ts.InterfaceDeclaration | ts.ClassDeclaration, checker: ts.TypeChecker): Base[] {
  const types = (node.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return types.flatMap(({ expression }) => {
    const symbol = symbolAt(checker, expression);
    const declaration = symbol?.declarations?.find(
      (one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one),
    );
    if (symbol === undefined || declaration === undefined || declaration.getSourceFile().isDeclarationFile) return [];
    return [{ symbol, declaration }];
  });
}

/** The symbol that a name refers to, after imports and re-exports. */
export function symbolAt(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && originalOf(checker, symbol);
}

/** The symbol behind an import or a re-export. */
export function originalOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function ownMembers(node: ts.InterfaceDeclaration | ts.ClassDeclaration): Member[] {
  return [...node.members].flatMap((member): Member[] => {
    if (ts.isConstructorDeclaration(member)) return constructorOf(member);
    if (isHidden(member) || member.name === undefined) return [];
    if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) return [propertyOf(member)];
    if (!ts.isMethodSignature(member) && !ts.isMethodDeclaration(member)) return [];
    const optional = member.questionToken !== undefined;
    return [
      {
        name: member.name.getText(),
        kind: "method",
        optional,
        code: writtenSignature(member),
        doc: docComment(member),
      },
    ];
  });
}

/** The parameter properties of a constructor, and the constructor if it has a docstring. */
function constructorOf(node: ts.ConstructorDeclaration): Member[] {
  const declared = node.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, node));
  const properties = declared.map(propertyOf);
  const doc = docComment(node);
  if (doc.text === "") return properties;
  return [
    ...properties,
    { name: "constructor", kind: "constructor", optional: false, code: writtenSignature(node), doc },
  ];
}

/** Private, protected and static members, and overrides that the docstring of the base describes. */
function isHidden(member: ts.TypeElement | ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  const flags = ts.getCombinedModifierFlags(member);
  return (flags & hidden) !== 0 || ((flags & ts.ModifierFlags.Override) !== 0 && docComment(member).text === "");
}

/** Facts from the compiler about a declaration that its source text lacks. */
interface Compiled {
  /** The base of a class, such as ` extends Error`. */
  readonly baseOf: (node: ts.ClassDeclaration) => string;
  /** The inferred return type of a function. */
  readonly resultOf: (node: ts.FunctionDeclaration) => string;
}

/** A declaration as in the source, without `export`, its body, and the members that the page lists. */
export function writtenCode(node: ts.Declaration, { baseOf, resultOf }: Compiled): string {
  if (ts.isFunctionDeclaration(node)) {
    const written = withoutModifiers(textUpTo(node, node.body));
    return node.type === undefined ? `${written}: ${resultOf(node)}` : written;
  }
  if (ts.isVariableDeclaration(node)) return `const ${node.name.getText()}${typeOf(node)}`;
  if (ts.isClassDeclaration(node)) return `class ${node.name?.text}${baseOf(node)}`;
  if (ts.isInterfaceDeclaration(node) && isListOfMembers(node)) {
    const parts = [...(node.typeParameters ? [parameterList(node.typeParameters)] : [])];
    const heritage = (node.heritageClauses ?? []).map((clause) => ` ${clause.getText()}`);
    return `interface ${node.name.text}${parts.join("")}${heritage.join("")}`.replace(/\s+/g, " ");
  }
  return withoutModifiers(node.getText());
}

/** Whether an interface has only named members: no call or index signature. */
export function isListOfMembers(node: ts.InterfaceDeclaration): boolean {
  return node.members.every(({ name }) => name !== undefined);
}

/** The signature of a method or a constructor. */
function writtenSignature(node: ts.SignatureDeclaration & { readonly body?: ts.Node | undefined }): string {
  return withoutModifiers(textUpTo(node, node.body))
    .replace(/;$/, "")
    .replace(/\n {2}/g, "\n");
}

type Property = ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration;

function propertyOf(node: Property): Member {
  const optional = node.questionToken !== undefined;
  return { name: node.name.getText(), kind: "property", optional, code: writtenType(node), doc: docComment(node) };
}

/** The type of a property on one line. */
function writtenType(node: Property): string {
  const initializer = ts.isPropertySignature(node) ? undefined : node.initializer;
  const text = (node.type ?? initializer)?.getText() ?? "unknown";
  return text.replace(/\s+/g, " ").replace(/^\| /, "");
}

function textUpTo(node: ts.Node, body: ts.Node | undefined): string {
  const text = node.getText();
  return body === undefined ? text : text.slice(0, body.getStart() - node.getStart()).trimEnd();
}

function withoutModifiers(text: string): string {
  return text.replace(/^(?:(?:export|declare|async|public|override)\s+)+/, "");
}

function typeOf({ type, initializer }: ts.VariableDeclaration): string {
  if (type !== undefined) return `: ${type.getText()}`;
  return initializer === undefined ? "" : ` = ${initializer.getText()}`;
}

function parameterList(parameters: ts.NodeArray<ts.TypeParameterDeclaration>): string {
  return `<${parameters.map((parameter) => parameter.getText()).join(", ")}>`;
}
