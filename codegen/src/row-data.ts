import type { Contract, Json, JsonObject, Operation } from "content-service-contract";
import { objectAt, placeAt, schemaProperties, typesAt, valueAt } from "content-service-contract";
import { listOf } from "./list-description.js";
import {
  acceptOf,
  canStream,
  documents,
  followsRedirects,
  formOf,
  hasOwnServer,
  isTokenRequest,
  jsonMedia,
  otherMedia,
  pageOf,
  pathOf,
  repeatedArrays,
  styledParameters,
  successes,
  typeText,
} from "./request-support.js";

/** The client's run-time data of an operation. `codec` says that it needs the codec for other bodies than JSON. */
export type RowData = ReturnType<typeof rowData>;

export function rowData(contract: Contract, operation: Operation, standalone = false) {
  const { parameters } = operation;
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const paging = pageOf(contract, operation)?.paging;
  const offset = paging?.schemes.includes("offset") ? parameters.find(({ name }) => name === "offset") : undefined;
  const maximum = offset && contract.schemaAt(offset.schema)["maximum"];
  const safe = operation.isSafe && operation.method === "post";
  const secrets = secretsOf(contract, operation);
  const explode = repeatedArrays(contract, operation);
  const media = otherMedia(operation) ?? (operation.requestBody && jsonMedia(operation.requestBody));
  const type = media && typeText(media);
  const contentType = /^(application\/json|\*\/\*)$/.test(type ?? "") ? undefined : type;
  const as = formOf(operation);
  const accept = acceptOf(operation, standalone);
  const list = listOf(contract, operation);
  const security = securityOf(contract, operation, standalone);
  const styled = styledParameters(contract, parameters).map(({ in: place, name, style, explode }) => ({
    ...{ in: place, name, style },
    ...(explode && { explode }),
  }));
  const written = [...styled, ...formStyles(contract, operation)];
  return {
    method: operation.method.toUpperCase(),
    path: pathOf(operation),
    ...(safe && { safe: true }),
    ...(safe && documents(operation, "500") && { hint: "(the query may be at fault)" }),
    ...(isTokenRequest(operation) && { token: true }),
    ...(secrets.length > 0 && { secrets }),
    ...(!(as && successes(operation).length === 0) && canBeEmpty(contract, operation) && { empty: true }),
    ...(contentType && { contentType }),
    ...(otherMedia(operation) && !operation.requestBody?.required && { optionalBody: true }),
    ...((as || otherMedia(operation) || canStream(operation)) && { codec: true }),
    ...(as && { as }),
    ...(as && followsRedirects(operation) && { redirects: true }),
    ...(explode.length > 0 && { explode }),
    ...(paging && {
      paging: {
        marker: paging.marker,
        ...(has("usemarker") && { usemarker: true }),
        ...(maximum !== undefined && { maxOffset: maximum }),
      },
    }),
    ...(list && { list }),
    ...(standalone && { readError: true }),
    ...(accept && { accept }),
    ...(hasOwnServer(operation) && { server: operation.serverUrl }),
    ...(security && { security }),
    ...(written.length > 0 && { parameters: written }),
  };
}

/** The properties of a form that are not plain texts, as `styled` of the client takes them. An object without a style is JSON. */
function formStyles(contract: Contract, operation: Operation): JsonObject[] {
  const { type = "", schema, pointer = "" } = otherMedia(operation) ?? {};
  const encodings = objectAt(placeAt(contract.document, pointer).node, "encoding");
  return [...(schema ? schemaProperties(contract, schema, {}) : [])].flatMap(([name, place]): JsonObject[] => {
    const encoding = objectAt(encodings, name);
    const { contentType, style, explode = style === undefined || style === "form" } = encoding;
    const form: JsonObject = { in: "body", name, style: style ?? "form" };
    const isPart = type.startsWith("multipart/") && typeof contentType === "string" && !/[*,]/.test(contentType);
    if (!type.endsWith("urlencoded")) return isPart ? [{ ...form, type: contentType }] : [];
    if (style !== undefined || "explode" in encoding) return [{ ...form, ...(explode && { explode }) }];
    return typesAt(contract.document, place).includes("object") ? [{ ...form, style: "json" }] : [];
  });
}

/** Whether no success has a body, a success other than 204 has none, or its body can be null. */
function canBeEmpty(contract: Contract, operation: Operation): boolean {
  const media = successes(operation).flatMap((response) => jsonMedia(response) ?? []);
  if (media.some(({ schema }) => schema === undefined || canBeNull(contract, schema))) return true;
  const empty = successes(operation).filter(({ content }) => content.length === 0);
  return empty.length === successes(operation).length || empty.some(({ status }) => status !== "204");
}

/** Whether a schema permits null: by its type, or because it says nothing of the value. */
function canBeNull(contract: Contract, schema: string): boolean {
  const isAny = Object.keys(contract.schemaAt(schema)).every((key) => /^(title|description|examples?)$/.test(key));
  return isAny || typesAt(contract.document, schema).includes("null");
}

/** The secret properties of the request (`format: password`). */
export function secretsOf({ document }: Contract, { requestBody }: Operation): string[] {
  return requestBody ? [...secretsIn(document, valueAt(document, requestBody.pointer))] : [];
}

/** The names of the secret properties (`format: password`) below a node, at any depth. A list of secrets is one, too. */
function secretsIn(document: JsonObject, root: Json | undefined): Set<string> {
  // A schema can contain itself, and several properties can share one.
  const seen = new Map<string, Set<Json>>();
  const found = new Set<string>();
  const visit = (node: Json | undefined, name: string, isMap = false): void => {
    const before = seen.get(name) ?? new Set();
    if (node === undefined || node === null || typeof node !== "object" || before.has(node)) return;
    seen.set(name, before.add(node));
    const { $ref, format }: JsonObject = Array.isArray(node) || isMap ? {} : node;
    if (format === "password" && name !== "") found.add(name);
    if (typeof $ref === "string") visit(placeAt(document, decodeURIComponent($ref.slice(1))).node, name);
    for (const [key, child] of Object.entries(node)) visit(child, isMap ? key : name, !isMap && key === "properties");
  };
  visit(root, "");
  return found;
}

/**
 * The alternatives of an operation, each with all its schemes; undefined where the bearer token of the client is right. A
 * document of the client's own service that requires nothing is silent about it; that of another service (`standalone`)
 * requires nothing then.
 */
function securityOf(contract: Contract, operation: Operation, standalone: boolean) {
  if (isTokenRequest(operation)) return undefined;
  const alternatives = alternativesOf(operation);
  if (hasOwnServer(operation)) return alternatives;
  const isPlain = standalone
    ? contract.operations.every((one) => isBearer(alternativesOf(one)))
    : alternatives.length === 0 || alternatives.some((schemes) => isBearer([schemes]));
  return isPlain ? undefined : alternatives;
}

/** Whether a token alone is all that an operation needs. */
function isBearer(alternatives: ReturnType<typeof alternativesOf>): boolean {
  const [[first] = []] = alternatives;
  const isAlone = ([one, ...others]: (typeof alternatives)[number]) =>
    one?.scheme === first?.scheme && others.length === 0;
  return first?.prefix === "Bearer" && alternatives.every(isAlone);
}

/** The alternatives as `secured` of the client takes them: where each scheme sends its credential. */
function alternativesOf({ security }: Operation) {
  return security.map((all) =>
    all.map(({ kind, name, scheme, prefix }) => ({
      ...{ scheme, in: kind === "query" || kind === "cookie" ? kind : "header", name },
      ...(prefix !== undefined && { prefix: prefix.charAt(0).toUpperCase() + prefix.slice(1) }),
    })),
  );
}
