import { readAccess } from "./access.js";
import { arrayAt, isJsonObject, type Json, type JsonObject, objectAt, stringAt, stringsAt } from "./json.js";
import { type Place, placeAt, pointer, segmentsOf } from "./json-pointer.js";
import type { DocumentedResponse, MediaType, NamedExample, Operation, Paging, Parameter } from "./operation.js";
import { sampleValue } from "./sample-value.js";
import { readSecurity } from "./security.js";

/** Reads every operation of a bundled contract, in document order. Throws an `Error` for a reference without a target. */
export function indexOperations(document: JsonObject): Operation[] {
  const ids = new Set<string>();
  const paths = Object.keys(objectAt(document, "paths")).filter((path) => path.startsWith("/"));
  return paths.flatMap((path) => {
    const item = placeAt(document, pointer("/paths", path));
    return METHODS.filter((method) => isJsonObject(item.node[method])).map((method) => {
      const operation = readOperation(document, item, path, method);
      const isTaken = ids.has(operation.id);
      ids.add(operation.id);
      return isTaken ? { ...operation, id: madeId(method, path) } : operation;
    });
  });
}

function madeId(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

const READING = new Set(["get", "head", "options"]);
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function readOperation(document: JsonObject, item: Place, path: string, method: string): Operation {
  const { pointer: at, node } = placeAt(document, pointer(item.pointer, method));
  const owner = [node, item.node].find((one) => arrayAt(one, "servers").length > 0);
  const serverUrls = serverUrlsOf(owner ?? document);
  const isBase = owner === undefined || serverUrlsOf(document).some((url) => serverUrls.includes(url));
  const ownSecurity = Array.isArray(node["security"]);
  const security = readSecurity(document, ownSecurity ? node : document);
  // A GET with a body has no meaning in HTTP.
  const hasBody = node["requestBody"] !== undefined && !READING.has(method);
  const requestBody = hasBody ? readRequestBody(document, pointer(at, "requestBody")) : undefined;
  return {
    id: stringAt(node, "operationId") ?? madeId(method, path),
    summary: stringAt(node, "summary") ?? "",
    description: stringAt(node, "description") ?? "",
    method,
    path,
    pointer: at,
    server: isBase ? "base" : "auth",
    serverUrl: serverUrls[0] ?? "",
    serverUrls,
    secured: security.length > 0 && security.every((alternative) => alternative.length > 0),
    security,
    securityPointer: ownSecurity ? pointer(at, "security") : "/security",
    access: readAccess(document, ownSecurity ? node : document, node),
    isSafe: READING.has(method) || node["x-reads"] === true,
    paging: readPaging(node["x-paging"]),
    parameters: readParameters(document, [item.pointer, at]),
    requestBody,
    requestMedia: requestBody && usualMedia(requestBody.content),
    responses: Object.keys(objectAt(node, "responses"))
      .filter((status) => !status.startsWith("x-"))
      .map((status) => readResponse(document, pointer(at, "responses", status), status)),
  };
}

function usualMedia(content: readonly MediaType[]): MediaType | undefined {
  const isForm = ({ type }: MediaType) => type === "application/x-www-form-urlencoded";
  return content.find(({ type }) => /json$/.test(type)) ?? content.find(isForm) ?? content[0];
}

function readPaging(node: Json | undefined): Paging | undefined {
  if (!isJsonObject(node)) return undefined;
  const schemes = stringsAt(node, "schemes").filter((scheme) => scheme === "offset" || scheme === "marker");
  return { schemes, marker: node["marker"] === "body" ? "body" : "query" };
}

function serverUrlsOf(owner: JsonObject): string[] {
  return arrayAt(owner, "servers").flatMap((server) => {
    if (!isJsonObject(server)) return [];
    const variables = objectAt(server, "variables");
    const url = stringAt(server, "url") ?? "";
    return url.replace(
      /\{([^}]+)\}/g,
      (whole, name: string) => stringAt(objectAt(variables, name), "default") ?? whole,
    );
  });
}

function readParameters(document: JsonObject, owners: string[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const owner of owners) {
    for (const index of arrayAt(placeAt(document, owner).node, "parameters").keys()) {
      const parameter = readParameter(document, pointer(owner, "parameters", index));
      // A parameter of the operation overrides that of the path with the same name and location.
      if (parameter !== undefined) found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function readParameter(document: JsonObject, path: string): Parameter | undefined {
  const { pointer: at, node } = placeAt(document, path);
  const name = stringAt(node, "name") ?? "";
  const place = stringAt(node, "in");
  if (place !== "path" && place !== "query" && place !== "header" && place !== "cookie") return undefined;
  // OpenAPI describes these headers elsewhere.
  if (place === "header" && /^(accept|content-type|authorization)$/i.test(name)) return undefined;
  const [type] = Object.keys(objectAt(node, "content"));
  const schema = type === undefined ? pointer(at, "schema") : pointer(at, "content", type, "schema");
  if (type === undefined && !isSchema(node["schema"])) return undefined;
  const plain = place === "query" || place === "cookie" ? "form" : "simple";
  const style = type && /json\b/i.test(type) ? "json" : (stringAt(node, "style") ?? plain);
  const explode = typeof node["explode"] === "boolean" ? node["explode"] : style === "form";
  const required = node["required"] === true || place === "path";
  const given = exampleOf(document, at, node) ?? (type && exampleOf(document, pointer(at, "content", type)));
  const example = given ?? (required ? sampleValue(document, schema, { properties: "required" }) : undefined);
  const { secret: pattern, denied } = objectAt(node, "x-access");
  const secret = typeof pattern === "string" && typeof denied === "string" ? { pattern, denied } : undefined;
  return { name, in: place, required, explode, style, pointer: at, schema, example, secret };
}

function exampleOf(document: JsonObject, at: string, node = placeAt(document, at).node): Json | undefined {
  const [name] = Object.keys(objectAt(node, "examples"));
  if (node["example"] !== undefined || name === undefined) return node["example"];
  return placeAt(document, pointer(at, "examples", name)).node["value"];
}

function readRequestBody(document: JsonObject, path: string) {
  const { pointer: at, node } = placeAt(document, path);
  const content = readContent(document, at, node).map((media): MediaType => {
    const isXml = /[/+]xml$/.test(media.type);
    const text = (value: Json) => (isXml && typeof value === "object" ? xmlOf(rootOf(document, media), value) : value);
    if (media.examples.length > 0)
      return { ...media, examples: media.examples.map((one) => ({ ...one, value: text(one.value) })) };
    // A service of files or texts may accept any.
    const any = /json$|^multipart\/|x-www-form-urlencoded$/.test(media.type) || isXml ? undefined : "text";
    const { schema } = media;
    const value = schema === undefined ? any : sampleValue(document, schema, { properties: "required" });
    if (value === undefined) return media;
    const example = { name: "generated", pointer: schema ?? media.pointer, requirements: [], value: text(value) };
    return { ...media, examples: [example] };
  });
  return { required: node["required"] === true, pointer: at, content };
}

/** The name of the root element: `xml.name`, or that of the schema. */
function rootOf(document: JsonObject, { schema }: MediaType): string {
  const { pointer: at, node } = placeAt(document, schema ?? "");
  return (
    stringAt(objectAt(node, "xml"), "name") ??
    (at.startsWith("/components/") ? segmentsOf(at).at(-1) : undefined) ??
    "root"
  );
}

/** Elements only, as OpenAPI writes objects without `xml`. */
function xmlOf(name: string, value: Json): string {
  if (Array.isArray(value)) return value.map((one) => xmlOf(name, one)).join("");
  const escaped = () => String(value).replace(/[<&]/g, (one) => (one === "<" ? "&lt;" : "&amp;"));
  const entries = isJsonObject(value) ? Object.entries(value).map(([key, one]) => xmlOf(key, one)) : [escaped()];
  return `<${name}>${entries.join("")}</${name}>`;
}

function filesOf(document: JsonObject, schema: string | undefined): string[] {
  const place = schema === undefined ? undefined : placeAt(document, schema);
  if (place === undefined) return [];
  return Object.keys(objectAt(place.node, "properties")).filter((name) => {
    const { node } = placeAt(document, pointer(place.pointer, "properties", name));
    const item = isJsonObject(node["items"]) ? node["items"] : node;
    return item["format"] === "binary" || item["contentMediaType"] !== undefined;
  });
}

function readResponse(document: JsonObject, path: string, status: string): DocumentedResponse {
  const { pointer: at, node } = placeAt(document, path);
  const headers = Object.keys(objectAt(node, "headers"))
    .filter((name) => name.toLowerCase() !== "content-type")
    .flatMap((name) => readHeader(document, pointer(at, "headers", name), name));
  const requirements = stringsAt(node, "x-requirement");
  return { status, pointer: at, requirements, headers, content: readContent(document, at, node) };
}

function readHeader(document: JsonObject, path: string, name: string): DocumentedResponse["headers"] {
  const { pointer: at, node } = placeAt(document, path);
  const required = node["required"] === true;
  if (!isSchema(node["schema"])) return [];
  return [{ name: name.toLowerCase(), required, pointer: at, schema: pointer(at, "schema"), example: node["example"] }];
}

function readContent(document: JsonObject, owner: string, node: JsonObject): MediaType[] {
  return Object.keys(objectAt(node, "content")).map((type) => {
    const { pointer: at, node: media } = placeAt(document, pointer(owner, "content", type));
    const named = Object.keys(objectAt(media, "examples")).flatMap((name): NamedExample[] => {
      const { pointer: place, node: example } = placeAt(document, pointer(at, "examples", name));
      const { value, "x-cause": cause } = example;
      // An example can be elsewhere (`externalValue`).
      if (value === undefined) return [];
      const [summary, requirements] = [stringAt(example, "summary"), stringsAt(example, "x-requirement")];
      return [{ name, pointer: pointer(place, "value"), value, requirements, summary, cause }];
    });
    const { example: value } = media;
    const alone = { name: "example", pointer: pointer(at, "example"), requirements: [] };
    const examples = named.length === 0 && value !== undefined ? [{ ...alone, value }] : named;
    const brackets = Object.values(objectAt(media, "encoding")).some(
      (one) => isJsonObject(one) && one["style"] === "deepObject",
    );
    const schema = isSchema(media["schema"]) ? pointer(at, "schema") : undefined;
    const name = type.toLowerCase().replace(/\s*;.*$/, "");
    const files = name.startsWith("multipart/") ? filesOf(document, schema) : [];
    const binary = schema !== undefined && placeAt(document, schema).node["format"] === "binary";
    return { type: name, pointer: at, schema, binary, brackets, files, examples };
  });
}

/** Documents also have `null` here. */
function isSchema(value: Json | undefined): boolean {
  return isJsonObject(value) || typeof value === "boolean";
}
