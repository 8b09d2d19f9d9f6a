import { arrayAt, isJsonObject, type JsonObject, stringsAt } from "content-service-contract";
import openapiTs, {
  type ArraySubtype,
  astToString,
  type OpenAPI3,
  type TransformNodeOptions,
  transformSchemaObject,
} from "openapi-typescript";
import ts from "typescript";
import { namesIn, START, schemasOf, schemasOnlySent, withDirections, withSubtypes } from "./schema-uses.js";

/**
 * Compiles a bundled document with openapi-typescript, with these changes: an open response enum becomes
 * `"a" | "b" | (string & {})`, so that editors offer the known values; an open response (`additionalProperties: true`) gets
 * no index signature, so that a misspelled property does not compile; a request that must match one of several schemas
 * cannot mix their properties; an array that is only sent can be `readonly`; parameters with `content`, discriminators and
 * files have the types of their values; a schema that is a choice or a list of itself has an alias, as TypeScript demands;
 * comments and members that say nothing are removed.
 */
export async function typesSource(document: unknown): Promise<string> {
  // The caller has validated the document.
  const contract = withSubtypes(structuredClone(document as OpenAPI3));
  const shaped = withDirections(withSeparateChoices(withOwnValues(contract)));
  const onlySent = schemasOnlySent(shaped);
  const aliases = withAliases(shaped);
  const declared = new Map<string, ts.Node>();
  const declare = (name: string, type: ts.TypeNode) => {
    const alias = aliases.get(START + name);
    if (alias) declared.set(alias, ts.factory.createTypeAliasDeclaration(undefined, alias, undefined, type));
  };
  const nodes = await openapiTs(shaped, {
    alphabetize: false,
    // A property with a default is optional.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    transform: (schema: object, options) =>
      tupleOf(schema, options) ?? (isJsonObject(schema) ? typeOf(schema) : undefined),
  });
  const trimmed = ts.transform(nodes, [withoutNoise, readonlyInput(onlySent, declare)]).transformed;
  return astToString([...trimmed, ...declared.values()]);
}

/** Marks a reference to an alias. */
const ALIAS = "x-alias";

/** The aliases of the schemas that contain themselves outside of an object, by their references, which lead to them. */
function withAliases(contract: OpenAPI3): Map<string, string> {
  const isObject = /^(additionalProperties|patternProperties|properties)$/;
  const outer = JSON.stringify(schemasOf(contract), (key, value) => (isObject.test(key) ? undefined : value));
  const schemas: Record<string, JsonObject> = JSON.parse(outer);
  const names = Object.keys(schemas).filter((name) => namesIn(schemas[name], schemas).has(name));
  const aliases = new Map(names.map((name, at) => [START + name, `Schema${at}_${name.replace(/\W/g, "_")}`]));
  JSON.stringify(contract, (_, value) => {
    const alias = aliases.get(Object(value).$ref);
    if (!alias) return value;
    delete value.$ref;
    return Object.assign(value, { type: "string", [ALIAS]: alias });
  });
  return aliases;
}

/** Removes members of absent things (`get?: never`), and shortens comments. */
const withoutNoise: ts.TransformerFactory<ts.Node> = (context) => {
  const visit: ts.Visitor = (node) => {
    if (ts.isPropertySignature(node) && isNoise(node)) return undefined;
    const comments = ts.getSyntheticLeadingComments(node);
    const visited = ts.visitEachChild(node, visit, context);
    const shown = comments?.map(shortened).filter(({ text }) => text !== "");
    return shown ? ts.setSyntheticLeadingComments(visited, shown) : visited;
  };
  return (root) => ts.visitEachChild(root, visit, context);
};

/** Makes the arrays of parameters, request bodies and the named schemas `readonly`, and reports each schema. */
function readonlyInput(
  onlySent: ReadonlySet<string>,
  declare: (name: string, type: ts.TypeNode) => void,
): ts.TransformerFactory<ts.Node> {
  return (context) => {
    const visit = (node: ts.Node, isInput: boolean, parent = ""): ts.Node => {
      const name = ts.isPropertySignature(node) && "text" in node.name ? node.name.text : parent;
      const isSchema = parent === "schemas" && onlySent.has(name);
      const isBelow = isInput || name === "requestBody" || name === "parameters" || isSchema;
      const visited = ts.visitEachChild(node, (child) => visit(child, isBelow, name), context);
      if (parent === "schemas" && ts.isPropertySignature(visited) && visited.type) declare(name, visited.type);
      const isArray = isInput && ts.isArrayTypeNode(visited);
      return isArray ? ts.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, visited) : visited;
    };
    return (root) => visit(root, false);
  };
}

function isNoise(node: ts.PropertySignature): boolean {
  const { name, type } = node;
  if (isAlwaysMissing(node)) return true;
  if (!type || !ts.isTypeLiteralNode(type) || !ts.isIdentifier(name)) return false;
  if (name.text === "parameters") return type.members.every(isAlwaysMissing);
  // Those of a response without documented headers. A schema can have a property `headers`, too.
  const isAny = (one: ts.TypeElement) =>
    ts.isIndexSignatureDeclaration(one) && one.type.kind === ts.SyntaxKind.UnknownKeyword;
  return name.text === "headers" && type.members.every(isAny);
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

/** Replaces parameters with `content` and files by what their values are. */
function withOwnValues(contract: OpenAPI3): OpenAPI3 {
  const schemas = schemasOf(contract);
  const named = (part: unknown) => Object(schemas[String(Object(part).$ref).split("/").at(-1) ?? ""] ?? part);
  JSON.stringify(contract, (key, value) => {
    const { oneOf, anyOf, in: place, content, schema } = Object(value);
    const { type, properties, allOf, required } = Object(value);
    if (value?.additionalProperties === true && (properties || allOf || required)) delete value.additionalProperties;
    // openapi-typescript makes a property of it. Each reference leads to a component.
    if (key !== "properties") delete Object(value).$defs;
    // OpenAPI 3.0 ignores what is beside a reference, and so does openapi-typescript.
    if (typeof value?.$ref === "string" && (properties || required) && !contract.openapi.startsWith("3.0")) {
      value.allOf = [{ $ref: value.$ref }, ...(allOf ?? [])];
      delete value.$ref;
    }
    // To the rest of a schema, openapi-typescript adds an `anyOf` as other choices. A choice has no null of the rest.
    const hasRest = typeof type === "string" || (!type && (properties ?? allOf));
    if (Array.isArray(anyOf) && !oneOf && hasRest && !typeOf(value)) {
      value.oneOf = anyOf;
      delete value.anyOf;
    }
    if (typeof place === "string" && content) {
      Object.assign(value, Object.values(content)[0]);
      delete value.content;
    }
    // A query has no objects in a list, but texts of them.
    const list = named(schema);
    if (place === "query" && named(list.items).type === "object") value.schema = { ...list, items: { type: "string" } };
    // Other media types carry texts: JSON has no bytes.
    const isFiles = key.includes("/") && !/json|xml|urlencoded/.test(key);
    const reached = isFiles ? [...namesIn(schema, schemas)].map((name) => schemas[name]) : [];
    JSON.stringify(isFiles && [schema, reached], (_, one) => {
      const { format, contentMediaType: type = "text/", contentEncoding } = Object(one);
      if (format === "binary" || (/^(?!text\/|.*json)/.test(type) && !contentEncoding)) one[FILE] = true;
      return one;
    });
    return value;
  });
  return contract;
}

/** Marks the schema of a file or of bytes. */
const FILE = "x-file";

/** Marks a property that only another schema of the same choice has. */
const ABSENT = "x-absent";

/** Gives each closed schema of a `oneOf` the properties of the others, as always absent: TypeScript accepts a mixture. */
function withSeparateChoices(contract: OpenAPI3): OpenAPI3 {
  const schemas = schemasOf(contract);
  JSON.stringify(contract, (key, value) => {
    const all: unknown[] = key === "oneOf" && Array.isArray(value) ? value : [];
    const choices: unknown[] = all.map((choice) => schemas[String(Object(choice).$ref).replace(START, "")]);
    if (choices.every(isClosed))
      for (const one of choices)
        for (const name of choices.flatMap(({ properties }) => Object.keys(properties)))
          one.properties[name] ??= { [ABSENT]: true };
    return value;
  });
  return contract;
}

function isClosed(schema: unknown): schema is { properties: Record<string, object> } {
  return isJsonObject(schema) && isJsonObject(schema["properties"]) && schema["additionalProperties"] === false;
}

/** A list whose first items have types of their own. openapi-typescript omits the others. */
function tupleOf(schema: Partial<ArraySubtype>, options: TransformNodeOptions): ts.TypeNode | undefined {
  const { type, prefixItems, items } = schema;
  if (type !== "array" || !prefixItems || !items || Array.isArray(items)) return undefined;
  const rest = ts.factory.createArrayTypeNode(transformSchemaObject(items, options));
  const first = prefixItems.map((one) => transformSchemaObject(one, options));
  return ts.factory.createTupleTypeNode([...first, ts.factory.createRestTypeNode(rest)]);
}

/** The type of a schema that is not the one of openapi-typescript. */
function typeOf(schema: JsonObject): ts.TypeNode | undefined {
  const { factory: make } = ts;
  if (ALIAS in schema) return make.createTypeReferenceNode(String(schema[ALIAS]));
  if (ABSENT in schema) return make.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  // A file in a form of several parts.
  const files = ["Blob", "ArrayBuffer", "ArrayBufferView"].map((name) => make.createTypeReferenceNode(name));
  if (FILE in schema) return make.createUnionTypeNode(files);
  const branches = arrayAt(schema, "anyOf").filter(isJsonObject);
  const known = branches.find((branch) => branch["enum"] !== undefined);
  if (!known || !branches.some((branch) => branch["type"] === "string" && branch["enum"] === undefined))
    return undefined;
  const anyString = make.createIntersectionTypeNode([
    make.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    make.createTypeLiteralNode([]),
  ]);
  return make.createUnionTypeNode([
    ...stringsAt(known, "enum").map((value) => make.createLiteralTypeNode(make.createStringLiteral(value))),
    make.createParenthesizedType(anyString),
    ...(branches.some(({ type }) => type === "null") ? [make.createLiteralTypeNode(make.createNull())] : []),
  ]);
}
