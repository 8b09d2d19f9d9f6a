import {
  type Contract,
  createContract,
  isJsonObject,
  type Json,
  type Operation,
  placeAt,
  valueAt,
} from "content-service-contract-tests/contract";

/** Generates the operations module: for each operation a run-time row, an options type and a documented method type. */
export function operationsSource(document: unknown): string {
  const contract = createContract(document);
  const all = contract.operations;
  return `// Made from openapi/ by npm run generate. Do not edit.
import type { CallOptions, FieldName, OperationInfo, PagedOperation, Selection } from "../src/operations/operation.js";
import { brandHeader, checkOffset, hideSecrets, toTokenServer } from "../src/operations/request-hooks.js";
import type { components, operations as contract } from "./types.js";

type Schemas = components["schemas"];

${all.map((operation) => `/** ${operation.summary}. */\nexport const ${operation.id} = ${row(contract, operation)} as const satisfies OperationInfo;`).join("\n\n")}

/** Every operation, by \`operationId\`. */
export const operationTable = { ${all.map(({ id }) => id).join(", ")} } satisfies Record<keyof Operations, OperationInfo>;

${all.map((operation) => optionsType(contract, operation)).join("\n\n")}

/** Every operation of the contract as a method. */
export interface Operations {
${all.map((operation) => `${docstring(operation)}\n  ${operation.id}: ${methodType(contract, operation)};`).join("\n\n")}
}
`;
}

/** The client's run-time data of an operation, and its request hooks in their order. */
function row(contract: Contract, operation: Operation): string {
  const { path, paging, parameters } = operation;
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const offset = paging?.schemes.includes("offset");
  const maxOffset = parameters.find(({ name }) => name === "offset");
  const token = !operation.secured && operation.server === "auth";
  const safe = operation.isSafe && operation.method === "post";
  const secrets = [...secretsIn(contract, valueAt(contract.document, operation.requestBody?.pointer ?? "/none"))];
  const data = {
    method: operation.method.toUpperCase(),
    path,
    ...(safe && { safe: true }),
    ...(safe && documents(operation, "500") && { hint: "(the query may be at fault)" }),
    ...(token && { token: true }),
    ...(secrets.length > 0 && { secrets }),
    ...(success(contract, operation) === undefined && { empty: true }),
    ...(paging && {
      paging: {
        marker: paging.marker,
        ...(has("usemarker") && { usemarker: true }),
        ...(maxOffset && offset && { maxOffset: contract.schemaAt(maxOffset.schema)["maximum"] }),
      },
    }),
  };
  const hooks = [
    secrets.length > 0 && "hideSecrets",
    offset && "checkOffset",
    has("ServiceApi") && "brandHeader",
    // Last, since it turns the body into a form.
    token && "toTokenServer",
  ].filter(Boolean);
  return JSON.stringify(data).replace(/}$/, hooks.length > 0 ? `, hooks: [${hooks.join(", ")}] }` : "}");
}

function optionsType(contract: Contract, operation: Operation): string {
  const from = `contract["${operation.id}"]`;
  const members = (["path", "query", "header"] as const).flatMap((place) => {
    const here = operation.parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return [];
    const required = here.some((parameter) => parameter.required);
    const type = `${from}["parameters"]["${place}"]`;
    const value = required ? type : `NonNullable<${type}>`;
    return [`${place}${required ? "" : "?"}: ${narrowed(operation, place, value)};`];
  });
  if (operation.requestBody) {
    const body = `${from}["requestBody"]`;
    const { content, required } = operation.requestBody;
    members.push(
      `body${required ? "" : "?"}: ${required ? body : `NonNullable<${body}>`}["content"]["${content[0]?.type}"];`,
    );
  }
  const generic =
    hasFields(operation) && !operation.paging ? `<Fields extends ${fieldNames(contract, operation)} = []>` : "";
  return `/** Options of \`${operation.id}\`. */
export interface ${optionsName(operation)}${generic} extends CallOptions {
  ${members.join("\n  ")}
}`;
}

function narrowed(operation: Operation, place: string, type: string): string {
  if (place !== "query" || !hasFields(operation)) return type;
  // `PagedOperation` adds the fields.
  return `Omit<${type}, "fields">${operation.paging ? "" : " & { fields?: Fields }"}`;
}

function methodType(contract: Contract, operation: Operation): string {
  const name = optionsName(operation);
  const { standard, all } = resultTypes(contract, operation);
  if (operation.paging) {
    return `PagedOperation<${name}, ${standard}${all ? `, ${all}["entries"][number]` : ""}>`;
  }
  const optional =
    operation.requestBody?.required || operation.parameters.some((parameter) => parameter.required) ? "" : "?";
  const unchanged = documents(operation, "304") ? " | undefined" : "";
  if (!all) return `(options${optional}: ${name}) => Promise<${standard}${unchanged}>`;
  return `<const Fields extends ${fieldNames(contract, operation)} = []>(options${optional}: ${name}<Fields>) => Promise<Selection<${standard}, ${all}, Fields>${unchanged}>`;
}

function fieldNames(contract: Contract, operation: Operation): string {
  return `readonly FieldName<${resultTypes(contract, operation).all}>[]`;
}

/** In the contract, `anyOf: [standard, fields]` is a response that `fields` narrows. */
function resultTypes(contract: Contract, operation: Operation): { standard: string; all?: string } {
  const schema = success(contract, operation);
  if (schema === undefined) return { standard: "void" };
  const choices = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
  const [standard, all] = choices.map((choice) => {
    const reference = isJsonObject(choice) ? choice["$ref"] : undefined;
    if (typeof reference !== "string")
      throw new Error(`${operation.id}: expected the schema of a success to be a $ref, or anyOf two of them`);
    return `Schemas["${reference.split("/").at(-1)}"]`;
  });
  if (!standard) throw new Error(`${operation.id}: anyOf is empty`);
  return hasFields(operation) && all ? { standard, all } : { standard };
}

/** The schema of the first success as the contract writes it, with its references. */
function success({ document }: Contract, { responses }: Operation) {
  const response = responses.find(({ status }) => status.startsWith("2"));
  const schema = response?.content.find(({ type }) => type === "application/json")?.schema;
  const node = schema === undefined ? undefined : valueAt(document, schema);
  return isJsonObject(node) ? node : undefined;
}

/** The names of the secret properties (`format: password`) below a node, at any depth. */
function secretsIn(contract: Contract, node: Json | undefined, name = ""): Set<string> {
  if (node === null || typeof node !== "object") return new Set();
  if (!Array.isArray(node) && typeof node["$ref"] === "string")
    return secretsIn(contract, placeAt(contract.document, node["$ref"].slice(1)).node, name);
  const own = !Array.isArray(node) && node["format"] === "password" ? [name] : [];
  return new Set([...own, ...Object.entries(node).flatMap(([key, child]) => [...secretsIn(contract, child, key)])]);
}

function documents({ responses }: Operation, status: string): boolean {
  return responses.some((response) => response.status === status);
}

function hasFields(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.in === "query" && parameter.name === "fields");
}

function optionsName({ id }: Operation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Options`;
}

function docstring({ summary, description, method, path }: Operation): string {
  const lines = [
    `${summary}.`,
    "",
    `\`${method.toUpperCase()} ${path}\``,
    "",
    ...description.trim().split("\n").flatMap(folded),
  ];
  return ["/**", ...lines.map((line) => ` * ${line.replaceAll("*/", "*\\/")}`.trimEnd()), " */"].join("\n");
}

/** Breaks a line of prose at spaces. */
function folded(line: string): string[] {
  return line.match(/.{1,110}(?: |$)/g)?.map((part) => part.trimEnd()) ?? [line];
}
