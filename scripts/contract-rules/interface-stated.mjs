import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { isRecord, nodeRule, wordsOf } from "./reading.mjs";

const FOLDER = "test/contract";

/**
 * Every operation, parameter, header, response and schema must be as `test/contract/interface.yaml` states it, and have the
 * sentences of `sentences.yaml` there. It reads the files as they are: a component is known by its name.
 */
export function interfaceStated() {
  const read = (name) => parse(readFileSync(new URL(`../../${FOLDER}/${name}.yaml`, import.meta.url), "utf8"));
  const differing = function* (root, { location }) {
    const stated = read("interface");
    const document = documentIn(dirname(location.source.absoluteRef), root);
    const received = interfaceInShort(document);
    for (const [kind, parts] of Object.entries(received)) {
      for (const name of new Set([...Object.keys(parts), ...Object.keys(stated[kind] ?? {})])) {
        const places = differences(parts[name], stated[kind]?.[name], name);
        const where = `The contract and "${kind}:" of ${FOLDER}/interface.yaml differ at ${places.slice(0, 3).join(", ")}.`;
        if (places.length > 0) yield `${where} Read the service interface, and correct the one that is wrong.`;
      }
    }
    const texts = textsIn(document);
    for (const [name, sentences] of Object.entries(read("sentences")))
      if (![sentences].flat().every((one) => texts.get(name)?.includes(one)))
        yield `${name} says something else than ${FOLDER}/sentences.yaml. Read the service interface, and correct one.`;
  };
  return nodeRule("Root", differing, "leave");
}

/** Every file beside or below the root document must be referenced by the contract. */
export function filesUsed() {
  const used = new Set();
  const unused = function* (_root, { location }) {
    const folder = dirname(location.source.absoluteRef);
    for (const name of readdirSync(folder, { recursive: true }))
      if (/\.ya?ml$/.test(name) && !used.has(join(folder, name)))
        yield `Nothing refers to ${name}: use it or delete it.`;
  };
  return {
    any: { enter: (_node, { location }) => void used.add(location.source.absoluteRef) },
    ...nodeRule("Root", unused, "leave"),
  };
}

/** What `x-assumed` marks has a word of what is open in its row of `docs/assumptions.md`, or the status of its response there. */
export function assumptionsFit() {
  const page = readFileSync(new URL("../../docs/assumptions.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (D\d\d) \| (.*?) \| (.*?) \|$/gm)];
  const stems = (text) => wordsOf(text).flatMap((word) => (word.length > 3 ? [word.slice(0, 5)] : []));
  return nodeRule("any", function* (one, { location: { source, pointer } }) {
    if (one?.["x-assumed"] === undefined) return;
    const [status] = /(?<=responses\/)\d+/.exec(pointer) ?? [];
    const name = `${basename(source.absoluteRef, ".yaml")} ${pointer}`;
    const own = stems(`${name} ${one.name} ${one.operationId} ${pointer === "#/" || one.url ? one.description : ""}`);
    const fitting = rows.filter(([, , open, assumed]) =>
      status === undefined ? stems(open).some((word) => own.includes(word)) : assumed.includes(status),
    );
    const ids = fitting.map(([, id]) => id);
    if (!ids.includes(one["x-assumed"])) yield "Its row in docs/assumptions.md is about something else.";
  });
}

/** The places where two descriptions differ. The text that would silence the rule stays with who reads the interface. */
function differences(one, other, at) {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isRecord(one) || !isRecord(other)) return [at];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], `${at}.${name}`));
}

/** The document with the files of its paths and components in their places. */
function documentIn(folder, root) {
  // Other rules report what is missing.
  const read = (...path) =>
    existsSync(join(folder, ...path)) ? parse(readFileSync(join(folder, ...path), "utf8")) : {};
  const paths = mapped(root.paths, (item) => (typeof item.$ref === "string" ? read(item.$ref) : item));
  const components = ["headers", "parameters", "responses", "schemas", "securitySchemes"].map((kind) => {
    const names = readdirSync(join(folder, "components", kind)).map((file) => basename(file, ".yaml"));
    return [kind, Object.fromEntries(names.map((name) => [name, read("components", kind, `${name}.yaml`)]))];
  });
  return { ...root, paths, components: Object.fromEntries(components) };
}

/** The texts of each operation, component and the document, in lower case and without punctuation. */
function textsIn({ info, paths, components }) {
  const operations = Object.values(node(paths)).flatMap((item) => Object.values(node(item)));
  const named = operations.map((one) => [node(one)["operationId"], one]);
  const files = Object.values(components).flatMap((kind) => Object.entries(kind));
  const plain = (text) =>
    text
      .toLowerCase()
      .replace(/[`*",:;()]|[.](?=\s|$)/g, "")
      .replace(/\s+/g, " ");
  return new Map(
    [["info", info], ...named, ...files].map(([name, one]) => [name, plain([...sentencesIn(one)].join(" "))]),
  );
}

function* sentencesIn(value) {
  for (const [key, one] of Object.entries(node(value))) {
    if (typeof one === "string" && ["description", "meaning", "remedy"].includes(key)) yield one;
    else if (key !== "examples") yield* sentencesIn(one);
  }
}

/** The type that a keyword implies, which is not stated then. */
const IMPLIED_TYPES = {
  ...{ properties: "object", optionalProperties: "object", required: "object", additionalProperties: "object" },
  ...{ items: "array", const: "string", enum: "string", pattern: "string", minLength: "string" },
};
/** The keywords of JSON Schema that are stated as they are. */
const LIMITS = [
  ...["const", "enum", "default", "pattern"],
  ...["minLength", "maxLength", "minimum", "maximum", "maxItems"],
];
/** The extensions that are no facts of the interface, that are stated in other words, or that other rules read. */
const OTHERS = /^x-(assumed|codes|enum-varnames|avoid|access|sets|instance|query|union)$/;
/** The responses of every operation, which are not stated then. */
const COMMON_RESPONSES = { 401: "Unauthorized", 429: "TooManyRequests", default: "UnexpectedError" };
const SECURITY = [{ accessToken: [] }];

/** Describes the interface of a document as `test/contract/interface.yaml` does. */
function interfaceInShort(document) {
  const { headers, parameters, responses, schemas, securitySchemes } = node(document["components"]);
  const { security } = document;
  const operations = Object.entries(node(document["paths"])).flatMap(([path, item]) =>
    Object.entries(node(item)).map(([method, one]) => [
      node(one)["operationId"],
      operationInShort(method, path, { security, ...node(one) }),
    ]),
  );
  return {
    rights: node(document["x-access"])["grants"],
    acting: node(document["x-access"])["acting"],
    document: { ...factsOf(document), servers: serversInShort(document.servers) },
    securitySchemes: mapped(securitySchemes, ({ description, ...scheme }) => scheme),
    operations: Object.fromEntries(operations),
    parameters: mapped(parameters, parameterInShort),
    headers: mapped(headers, parameterInShort),
    responses: mapped(responses, responseInShort),
    schemas: mapped(schemas, schemaInShort),
  };
}

function operationInShort(method, path, operation) {
  const { security, parameters, requestBody, responses, ...others } = node(operation);
  const { content, required } = node(requestBody);
  const bodies = mapped(content, (media) => schemaInShort(node(media)["schema"]));
  const own = Object.entries(node(responses)).filter(
    ([status, one]) => COMMON_RESPONSES[status] !== (nameOf(one) ?? ""),
  );
  return stated({
    [method]: path,
    security: isDeepStrictEqual(security, SECURITY) ? undefined : JSON.stringify(security ?? null),
    servers: serversInShort(others["servers"]),
    callers: node(others["x-access"])["roles"],
    needs: neededRights(node(others["x-access"])["records"]),
    ...factsOf(others),
    sets: Object.fromEntries(
      Object.entries(node(others["x-sets"])).map(([name, one]) => [name, "const" in one ? one.const : one]),
    ),
    parameters: listed(parameters)
      ?.map(parameterInShort)
      .filter((one) => !isDeepStrictEqual(one, idInPath(path, one))),
    [required === true ? "body" : "optionalBody"]: stated(bodies)["application/json"] ?? bodies,
    responses: mapped(Object.fromEntries(own), responseInShort),
    without: Object.keys(COMMON_RESPONSES).filter((status) => !(status in node(responses))),
    codes: codesIn(own.map(([, response]) => response)),
  });
}

/** The URL of each server, with the defaults of its variables. */
function serversInShort(servers) {
  const defaultsOf = ({ url, variables }) => [url, mapped(variables, (one) => one.default)];
  return Object.fromEntries((servers ?? []).map(defaultsOf));
}

/** The extensions that say what the service does. */
function factsOf(value) {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith("x-") && !OTHERS.test(key)));
}

/** The right that a caller needs on each record of a request, by the name of its parameter or property. */
function neededRights(records) {
  const needed = Object.entries(node(records)).flatMap(([at, { right }]) =>
    right ? [[at.replace(/^.*[.#]\/?/, ""), right]] : [],
  );
  return Object.fromEntries(needed);
}

/** The error codes in the examples of responses, without those of shared responses and examples. */
function codesIn(responses) {
  const bodies = responses.flatMap((response) => Object.values(node(node(response)["content"])));
  const examples = bodies.flatMap((media) => Object.values(node(node(media)["examples"])));
  return [...new Set(examples.flatMap((one) => node(node(one)["value"])["code"] ?? []))].sort();
}

function parameterInShort(parameter) {
  const { in: place, name, required, style, explode, schema } = node(parameter);
  const short = schemaInShort(schema);
  const { type, ...keywords } = typeof short === "string" ? { type: short } : node(short);
  const said = {
    ...(place !== undefined && { [`${place}`]: name }),
    required: required || undefined,
    type,
    style,
    explode,
    ...keywords,
    ...factsOf(node(parameter)),
  };
  return nameOf(parameter) ?? stated(said);
}

/** A parameter of a path that is any id, which the path says already. */
function idInPath(path, parameter) {
  const { path: name } = node(parameter);
  return path.includes(`{${name}}`) ? { path: name, required: true, minLength: 1 } : {};
}

/** The schemas of its body and of its headers, a response without either as `null`. */
function responseInShort(response) {
  const { content, headers } = node(response);
  const [body = null] = Object.values(node(content)).map((media) => schemaInShort(node(media)["schema"]));
  const ofHeaders = mapped(headers, (header) => nameOf(header) ?? schemaInShort(node(header)["schema"]));
  return nameOf(response) ?? (headers === undefined ? body : { body, headers: ofHeaders });
}

/** A schema: the name of a type, a format or a component, a list of alternatives, or its keywords. */
function schemaInShort(value) {
  const schema = node(value);
  const { type, format, properties, required, additionalProperties: others } = schema;
  const isRequired = (name) => listed(required)?.includes(name);
  const parts = Object.entries(mapped(properties, schemaInShort));
  const keywords = stated({
    properties: Object.fromEntries(parts.filter(([name]) => isRequired(name))),
    optionalProperties: Object.fromEntries(parts.filter(([name]) => !isRequired(name))),
    required: listed(required)?.filter((name) => !(String(name) in node(properties))),
    additionalProperties: isRecord(others) ? schemaInShort(others) : undefined,
    items: schema["items"] && schemaInShort(schema["items"]),
    allOf: listed(schema["allOf"])?.map(schemaInShort),
    ...Object.fromEntries(["if", "then"].map((key) => [key, schema[key] && schemaInShort(schema[key])])),
    ...Object.fromEntries(LIMITS.map((key) => [key, schema[key]])),
    ...factsOf(schema),
  });
  const hasType = ["type", "anyOf", "oneOf", "allOf", "$ref"].some((key) => key in schema);
  const ofFormat = format === "int64" ? "integer" : "string";
  const named = [nameOf(value) ?? []].flat();
  const types = hasType
    ? listed(type)?.map((one) => (one === "null" ? null : one === ofFormat ? (format ?? one) : one))
    : ["any"];
  const alternatives = listed(schema["anyOf"] ?? schema["oneOf"])?.map(schemaInShort) ?? types ?? named;
  const short = alternatives.length === 1 ? alternatives[0] : alternatives;
  if (Object.keys(keywords).length === 0) return nameOf(value) ?? short;
  const isImplied = alternatives.length === 0 || Object.keys(keywords).some((key) => IMPLIED_TYPES[key] === short);
  return isImplied ? keywords : { type: short, ...keywords };
}

/** The name of a referenced component. */
function nameOf(value) {
  const reference = node(value)["$ref"];
  return typeof reference === "string" ? basename(reference, ".yaml") : undefined;
}

function mapped(value, describe) {
  return Object.fromEntries(Object.entries(node(value)).map(([name, one]) => [name, describe(one)]));
}

/** The members that say something. */
function stated(members) {
  const isSaid = (value) => value !== undefined && JSON.stringify(value) !== "{}" && JSON.stringify(value) !== "[]";
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isSaid(value)));
}

function listed(value) {
  return value === undefined ? undefined : [value].flat();
}

/** An object of the document; empty for anything else. */
function node(value) {
  return typeof value === "object" && value !== null ? value : {};
}
