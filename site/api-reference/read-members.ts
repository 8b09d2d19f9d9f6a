import ts from "typescript";
import { type DocComment, docComment } from "./doc-comment.js";

export interface Member {
  readonly name: string;
  readonly kind: "property" | "method" | "constructor";
  readonly optional: boolean;
  /** The type of a property; the whole signature of anything else. */
  readonly code: string;
  readonly doc: DocComment;
}

type Listed = ts.InterfaceDeclaration | ts.ClassDeclaration;
type IsExported = (symbol: ts.Symbol) => boolean;

/** Whether a declaration is a class, or an interface with only named members: no call or index signature. */
export function isListOfMembers(node: ts.Declaration): node is Listed {
  return (
    ts.isClassDeclaration(node) ||
    (ts.isInterfaceDeclaration(node) && node.members.every(({ name }) => name !== undefined))
  );
}

/** The members of an interface or a class, after the members of bases that no entry point exports. */
export function readMembers(node: Listed, checker: ts.TypeChecker, isExported: IsExported): Member[] {
  const own = [...node.members].flatMap(membersOf);
  const names = new Set(own.map(({ name }) => name));
  const inherited = hiddenBases(node, checker, isExported)
    .flatMap((base) => readMembers(base, checker, isExported))
    // Only the package itself calls the constructor of a base that is not exported.
    .filter(({ name, kind }) => kind !== "constructor" && !names.has(name));
  return [...inherited, ...own];
}

/** The bases that the packages declare and no entry point exports. */
function hiddenBases(node: Listed, checker: ts.TypeChecker, isExported: IsExported): Listed[] {
  const types = (node.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return types.flatMap(({ expression }) => {
    const symbol = symbolAt(checker, expression);
    const base = symbol?.declarations?.find((one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one));
    const isHidden = symbol && base && !isExported(symbol) && !base.getSourceFile().isDeclarationFile;
    return isHidden ? [base] : [];
  });
}

/** The symbol that a name refers to, after imports and re-exports. */
function symbolAt(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

type Property = ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration;
type Method = ts.MethodSignature | ts.MethodDeclaration;

function membersOf(member: ts.TypeElement | ts.ClassElement): Member[] {
  if (ts.isConstructorDeclaration(member)) {
    const properties = member.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member));
    const doc = docComment(member);
    const own: Member = { name: "constructor", kind: "constructor", optional: false, code: signatureOf(member), doc };
    return [...properties.map((one) => memberOf(one, "property")), ...(doc.text === "" ? [] : [own])];
  }
  if (isHidden(member)) return [];
  if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) return [memberOf(member, "property")];
  return ts.isMethodSignature(member) || ts.isMethodDeclaration(member) ? [memberOf(member, "method")] : [];
}

function memberOf(node: Property | Method, kind: "property" | "method"): Member {
  const isMethod = ts.isMethodSignature(node) || ts.isMethodDeclaration(node);
  const code = isMethod ? signatureOf(node) : typeOf(node);
  return { name: node.name.getText(), kind, optional: node.questionToken !== undefined, code, doc: docComment(node) };
}

/** Private, protected and static members, and overrides that the docstring of the base describes. */
function isHidden(member: ts.TypeElement | ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  const flags = ts.getCombinedModifierFlags(member);
  return (flags & hidden) !== 0 || ((flags & ts.ModifierFlags.Override) !== 0 && docComment(member).text === "");
}

/** The type of a property on one line. */
function typeOf(node: Property): string {
  const initializer = ts.isPropertySignature(node) ? undefined : node.initializer;
  const text = (node.type ?? initializer)?.getText() ?? "unknown";
  return text.replace(/\s+/g, " ").replace(/^\| /, "");
}

/** A declaration as in the source, without `export`, its body, and the members that the page lists. */
export function writtenCode(node: ts.Declaration, checker: ts.TypeChecker, isExported: IsExported): string {
  if (ts.isFunctionDeclaration(node)) return signatureOf(node);
  // A written type says more than the value.
  if (ts.isVariableDeclaration(node))
    return node.type ? `const ${node.name.getText()}: ${node.type.getText()}` : `const ${node.getText()}`;
  if (ts.isClassDeclaration(node)) return `class ${node.name?.text}${baseOf(node, checker, isExported)}`;
  if (!isListOfMembers(node)) return withoutModifiers(node.getText());
  const heritage = (node.heritageClauses ?? []).map((clause) => ` ${clause.getText()}`).join("");
  const parameters = node.typeParameters?.map((parameter) => parameter.getText()).join(", ");
  const generics = parameters === undefined ? "" : `<${parameters}>`;
  return `interface ${node.name?.text}${generics}${heritage}`.replace(/\s+/g, " ");
}

/** The base of a class, or the nearest one that a program can import. */
function baseOf(node: ts.ClassDeclaration, checker: ts.TypeChecker, isExported: IsExported): string {
  const [hidden] = hiddenBases(node, checker, isExported);
  if (hidden !== undefined && ts.isClassDeclaration(hidden)) return baseOf(hidden, checker, isExported);
  const [base] = node.heritageClauses?.[0]?.types ?? [];
  return base === undefined ? "" : ` extends ${base.getText()}`;
}

/** The signature of a function, a method or a constructor, without its body. */
function signatureOf(node: ts.SignatureDeclaration & { readonly body?: ts.Node | undefined }): string {
  const text = node.getText();
  const head = node.body === undefined ? text : text.slice(0, node.body.getStart() - node.getStart()).trimEnd();
  const code = withoutModifiers(head).replace(/;$/, "");
  return ts.isFunctionDeclaration(node) ? code : code.replace(/\n {2}/g, "\n");
}

function withoutModifiers(text: string): string {
  return text.replace(/^(?:(?:export|declare|async|public|override)\s+)+/, "");
}
