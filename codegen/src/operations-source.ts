import type { Contract, Json, Operation } from "content-service-contract";
import { isJsonObject, placeAt, segmentsOf, valueAt } from "content-service-contract";
import { itemType, listOf } from "./list-description.js";
import {
  bodyMedia,
  canStream,
  documents,
  errorCodes,
  fieldsInBody,
  formOf,
  hasFields,
  hasOwnValues,
  jsonMedia,
  otherMedia,
  pageOf,
  pathOf,
  returnsOwnValues,
  successes,
  TEXT_TYPE,
  textParameters,
} from "./request-support.js";
import { type RowData, rowData } from "./row-data.js";

/** How a module of operations imports the client and writes a row. */
export interface ModuleStyle {
  /** The code after the comment and the imports of types. */
  readonly imports: string;
  /** Where the types of the client come from. */
  readonly typesFrom: string;
  /** The types in rows and table. */
  readonly types: readonly string[];
  schema(name: string): string;
  row(name: string, data: RowData): string;
  /** Whether the document is of another service than that of the client. */
  readonly standalone?: boolean;
  table(names: readonly string[]): string;
}

/** Generates the operations module: for each operation a run-time row, an options type and a documented method type. */
export function operationsSource(contract: Contract, all: readonly Operation[], style: ModuleStyle): string {
  const declarations = `${all.map((operation) => `/** ${summaryOf(operation)} */\n${style.row(operation.id, rowData(contract, operation, style.standalone))}`).join("\n\n")}

/** Every operation, by \`operationId\`. */
${style.table(all.map(({ id }) => id))}

${all.map((operation) => optionsType(contract, operation, style)).join("\n\n")}

${style.standalone ? "" : `/** The error codes of each operation, for \`isApiError<ErrorCodes["…"]>(error, "…")\`. */\nexport interface ErrorCodes {\n${all.map((operation) => `  ${operation.id}: ${[...errorCodes(operation).keys()].map((code) => JSON.stringify(code)).join(" | ") || "never"};`).join("\n")}\n}\n\n`}/** Every operation of the contract as a method. */
export interface Operations {
${all.map((operation) => `${docstring(contract, operation, style.standalone)}\n  ${operation.id}: ${methodType(contract, operation, style)};`).join("\n\n")}
}
`;
  // Some compiler settings reject unused imports. A comment or a name in quotes is no use.
  const code = declarations.replace(/\/\*\*.*?\*\/|"(?:\\.|[^"\\])*"/gs, "");
  const used = (...names: string[]) =>
    names.filter((name) => new RegExp(`\\b${name.replace("type ", "")}\\b`).test(code));
  const from = (module: string, names: readonly string[], kind = "") =>
    names.length > 0 ? `import ${kind}{ ${names.join(", ")} } from "${module}";\n` : "";
  const { typesFrom } = style;
  const selecting = ["FieldList", "FieldsQuery", "PagedOperation", "Query", "Selection"];
  const types = [...used("CallOptions", "CallPromise", ...selecting), ...style.types].sort();
  const forms = used("bytes", "type BytesBody", "type Download", "type Forms", "type TransferOptions");
  const writers = used("anyError", "accepting", "atServer", "listPages", "secured", "styled", "type OtherList");
  const schemas = used("Schemas").length > 0;
  const documented = [...(schemas ? ["components"] : []), ...used("contract").map(() => "operations as contract")];
  return `${from(typesFrom, types, "type ")}${style.imports}
${from(`${typesFrom}/bytes`, forms)}${from(`${typesFrom}/openapi`, writers)}${from("./types.js", documented, "type ")}
${schemas ? 'type Schemas = components["schemas"];\n\n' : ""}${declarations}`;
}

function optionsType(contract: Contract, operation: Operation, style: ModuleStyle): string {
  const from = `contract["${operation.id}"]`;
  const narrows = resultTypes(contract, operation, style).all !== undefined;
  const list = pageOf(contract, operation);
  const members = (["path", "query", "header", "cookie"] as const).flatMap((place) => {
    const here = operation.parameters.filter((parameter) => parameter.in === place);
    const undocumented = place === "path" ? undocumentedNames(operation) : [];
    if (here.length + undocumented.length === 0) return [];
    const required = here.some((parameter) => parameter.required);
    const type = `${from}["parameters"]["${place}"]`;
    const texts = textParameters(contract, here);
    const fields = place === "query" && narrows && hasFields(operation) ? ["fields"] : [];
    const without = [...texts, ...fields.map((name) => ({ name }))];
    const replaced = [
      ...texts.map((one) => `${keyText(one.name)}${one.required ? "" : "?"}: string`),
      ...undocumented.map((name) => `${keyText(name)}: string`),
    ];
    const given = omitting(required ? type : `NonNullable<${type}>`, without);
    const base = here.length === 0 ? [] : [place === "query" ? `Query<${given}>` : given];
    const added = replaced.length > 0 ? [`{ ${replaced.join("; ")} }`] : [];
    // `PagedOperation` adds the fields.
    if (fields.length > 0 && !list) added.push("FieldsQuery<Fields>");
    const names = [...here.map(({ name }) => name), ...undocumented].map((name) => `\`${name}\``).join(", ");
    const comment = inComment(`${PLACES[place]}: ${names}.${place === "header" ? " Others are `headers`." : ""}`);
    return [`/** ${comment} */`, member(place, required || undocumented.length > 0, [...base, ...added].join(" & "))];
  });
  const isGenericBody = takesOwnValues(contract, operation, style);
  if (operation.requestBody && bodyMedia(operation)) {
    const type = isGenericBody ? "Values" : bodyType(operation);
    const body = narrows && fieldsInBody(contract, operation) ? omitting(type, [{ name: "fields" }]) : type;
    members.push(member("body", operation.requestBody.required, body));
  }
  const fields = narrows && !list && `<Fields extends ${fieldList(contract, operation, style)} = []>`;
  const generic = fields || (isGenericBody ? valuesParameter(operation) : "");
  return `/** Options of \`${operation.id}\`. */
export interface ${optionsName(operation)}${generic} extends ${rowData(contract, operation).codec ? "TransferOptions" : "CallOptions"} {${members.map((member) => `\n  ${member}`).join("")}
}`;
}

/** A member of an interface. One that is optional can also be undefined. */
function member(name: string, required: boolean, type: string): string {
  return required ? `${name}: ${type};` : `${name}?: ${type} | undefined;`;
}

const PLACES = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Request headers of the operation",
  cookie: "Cookies",
};

/** A text that cannot end the comment around it. */
function inComment(text: string): string {
  return text.replaceAll("*/", "*\\/").replace(/\s+/g, " ");
}

function keyText(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}

function omitting(type: string, parameters: readonly { readonly name: string }[]): string {
  if (parameters.length === 0) return type;
  return `Omit<${type}, ${parameters.map(({ name }) => JSON.stringify(name)).join(" | ")}>`;
}

/** The parameters of the path template that the document does not describe. */
function undocumentedNames(operation: Operation): string[] {
  const { parameters } = operation;
  const names = [...pathOf(operation).matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !parameters.some((one) => one.in === "path" && one.name === name));
}

function methodType(contract: Contract, operation: Operation, style: ModuleStyle): string {
  const name = optionsName(operation);
  const { standard, all } = resultTypes(contract, operation, style);
  const form = formOf(operation);
  if (form) return `Download<${name}, "${form}">`;
  const [media] = successes(operation).flatMap((response) => jsonMedia(response) ?? []);
  if (listOf(contract, operation)) {
    const item = itemType(contract, operation, media?.schema, standard);
    return `OtherList<${name}, ${standard}, ${item}>`;
  }
  const page = pageOf(contract, operation);
  if (page) {
    const certain = page.entries === "required" ? "" : ` & { entries: NonNullable<${standard}["entries"]> }`;
    const place = all && fieldsInBody(contract, operation) ? `, "body"` : "";
    return `PagedOperation<${name}, ${standard}${certain}${all ? `, ${all}["entries"][number]` : ""}${place}>`;
  }
  const required =
    operation.parameters.some((parameter) => parameter.required) || undocumentedNames(operation).length > 0;
  const optional = operation.requestBody?.required || required ? "" : "?";
  let generic = all ? `<const Fields extends ${fieldList(contract, operation, style)} = []>` : "";
  let options = `options${optional}: ${name}${all ? "<Fields>" : ""}`;
  let result = all ? `Selection<${standard}, ${all}, Fields>` : standard;
  if (!all && returnsOwnValues(contract, operation)) {
    const isBody = takesOwnValues(contract, operation, style);
    generic = isBody ? valuesParameter(operation) : "<Values = unknown>";
    if (isBody) options += "<Values>";
    result = `${standard} & Values`;
  }
  if (canStream(operation))
    return `{ ${generic}(${options} & { as?: never }): CallPromise<${result}>; <As extends keyof Forms>(options: ${name} & { as: As }): CallPromise<Forms[As]> }`;
  // Without the condition, there is always a body.
  const condition = operation.parameters.find(({ name }) => name.toLowerCase() === "if-none-match");
  if (!condition || !documents(operation, "304")) return `${generic}(${options}) => CallPromise<${result}>`;
  const hasHeader = operation.parameters.some((parameter) => parameter.in === "header" && parameter.required);
  const never = `{ ${member("header", hasHeader, `{ ${keyText(condition.name)}?: never }`)} }`;
  return `{ ${generic}(${options} & ${never}): CallPromise<${result}>; ${generic}(${options}): CallPromise<${result} | undefined> }`;
}

/** Whether the body consists only of such values. */
function takesOwnValues(contract: Contract, operation: Operation, style: ModuleStyle): boolean {
  const schema = bodyMedia(operation)?.schema;
  const isPlain = resultTypes(contract, operation, style).all === undefined && !pageOf(contract, operation);
  if (schema === undefined || !isPlain || !returnsOwnValues(contract, operation)) return false;
  return hasOwnValues(contract, schema) && contract.schemaAt(schema)["properties"] === undefined;
}

const valuesParameter = (operation: Operation) => `<Values extends object = ${bodyType(operation)}>`;

function bodyType(operation: Operation): string {
  const body = `contract["${operation.id}"]["requestBody"]`;
  const content = operation.requestBody?.required ? body : `NonNullable<${body}>`;
  const type = `${content}["content"][${keyOf(bodyMedia(operation)?.pointer ?? "")}]`;
  const other = otherMedia(operation)?.type;
  if (other === undefined) return type;
  if (other.startsWith("multipart/")) return `FormData | ${type}`;
  if (other === "application/x-www-form-urlencoded") return `URLSearchParams | ${type}`;
  return TEXT_TYPE.test(other) ? "string | BytesBody" : "BytesBody";
}

function fieldList(contract: Contract, operation: Operation, style: ModuleStyle): string {
  return `FieldList<${resultTypes(contract, operation, style).all}>`;
}

/** With the convention `fields`, `anyOf: [standard, fields]` is a response that `fields` narrows. */
function resultTypes(contract: Contract, operation: Operation, style: ModuleStyle): { standard: string; all?: string } {
  const isNarrowed = contract.follows("fields");
  const types = successes(operation).map((response) => {
    const media = jsonMedia(response);
    const schema = media?.schema && valueAt(contract.document, media.schema);
    const [standard, all] = isJsonObject(schema) ? schemaNames(schema).map(style.schema) : [];
    if (standard && all && isNarrowed && hasFields(operation)) return { standard, all };
    // The entries of a list have the attributes, if asked for.
    if (standard && !all && isNarrowed && pageOf(contract, operation) && fieldsInBody(contract, operation))
      return { standard, all: standard };
    const status = /^\d+$/.test(response.status) ? response.status : JSON.stringify(response.status);
    const at = `contract["${operation.id}"]["responses"][${status}]["content"]`;
    return { standard: standard && !all ? standard : media ? `${at}[${keyOf(media.pointer)}]` : "undefined" };
  });
  const [first] = types;
  if (types.length === 1 && first && first.standard !== "undefined") return first;
  const union = [...new Set(types.map(({ standard }) => standard))];
  return { standard: union.length === 0 || union.join() === "undefined" ? "void" : union.join(" | ") };
}

/** The names of the schemas that a reference, or an `anyOf` of references, refers to. */
function schemaNames(schema: Json): string[] {
  const choices = isJsonObject(schema) && Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema];
  const names = choices.map((choice) => {
    const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(String(isJsonObject(choice) && choice["$ref"])) ?? [];
    return name && segmentsOf(`/${decodeURIComponent(name)}`)[0];
  });
  return names.every((name) => name !== undefined) ? names.filter((name) => name !== undefined) : [];
}

/** The key of a media type as the document spells it, quoted: a name must not end the text around it. */
function keyOf(at: string): string {
  return JSON.stringify(segmentsOf(at).at(-1));
}

function optionsName({ id }: Operation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Options`;
}

function summaryOf({ summary, method, path }: Operation): string {
  const text = inComment(summary || `${method.toUpperCase()} ${path}`);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function docstring(contract: Contract, operation: Operation, standalone = false): string {
  const typed = standalone ? "" : `, typed by \`ErrorCodes["${operation.id}"]\``;
  const { description, method, path, pointer } = operation;
  const values = returnsOwnValues(contract, operation) ? ["", "`Values` is the type of your own values."] : [];
  const codes = [...errorCodes(operation)].map(([code, statuses]) => `\`${code}\` (${[...statuses].join(", ")})`);
  const lines = [
    ...(operation.summary === "" ? [] : [summaryOf(operation), ""]),
    `\`${method.toUpperCase()} ${path}\``,
    ...(description.trim() === "" ? [] : ["", ...description.trim().split(LINE_BREAK).flatMap(folded)]),
    ...values,
    ...(codes.length > 0 ? ["", ...folded(`Error codes${typed}: ${codes.join(", ")}.`)] : []),
    ...(placeAt(contract.document, pointer).node["deprecated"] === true ? ["", "@deprecated"] : []),
  ];
  return ["  /**", ...lines.map((line) => `   * ${line.replaceAll("*/", "*\\/")}`.trimEnd()), "   */"].join("\n");
}

/** Any that TypeScript knows. */
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;

/** Breaks a line of prose at spaces. */
function folded(line: string): string[] {
  return line.match(/(?:\S{111,}|.{1,110})(?: |$)/g)?.map((part) => part.trimEnd()) ?? [line];
}
