import ts from "typescript";

/** What the compiler knows of a declaration, where it is not written as a reader needs it. */
export interface Compiled {
  /** What a class extends: ` extends Error`. */
  readonly baseOf: (node: ts.ClassDeclaration) => string;
  /** The type that a function gives. */
  readonly resultOf: (node: ts.FunctionDeclaration) => string;
}

/** A declaration as it is written, without `export`, a body or the members that a page describes one by one. */
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

/** Whether members with names are all that an interface has: no call, no index. */
export function isListOfMembers(node: ts.InterfaceDeclaration): boolean {
  return node.members.every(({ name }) => name !== undefined);
}

/** The signature of a method or a constructor, on lines of its own. */
export function writtenSignature(node: ts.SignatureDeclaration & { readonly body?: ts.Node | undefined }): string {
  return withoutModifiers(textUpTo(node, node.body))
    .replace(/;$/, "")
    .replace(/\n {2}/g, "\n");
}

/** The type of a property, on one line. */
export function writtenType(node: ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration): string {
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
