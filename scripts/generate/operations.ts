import { type Contract, type ContractOperation, operationsOf } from "./contract.js";

/** Generates the operations module: for each operation a run-time row, an options type and a documented method type. */
export function operationsSource(contract: Contract): string {
  const all = operationsOf(contract);
  return `// Made from openapi/ by npm run generate. Do not edit.
import type { CallOptions, FieldName, OperationInfo, PagedOperation, Selection } from "../src/operations/operation.js";
import { brandHeader, checkOffset, hideSecrets, toTokenServer } from "../src/operations/request-hooks.js";
import type { components, operations as contract } from "./types.js";

type Schemas = components["schemas"];

${all.map((operation) => `/** ${operation.summary}. */\nexport const ${operation.id} = ${row(operation)} as const satisfies OperationInfo;`).join("\n\n")}

/** Every operation, by \`operationId\`. */
export const operationTable = { ${all.map(({ id }) => id).join(", ")} } satisfies Record<keyof Operations, OperationInfo>;

${all.map(optionsType).join("\n\n")}

/** Every operation of the contract as a method. */
export interface Operations {
${all.map((operation) => `${docstring(operation)}\n  ${operation.id}: ${methodType(operation)};`).join("\n\n")}
}
`;
}

/** The client's run-time data of an operation, and its request hooks in their order. */
function row(operation: ContractOperation): string {
  const { method, path, paging, parameters } = operation;
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const offset = paging?.schemes.includes("offset");
  const token = operation.open && operation.ownServer;
  const data = {
    method,
    path,
    ...(operation.safe && { safe: true }),
    ...(operation.safe && "500" in operation.responses && { hint: "(the query may be at fault)" }),
    ...(token && { token: true }),
    ...(operation.secrets.length > 0 && { secrets: operation.secrets }),
    ...(success(operation) === undefined && { empty: true }),
    ...(paging && {
      paging: {
        marker: paging.marker,
        ...(has("usemarker") && { usemarker: true }),
        ...(offset && { maxOffset: parameters.find(({ name }) => name === "offset")?.schema?.maximum }),
      },
    }),
  };
  const hooks = [
    operation.secrets.length > 0 && "hideSecrets",
    offset && "checkOffset",
    has("ServiceApi") && "brandHeader",
    // Last, since it turns the body into a form.
    token && "toTokenServer",
  ].filter(Boolean);
  return JSON.stringify(data).replace(/}$/, hooks.length > 0 ? `, hooks: [${hooks.join(", ")}] }` : "}");
}

function optionsType(operation: ContractOperation): string {
  const from = `contract["${operation.id}"]`;
  const members = (["path", "query", "header"] as const).flatMap((place) => {
    const here = operation.parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return [];
    const required = here.some((parameter) => parameter.required);
    const type = `${from}["parameters"]["${place}"]`;
    const value = required ? type : `NonNullable<${type}>`;
    return [`${place}${required ? "" : "?"}: ${narrowed(operation, place, value)};`];
  });
  if (operation.body) {
    const body = `${from}["requestBody"]`;
    const { mediaType, required } = operation.body;
    members.push(`body${required ? "" : "?"}: ${required ? body : `NonNullable<${body}>`}["content"]["${mediaType}"];`);
  }
  const generic = hasFields(operation) && !operation.paging ? `<Fields extends ${fieldNames(operation)} = []>` : "";
  return `/** Options of \`${operation.id}\`. */
export interface ${optionsName(operation)}${generic} extends CallOptions {
  ${members.join("\n  ")}
}`;
}

function narrowed(operation: ContractOperation, place: string, type: string): string {
  if (place !== "query" || !hasFields(operation)) return type;
  // `PagedOperation` adds the fields.
  return `Omit<${type}, "fields">${operation.paging ? "" : " & { fields?: Fields }"}`;
}

function methodType(operation: ContractOperation): string {
  const name = optionsName(operation);
  const { standard, all } = resultTypes(operation);
  if (operation.paging) {
    return `PagedOperation<${name}, ${standard}${all ? `, ${all}["entries"][number]` : ""}>`;
  }
  const optional = operation.body?.required || operation.parameters.some((parameter) => parameter.required) ? "" : "?";
  const unchanged = "304" in operation.responses ? " | undefined" : "";
  if (!all) return `(options${optional}: ${name}) => Promise<${standard}${unchanged}>`;
  return `<const Fields extends ${fieldNames(operation)} = []>(options${optional}: ${name}<Fields>) => Promise<Selection<${standard}, ${all}, Fields>${unchanged}>`;
}

function fieldNames(operation: ContractOperation): string {
  return `readonly FieldName<${resultTypes(operation).all}>[]`;
}

/** In the contract, `anyOf: [standard, fields]` is a response that `fields` narrows. */
function resultTypes(operation: ContractOperation): { standard: string; all?: string } {
  const schema = success(operation);
  if (!schema) return { standard: "void" };
  const [standard, all] = (schema.anyOf ?? [schema]).map(({ $ref }) => {
    if (!$ref) throw new Error(`${operation.id}: the schema of a success must be a $ref, or anyOf two of them`);
    return `Schemas["${$ref.split("/").at(-1)}"]`;
  });
  if (!standard) throw new Error(`${operation.id}: anyOf is empty`);
  return hasFields(operation) && all ? { standard, all } : { standard };
}

function success(operation: ContractOperation) {
  const response = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  return response?.content?.["application/json"]?.schema;
}

function hasFields(operation: ContractOperation): boolean {
  return operation.parameters.some((parameter) => parameter.in === "query" && parameter.name === "fields");
}

function optionsName({ id }: ContractOperation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Options`;
}

function docstring({ summary, description, method, path }: ContractOperation): string {
  const lines = [`${summary}.`, "", `\`${method} ${path}\``, "", ...description.trim().split("\n").flatMap(folded)];
  return ["/**", ...lines.map((line) => ` * ${line.replaceAll("*/", "*\\/")}`.trimEnd()), " */"].join("\n");
}

/** Breaks a line of prose at spaces. */
function folded(line: string): string[] {
  return line.match(/.{1,110}(?: |$)/g)?.map((part) => part.trimEnd()) ?? [line];
}
