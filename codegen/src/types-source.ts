import openapiTs, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";

/**
 * Compiles a bundled document with openapi-typescript, with five changes: an open response enum becomes
 * `"a" | "b" | (string & {})`, so that editors offer the known values; an open response (`additionalProperties: true`) gets
 * no index signature, so that a misspelled property does not compile; a request that must match one of several schemas
 * cannot mix their properties; an array that is only sent can be `readonly`; comments and members that say nothing are
 * removed.
 */
export async function typesSource(document: unknown): Promise<string> {
  // The caller has validated the document.
  const contract = document as OpenAPI3;
  const nodes = await openapiTs(withSeparateChoices(withoutOpenMark(contract)), {
    alphabetize: false,
    // A property with a default is optional.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    transform: (schema: unknown) =>
      typeof schema !== "object" || schema === null
        ? undefined
        : ABSENT in schema
          ? ABSENT_TYPE
          : (binary(schema) ?? openEnum(schema)),
  });
  const trimmed = ts.transform(nodes, [withoutNoise, readonlyInput(schemasOnlySent(contract))]).transformed;
  return astToString(trimmed);
}

/** Removes members of absent things (`get?: never`), and shortens comments. */
const withoutNoise: ts.TransformerFactory<ts.Node> = (context) => {
  const visit: ts.Visitor = (node) => {
    if (ts.isPropertySignature(node) && isNoise(node)) return undefined;
    const comments = ts.getSyntheticLeadingComments(node);
    const visited = ts.visitEachChild(node, visit, context);
    return comments ? ts.setSyntheticLeadingComments(visited, comments.map(shortened)) : visited;
  };
  return (root) => ts.visitEachChild(root, visit, context);
};

/** Makes the arrays of parameters, request bodies and the named schemas `readonly`. */
function readonlyInput(onlySent: ReadonlySet<string>): ts.TransformerFactory<ts.Node> {
  return (context) => {
    const visit = (node: ts.Node, isInput: boolean, parent = ""): ts.Node => {
      const name = ts.isPropertySignature(node) && "text" in node.name ? node.name.text : parent;
      const isSchema = parent === "schemas" && onlySent.has(name);
      const isBelow = isInput || name === "requestBody" || name === "parameters" || isSchema;
      const visited = ts.visitEachChild(node, (child) => visit(child, isBelow, name), context);
      const isArray = isInput && ts.isArrayTypeNode(visited);
      return isArray ? ts.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, visited) : visited;
    };
    return (root) => visit(root, false);
  };
}

/** The names of the schemas that requests send and no response has. */
function schemasOnlySent({ paths, components }: OpenAPI3): Set<string> {
  const reached = (part: unknown, names = new Set<string>()): Set<string> => {
    for (const [, name = ""] of JSON.stringify(part ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name)) continue;
      reached(components?.schemas?.[name], names.add(name));
    }
    return names;
  };
  const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path ?? {}));
  const received = reached([operations.map((operation) => operation?.responses), components?.responses]);
  const sent = reached([operations.map((operation) => operation?.requestBody), components?.requestBodies]);
  return new Set([...sent].filter((name) => !received.has(name)));
}

function isNoise(node: ts.PropertySignature): boolean {
  const { name, type } = node;
  if (isAlwaysMissing(node)) return true;
  if (!type || !ts.isTypeLiteralNode(type) || !ts.isIdentifier(name)) return false;
  if (name.text === "parameters") return type.members.every(isAlwaysMissing);
  return name.text === "headers" && type.members.every(isAnyHeader);
}

/** Whether a member belongs to a response without documented headers. A schema can have a property `headers`, too. */
function isAnyHeader(member: ts.TypeElement): boolean {
  return ts.isIndexSignatureDeclaration(member) && member.type.kind === ts.SyntaxKind.UnknownKeyword;
}

function isAlwaysMissing(member: ts.TypeElement): boolean {
  return ts.isPropertySignature(member) && member.type?.kind === ts.SyntaxKind.NeverKeyword;
}

/** A comment without tags that repeat the type, and without examples, which the reference pages show. */
function shortened(comment: ts.SynthesizedComment): ts.SynthesizedComment {
  const parts = comment.text
    .split(/\n\s*\*\s?(?=@|Format:)/)
    .map((part) => part.replace(/^(\*\s*)+|\s*$/g, ""))
    .filter((part) => part !== "" && !/^@(example|enum|constant)\b/.test(part))
    .map((part) => part.replace(/^@description /, "").replace(/\s*\n\s*\*\s*/g, " "));
  const text = parts.map((part) => (/[.:]$|^@/.test(part) ? part : `${part}.`)).join(" ");
  return { ...comment, text: text === "" ? "" : `* ${text} ` };
}

function withoutOpenMark(contract: OpenAPI3): OpenAPI3 {
  return JSON.parse(JSON.stringify(contract), (_key, value) => {
    const open = value !== null && typeof value === "object" && value.additionalProperties === true;
    if (!open || !(value.properties || value.allOf || value.required)) return value;
    const { additionalProperties: _, ...rest } = value;
    return rest;
  });
}

/** Marks a property that only another schema of the same choice has. */
const ABSENT = "x-absent";
const ABSENT_TYPE = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);

/** Gives each closed schema of a `oneOf` the properties of the others, as always absent: TypeScript accepts a mixture. */
function withSeparateChoices(contract: OpenAPI3): OpenAPI3 {
  const schemas = new Map(
    Object.entries(contract.components?.schemas ?? {}).map(([name, schema]) => [
      `#/components/schemas/${name}`,
      schema,
    ]),
  );
  JSON.stringify(contract, (key, value) => {
    const isChoice = key === "oneOf" && Array.isArray(value);
    const choices: unknown[] = isChoice ? value.map((choice) => schemas.get(choice?.$ref)) : [];
    if (choices.every(isClosed))
      for (const one of choices)
        for (const name of choices.flatMap(({ properties }) => Object.keys(properties)))
          one.properties[name] ??= { [ABSENT]: true };
    return value;
  });
  return contract;
}

function isClosed(schema: unknown): schema is { properties: Record<string, object> } {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return false;
  return "additionalProperties" in schema && schema.additionalProperties === false;
}

/** A file in a form of several parts (`format: binary`). */
function binary(schema: object): ts.TypeNode | undefined {
  return "format" in schema && schema.format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined;
}

function openEnum(schema: object): ts.TypeNode | undefined {
  if (!("anyOf" in schema) || !Array.isArray(schema.anyOf)) return undefined;
  const branches: unknown[] = schema.anyOf;
  const known = branches.find(isEnum);
  if (!known || !branches.some(isPlainString)) return undefined;
  const nullable = branches.some((branch) => (branch as { type?: unknown }).type === "null");
  const { factory: make } = ts;
  const anyString = make.createIntersectionTypeNode([
    make.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    make.createTypeLiteralNode([]),
  ]);
  return make.createUnionTypeNode([
    ...known.enum.map((value) => make.createLiteralTypeNode(make.createStringLiteral(value))),
    make.createParenthesizedType(anyString),
    ...(nullable ? [make.createLiteralTypeNode(make.createNull())] : []),
  ]);
}

function isEnum(schema: unknown): schema is { enum: string[] } {
  return typeof schema === "object" && schema !== null && "enum" in schema;
}

function isPlainString(schema: unknown): boolean {
  return (
    typeof schema === "object" && schema !== null && "type" in schema && schema.type === "string" && !isEnum(schema)
  );
}
