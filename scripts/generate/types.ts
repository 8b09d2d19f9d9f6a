import openapiTs, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import type { Contract } from "./contract.js";

/**
 * Compiles the schemas of the contract in `source` to TypeScript with openapi-typescript, with two changes: an open response enum becomes `"a" | "b" | (string & {})`, so that editors offer the known values, and a response
 * that is open (`additionalProperties: true`) gets no index signature, so that a misspelt property does not compile.
 */
export async function typesSource(contract: Contract, source: string): Promise<string> {
  const nodes = await openapiTs(withoutOpenMark(contract), {
    alphabetize: false,
    // A default is what the service takes for a property that is left out, so it may be left out.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => openEnum(schema),
  });
  return `// Made from ${source} by npm run generate. Do not edit.\n${astToString(nodes)}`;
}

function withoutOpenMark(contract: Contract): OpenAPI3 {
  return JSON.parse(JSON.stringify(contract), (_key, value) => {
    const open = value !== null && typeof value === "object" && value.additionalProperties === true;
    if (!open || !(value.properties || value.allOf || value.required)) return value;
    const { additionalProperties: _, ...rest } = value;
    return rest;
  });
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
