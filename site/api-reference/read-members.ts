import ts from "typescript";
import { docComment } from "./doc-comment.js";
import type { Member } from "./exported-name.js";
import { writtenSignature, writtenType } from "./written-code.js";

/** The members of an interface or a class, those of bases that cannot be imported included, as these come first. */
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
    // A constructor of a class inside is for those inside.
    .filter(({ name, kind }) => kind !== "constructor" && !names.has(name));
  return [...inherited, ...own];
}

interface Base {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.InterfaceDeclaration | ts.ClassDeclaration;
}

/** The bases that are declared in the packages themselves. */
function basesOf(node: ts.InterfaceDeclaration | ts.ClassDeclaration, checker: ts.TypeChecker): Base[] {
  const types = (node.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return types.flatMap(({ expression }) => {
    const found = checker.getSymbolAtLocation(expression);
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const declaration = symbol?.declarations?.find(
      (one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one),
    );
    if (symbol === undefined || declaration === undefined || declaration.getSourceFile().isDeclarationFile) return [];
    return [{ symbol, declaration }];
  });
}

function ownMembers(node: ts.InterfaceDeclaration | ts.ClassDeclaration): Member[] {
  return [...node.members].flatMap((member): Member[] => {
    if (ts.isConstructorDeclaration(member)) return constructorOf(member);
    if (isHidden(member) || member.name === undefined) return [];
    const name = member.name.getText();
    const doc = docComment(member);
    if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) {
      const optional = member.questionToken !== undefined;
      return [{ name, kind: "property", optional, code: writtenType(member), doc }];
    }
    if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member)) {
      const optional = member.questionToken !== undefined;
      return [{ name, kind: "method", optional, code: writtenSignature(member), doc }];
    }
    return [];
  });
}

/** The members that a constructor declares in its parameters, and itself where a docstring says what it is for. */
function constructorOf(node: ts.ConstructorDeclaration): Member[] {
  const declared = node.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, node));
  const properties = declared.map(
    (parameter): Member => ({
      name: parameter.name.getText(),
      kind: "property",
      optional: parameter.questionToken !== undefined,
      code: writtenType(parameter),
      doc: docComment(parameter),
    }),
  );
  const doc = docComment(node);
  if (doc.text === "") return properties;
  return [
    ...properties,
    { name: "constructor", kind: "constructor", optional: false, code: writtenSignature(node), doc },
  ];
}

/** What is not for those who use a class: static blocks, private parts, and what a base has already told of. */
function isHidden(member: ts.TypeElement | ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  const flags = ts.getCombinedModifierFlags(member);
  return (flags & hidden) !== 0 || ((flags & ts.ModifierFlags.Override) !== 0 && docComment(member).text === "");
}
