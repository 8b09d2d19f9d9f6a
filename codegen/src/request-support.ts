import type { Contract, DocumentedResponse, MediaType, Operation, Parameter } from "content-service-contract";
import {
  arrayAt,
  errorCodeOf,
  isJsonObject,
  pointer,
  schemaProperties,
  segmentsOf,
  typesAt,
} from "content-service-contract";
import { listOf } from "./list-description.js";

export function jsonMedia({ content }: { readonly content: readonly MediaType[] }): MediaType | undefined {
  return (
    content.find(({ type, binary }) => type === "application/json" || (type === "*/*" && !binary)) ??
    content.find(({ type }) => /\+json$/.test(type))
  );
}

/** The form of a request body that the client sends. */
export function bodyMedia({ requestBody }: Operation): MediaType | undefined {
  return requestBody && (jsonMedia(requestBody) ?? requestBody.content[0]);
}

/** The media type of a request body other than JSON. That of a token request is known. */
export function otherMedia(operation: Operation): MediaType | undefined {
  const media = isTokenRequest(operation) ? undefined : bodyMedia(operation);
  return media && operation.requestBody && !jsonMedia(operation.requestBody) ? media : undefined;
}

/** A media type with its parameters, such as `; version=2`, unless they are malformed. */
export function typeText({ type, pointer: at }: MediaType): string {
  const text = segmentsOf(at).at(-1) ?? "";
  return MEDIA_TYPE.test(text) ? text : type;
}

const MEDIA_TYPE = /^[\w.*+-]+\/[\w.*+-]+(\s*;\s*[\w-]+=([\w.+:/-]+|"[^"\\]*"))*$/;

/** The form of a success that is not JSON. What a redirect leads to is bytes. */
export function formOf(operation: Operation): "bytes" | "text" | undefined {
  if (successes(operation).length === 0 && followsRedirects(operation)) return "bytes";
  const other = successes(operation).find((response) => response.content.length > 0 && !jsonMedia(response));
  return other && (other.content.every(({ type }) => type.startsWith("text/")) ? "text" : "bytes");
}

/** Whether a success is JSON or a stream: of events, or of lines. The request says which. */
export function canStream(operation: Operation): boolean {
  const isStream = ({ type }: MediaType) => /event-stream$|ndjson$|jsonl$|json-seq$/.test(type);
  return !formOf(operation) && successes(operation).some(({ content }) => content.some(isStream));
}

/**
 * The `Accept` of an operation: the types that the client reads. Better a form that is not documented than a 406. The client's
 * own service has only JSON, also without the header.
 */
export function acceptOf(operation: Operation, standalone: boolean): string | undefined {
  const all = successes(operation).flatMap(({ content }) => content.map(typeText));
  const read = successes(operation).flatMap((one) => jsonMedia(one) ?? one.content);
  const types = [...new Set(read.map(typeText))].filter((type) => MEDIA_TYPE.test(type));
  const isPlain = (!standalone && all.every((type) => type === "application/json")) || types.includes("*/*");
  return isPlain || types.length === 0 ? undefined : [...types, "*/*;q=0.1"].join(", ");
}

export function followsRedirects({ method, responses }: Operation): boolean {
  return method === "get" && responses.some(({ status }) => /^30[2378]$/.test(status));
}

/** The responses that succeed: that of no status, where the document has no other one. */
export function successes({ responses }: Operation): readonly DocumentedResponse[] {
  const isDefault = responses.every(({ status }) => /^([45]|default$)/.test(status));
  return responses.filter(({ status }) => (isDefault ? status === "default" : status.startsWith("2")));
}

/** Why the client cannot send an operation or read its response; undefined if it can. */
export function problemOf(operation: Operation): string | undefined {
  const { method, responses, serverUrl } = operation;
  const path = pathOf(operation);
  if (!/^(get|put|post|patch|delete)$/.test(method)) return "this method is not supported";
  if (path.includes("#")) return "its path has a fragment, which OpenAPI does not allow";
  if (!TEMPLATE.test(path)) return "its path has a character that a URL has only escaped, or . or .. as a segment";
  if (hasOwnServer(operation) && serverUrl.includes("{"))
    return `its server ${serverUrl} has a variable without a default`;
  const bodies = successes(operation).filter(({ content }) => content.length > 0);
  if (formOf(operation) && bodies.some((response) => jsonMedia(response)))
    return "its responses are JSON and another form";
  const isRedirect = successes(operation).length === 0 && responses.some(({ status }) => /^3\d\d$/.test(status));
  if (isRedirect && !followsRedirects(operation))
    return "its response is a redirect, which the client follows only for a GET";
  return undefined;
}

/** The path without its query, whose parameters are those of the operation. */
export function pathOf({ path }: Operation): string {
  return path.replace(/\?.*$/, "");
}

/** The media types whose bodies can be strings. */
export const TEXT_TYPE = /^text\/|(xml|yaml|ndjson|jsonl|csv|graphql|sql)$/;

/** A path that `defineOperation` accepts. */
const TEMPLATE = /^\/(?:(?!\.\.?(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|\{[\w.~-]+\})+(?:\/|$))*$/;

/** Whether an operation is the token request of the client, which has an option for its server. */
export function isTokenRequest(operation: Operation): boolean {
  return operation.server === "auth" && !operation.secured && operation.path === "/oauth2/token";
}

export function hasOwnServer(operation: Operation): boolean {
  return operation.server === "auth" && !isTokenRequest(operation);
}

/**
 * How `paginate` reads the pages of an operation; undefined for any other operation. Without `x-paging`, a GET with a
 * `marker` in its query is paged by it. The success must have `entries`.
 */
export function pageOf(contract: Contract, operation: Operation) {
  const byMarker = operation.parameters.some(({ name, in: place }) => name === "marker" && place === "query");
  const inferred = byMarker && operation.method === "get" && ({ schemes: ["marker"], marker: "query" } as const);
  const paging = listOf(contract, operation) ? undefined : (operation.paging ?? (inferred || undefined));
  const schemas = successes(operation).map((response) => jsonMedia(response)?.schema);
  const found = schemas.map((schema) => (schema ? entriesOf(contract, schema) : undefined));
  if (!paging || found.length === 0 || found.includes(undefined)) return undefined;
  return { paging, entries: found.includes("optional") ? "optional" : "required" };
}

function entriesOf(contract: Contract, schema: string, depth = 0): "required" | "optional" | undefined {
  const { required, properties } = contract.schemaAt(schema);
  const branches = (...keys: string[]) =>
    branchesOf(contract, schema, keys, depth).map((branch) => entriesOf(contract, branch, depth + 1));
  const choices = branches("anyOf", "oneOf");
  const choice = choices.includes(undefined) ? [] : [choices.includes("optional") ? "optional" : choices[0]];
  const isRequired = Array.isArray(required) && required.includes("entries");
  const own = isRequired ? "required" : Object(properties)["entries"] && "optional";
  const all = [own, ...branches("allOf"), ...choice];
  return all.includes("required") ? "required" : all.find((one) => one === "optional");
}

/** The pointers of the parts of a schema under some keywords. None at a depth that only a recursive schema has. */
function branchesOf(contract: Contract, schema: string, keys: readonly string[], depth: number): string[] {
  const node = contract.schemaAt(schema);
  return depth < 9
    ? keys.flatMap((key) => arrayAt(node, key).map((_, index) => pointer(contract.pointerOf(schema), key, index)))
    : [];
}

/** The parameters that are more than texts, or arrays in the query: the client writes them by their style. */
export function styledParameters(contract: Contract, parameters: readonly Parameter[]): Parameter[] {
  return parameters.filter((parameter) => {
    const types = typesOf(contract, parameter);
    if (parameter.in === "cookie" || types.includes("object")) return true;
    return parameter.in === "query"
      ? parameter.style !== "form" && (types.includes("array") || parameter.style === "json")
      : parameter.style !== "simple" || types.includes("array");
  });
}

/** The path parameters and headers that are not strings. The client sends strings only. */
export function textParameters(contract: Contract, parameters: readonly Parameter[]): Parameter[] {
  const styled = styledParameters(contract, parameters);
  return parameters.filter((parameter) => {
    const types = typesOf(contract, parameter);
    const isText = types.length > 0 && types.every((type) => type === "string");
    return parameter.in !== "query" && !styled.includes(parameter) && !isText;
  });
}

/** The names of the arrays in the query that repeat their name. */
export function repeatedArrays(contract: Contract, { parameters }: Operation): string[] {
  const isArray = (parameter: Parameter) => typesOf(contract, parameter).includes("array");
  return parameters.filter((one) => one.in === "query" && one.explode && isArray(one)).map(({ name }) => name);
}

/** The JSON types of a parameter. */
function typesOf(contract: Contract, { schema }: Parameter): string[] {
  const types = typesAt(contract.document, schema).filter((type) => type !== "null");
  return types.length === 0 && schemaProperties(contract, schema, {}).size > 0 ? ["object"] : types;
}

/** Whether a schema describes properties whose names the caller chooses. */
export function hasOwnValues(contract: Contract, schema: string, depth = 0): boolean {
  if (isJsonObject(contract.schemaAt(schema)["additionalProperties"])) return true;
  return branchesOf(contract, schema, ["allOf"], depth).some((branch) => hasOwnValues(contract, branch, depth + 1));
}

/** Whether a success has properties of the caller, whose type is then a type parameter of the method. */
export function returnsOwnValues(contract: Contract, operation: Operation): boolean {
  const [schema] = successes(operation).map((response) => jsonMedia(response)?.schema);
  return successes(operation).length === 1 && schema !== undefined && hasOwnValues(contract, schema);
}

export function documents({ responses }: Operation, status: string): boolean {
  return responses.some((response) => response.status === status);
}

export function hasFields(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.in === "query" && parameter.name === "fields");
}

/** Whether `fields` of a list are a property of its body. */
export function fieldsInBody(contract: Contract, operation: Operation): boolean {
  const schema = bodyMedia(operation)?.schema;
  return schema !== undefined && schemaProperties(contract, schema, {}).has("fields");
}

/** The documented error codes of an operation, each with its statuses. */
export function errorCodes({ responses }: Operation): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { status, content } of responses) {
    if (/^[123]/.test(status)) continue;
    for (const { value } of content.flatMap(({ examples }) => examples)) {
      const code = errorCodeOf(value);
      const inBody = isJsonObject(value) && status === "default" ? value["status"] : undefined;
      if (code !== undefined) found.set(code, (found.get(code) ?? new Set()).add(String(inBody ?? status)));
    }
  }
  return found;
}
