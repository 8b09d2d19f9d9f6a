import { arrayAt, isJsonObject, type Json, type JsonObject, objectAt, stringAt, stringsAt } from "./json.js";
import { placeAt, pointer } from "./json-pointer.js";
import type {
  DocumentedHeader,
  DocumentedResponse,
  MediaType,
  NamedExample,
  Operation,
  Paging,
  Parameter,
} from "./operation.js";

/**
 * Reads every operation of a bundled contract, in document order.
 *
 * Throws an `Error` when an operation has no `operationId`, or when a reference has no target.
 */
export function indexOperations(document: JsonObject): Operation[] {
  return Object.keys(objectAt(document, "paths")).flatMap((path) => {
    const at = pointer("/paths", path);
    const item = placeAt(document, at);
    return METHODS.filter((method) => isJsonObject(item.node[method])).map((method) =>
      readOperation(document, item.pointer, path, method),
    );
  });
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function readOperation(document: JsonObject, itemPointer: string, path: string, method: string): Operation {
  const { pointer: at, node } = placeAt(document, pointer(itemPointer, method));
  const id = stringAt(node, "operationId");
  if (id === undefined) throw new Error(`The operation at ${at} has no operationId`);
  const ownServer = arrayAt(node, "servers").length > 0;
  const ownSecurity = Array.isArray(node["security"]);
  return {
    id,
    summary: stringAt(node, "summary") ?? "",
    description: stringAt(node, "description") ?? "",
    method,
    path,
    pointer: at,
    server: ownServer ? "auth" : "base",
    serverUrl: serverUrl(ownServer ? node : document),
    secured: arrayAt(ownSecurity ? node : document, "security").length > 0,
    securityPointer: ownSecurity ? pointer(at, "security") : "/security",
    isSafe: method === "get" || node["x-reads"] === true,
    paging: readPaging(node["x-paging"]),
    parameters: readParameters(document, [itemPointer, at]),
    requestBody: node["requestBody"] === undefined ? undefined : readRequestBody(document, pointer(at, "requestBody")),
    responses: Object.keys(objectAt(node, "responses")).map((status) =>
      readResponse(document, pointer(at, "responses", status), status),
    ),
  };
}

function readPaging(node: Json | undefined): Paging | undefined {
  if (!isJsonObject(node)) return undefined;
  const schemes = stringsAt(node, "schemes").filter((scheme) => scheme === "offset" || scheme === "marker");
  return { schemes, marker: node["marker"] === "body" ? "body" : "query" };
}

function serverUrl(owner: JsonObject): string {
  const server = arrayAt(owner, "servers")[0];
  if (!isJsonObject(server)) return "";
  const variables = objectAt(server, "variables");
  const url = stringAt(server, "url") ?? "";
  return url.replace(/\{([^}]+)\}/g, (whole, name: string) => stringAt(objectAt(variables, name), "default") ?? whole);
}

function readParameters(document: JsonObject, owners: string[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const owner of owners) {
    const list = arrayAt(placeAt(document, owner).node, "parameters");
    for (const index of list.keys()) {
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
  if (place !== "path" && place !== "query" && place !== "header") return undefined;
  const explode = typeof node["explode"] === "boolean" ? node["explode"] : place === "query";
  const required = node["required"] === true;
  return { name, in: place, required, explode, pointer: at, schema: pointer(at, "schema"), example: node["example"] };
}

function readRequestBody(document: JsonObject, path: string) {
  const { pointer: at, node } = placeAt(document, path);
  return { required: node["required"] === true, pointer: at, content: readContent(document, at, node) };
}

function readResponse(document: JsonObject, path: string, status: string): DocumentedResponse {
  const { pointer: at, node } = placeAt(document, path);
  const headers = Object.keys(objectAt(node, "headers")).map((name) =>
    readHeader(document, pointer(at, "headers", name), name),
  );
  const requirements = stringsAt(node, "x-requirement");
  return { status, pointer: at, requirements, headers, content: readContent(document, at, node) };
}

function readHeader(document: JsonObject, path: string, name: string): DocumentedHeader {
  const { pointer: at, node } = placeAt(document, path);
  const required = node["required"] === true;
  return { name: name.toLowerCase(), required, pointer: at, schema: pointer(at, "schema"), example: node["example"] };
}

function readContent(document: JsonObject, owner: string, node: JsonObject): MediaType[] {
  return Object.keys(objectAt(node, "content")).map((type) => {
    const { pointer: at, node: media } = placeAt(document, pointer(owner, "content", type));
    const examples = Object.keys(objectAt(media, "examples")).map((name) => {
      const place = placeAt(document, pointer(at, "examples", name));
      return readExample(place.node, pointer(place.pointer, "value"), name);
    });
    const schema = media["schema"] === undefined ? undefined : pointer(at, "schema");
    return { type: type.toLowerCase().replace(/\s*;.*$/, ""), pointer: at, schema, examples };
  });
}

function readExample(node: JsonObject, at: string, name: string): NamedExample {
  return { name, pointer: at, value: node["value"] ?? null, requirements: stringsAt(node, "x-requirement") };
}
