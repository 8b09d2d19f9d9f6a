import { isDeepStrictEqual } from "node:util";
import {
  describedValues,
  entriesOf,
  examplesOf,
  follow,
  isRecord,
  isText,
  listOf,
  nodeRule,
  operationRule,
  recordsIn,
  requestBodiesOf,
  responseExamplesOf,
} from "./reading.mjs";

/**
 * The examples of an operation belong together. The first response on success has the values of the first request, with the
 * defaults of its schema, and each further one those of some request. Ids of the path are those of the response, errors
 * name parameters and properties of the request, and `fields=…` in a summary lists the attributes of the example.
 */
export function examplesFitRequests() {
  return operationRule(function* ({ operation, location: at, resolve, parameters }) {
    const requests = [...requestsOf(operation, at, resolve)];
    const schemas = requestBodiesOf(operation, at, resolve).map(({ mediaType, location }) => ({
      node: mediaType.schema,
      location: location.child("schema"),
    }));
    const secrets = requestValues(operation, at, resolve, ({ format }) => format === "password");
    const expiries = requestValues(operation, at, resolve, (schema) => schema["x-expires"] === true);
    for (const request of requests) yield* argumentProblems(request, operation["x-query"]?.condition);
    const names = new Set(parameters.map(({ name }) => name));
    let wanted = operation["x-partial"] === true ? requests : requests.slice(0, 1);
    for (const { status, example, location } of responseExamplesOf(operation, at, resolve)) {
      const isSuccess = /^2/.test(status);
      const problems = isSuccess
        ? [
            ...responseProblems(example.value, wanted),
            ...staleProblems(example.value, secrets, expiries),
            ...pathProblems(example.value, parameters, at),
            ...fieldProblems(example),
          ]
        : unknownNames(example.value, names, schemas, resolve);
      for (const message of problems) yield { message, location };
      if (isSuccess) wanted = requests;
    }
  });
}

/**
 * The examples of the request body with the defaults of their properties, in the shape of the response: without secrets and what no response shows,
 * and with the others where `x-shows` says.
 */
function* requestsOf(operation, at, resolve) {
  for (const { mediaType, location: mediaTypeAt } of requestBodiesOf(operation, at, resolve)) {
    const { node: schema, location: schemaAt } = follow(mediaType.schema, mediaTypeAt.child("schema"), resolve);
    for (const { example } of examplesOf(mediaType, mediaTypeAt, resolve)) {
      const shown = { ...example.value };
      for (const [name, raw] of entriesOf(schema?.properties)) {
        const property = follow(raw, schemaAt, resolve).node ?? {};
        const value = shown[name] ?? property.default;
        delete shown[name];
        const isLimit = name === "limit" && "x-paging" in operation;
        if (value === undefined || property["x-shows"] === false || property.format === "password" || isLimit) continue;
        const [place = `/${name}`] = [property["x-shows"] ?? []].flat();
        const [first, ...rest] = place.replace("?", "").slice(1).split("/");
        shown[first] = rest.reduceRight((inner, key) => ({ [key]: inner }), value);
      }
      yield shown;
    }
  }
}

/** A condition with arguments (`x-query`) has a value for each, and no other. */
function* argumentProblems(request, { property, arguments: values } = {}) {
  const given = Object.keys(request[values] ?? {});
  const named = [...String(request[property] ?? "").matchAll(/:(\w+)/g)].map(([, name]) => name);
  for (const name of named) if (!given.includes(name)) yield `The condition has the argument ${name} without a value.`;
  for (const name of given) if (!named.includes(name)) yield `The condition has no argument ${name}.`;
}

function* responseProblems(response, requests) {
  const differences = requests.map((request) => [...differing(request, response)]);
  if (differences.length === 0 || differences.some((names) => names.length === 0)) return;
  yield `The response differs from the example of the request in ${differences[0].join(", ")}.`;
}

/** The values of the request's examples whose schemas are of a kind. */
function requestValues(operation, at, resolve, isWanted) {
  return requestBodiesOf(operation, at, resolve).flatMap(({ mediaType, location }) => {
    const schema = { node: mediaType.schema, location: location.child("schema") };
    const examples = [...examplesOf(mediaType, location, resolve)];
    return examples
      .flatMap(({ example }) => [...describedValues(example.value, location, [schema], resolve)])
      .filter(({ value, schemas }) => isText(value) && schemas.some(({ node }) => isWanted(node)))
      .map(({ value }) => value);
  });
}

/** A response has no secret of its request, and what expires does so after the last change. */
function* staleProblems(response, secrets, expiries) {
  for (const { record } of recordsIn(response, [])) {
    for (const [name, value] of Object.entries(record))
      if (secrets.includes(value)) yield `\`${name}\` is a secret of the request.`;
    const changed = [record.created_at, record.modified_at].filter(isText);
    const early = expiries.find((expiry) => changed.some((one) => Date.parse(expiry) < Date.parse(one)));
    if (early !== undefined) yield `The request has the expiry ${early}, before ${changed.join(" and ")}.`;
  }
}

/** The paths of the values that both have and that differ. Times are equal if they are the same instant. */
function* differing(request, response, path = "") {
  if (isRecord(request) && isRecord(response)) {
    for (const [name, value] of Object.entries(request)) {
      if (Object.hasOwn(response, name))
        yield* differing(value, response[name], path === "" ? name : `${path}.${name}`);
    }
  } else if (Array.isArray(request) && request.length === listOf(response).length) {
    for (const [index, value] of request.entries()) yield* differing(value, response[index], `${path}[${index}]`);
  } else if (!isDeepStrictEqual(comparable(request), comparable(response))) yield path;
}

const comparable = (value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value);

/** The id at the end of the path is that of the response, and other values of the path are those of the same name, after `$` too. */
function* pathProblems(response, parameters, { source }) {
  const isOwn = (name) => source.absoluteRef.endsWith(`{${name}}.yaml`);
  for (const { name, example, "x-open": open } of parameters.filter((one) => one.in === "path")) {
    const kind = name.replace(/id$/, "");
    const members = [name, `$${name}`, `$${name.split("_")[0]}`, ...(isOwn(name) ? ["id"] : [])];
    for (const reference of Object.values(isRecord(response) ? response : {})) {
      const isReference = name !== kind && isText(reference) && new RegExp(`^${kind}\\d+$`).test(reference);
      if (isReference && reference !== `${kind}${example}`)
        yield `The path has the ${name} ${example}; the response has ${reference}.`;
    }
    for (const member of members) {
      const value = isRecord(response) ? response[member] : undefined;
      if (isText(value) && value !== example && value !== open)
        yield `The path has the example ${example} for ${name}; \`${member}\` is ${value}.`;
    }
  }
}

/** A summary such as "The response to `fields=login`." */
function* fieldProblems({ summary = "", value }) {
  const [, list] = /`fields=([\w,.]+)`/.exec(summary) ?? [];
  if (list === undefined) return;
  const always = ["type", "id", "name", "etag"];
  for (const record of listOf(value?.entries).concat(value?.entries ? [] : [value])) {
    const expected = list.split(",");
    const missing = expected.filter((name) => !Object.hasOwn(record, name.split(".")[0]));
    const others = Object.keys(record).filter((name) => !expected.includes(name) && !always.includes(name));
    if (missing.length > 0) yield `The example has no ${missing.join(", ")}, but its summary says so.`;
    if (others.length > 0) yield `The summary of the example does not name ${others.join(", ")}.`;
  }
}

/** A detail of an error names a parameter, or a property of the request. */
function* unknownNames(error, names, schemas, resolve) {
  for (const { record } of recordsIn(error?.context_info, [])) {
    if (!isText(record.name) || !isText(record.reason) || names.has(record.name)) continue;
    const path = record.name.split(/[.[]/).map((one) => one.replace("]", ""));
    if (!schemas.some((schema) => hasPath(schema, path, resolve)))
      yield `The request has no parameter or property ${record.name}.`;
  }
}

/** Whether a schema, or a part of it, describes the value at a path. */
function hasPath(candidate, [name, ...rest], resolve) {
  const { node, location } = follow(candidate.node, candidate.location, resolve);
  if (!isRecord(node)) return false;
  if (name === undefined) return true;
  const next = node.properties?.[name] ?? (/^\d+$/.test(name) ? node.items : undefined);
  if (next !== undefined && hasPath({ node: next, location }, rest, resolve)) return true;
  if (next === undefined && ![undefined, false].includes(node.additionalProperties)) return true;
  const parts = [...listOf(node.allOf), ...listOf(node.anyOf), ...listOf(node.oneOf)];
  return parts.some((part) => hasPath({ node: part, location }, [name, ...rest], resolve));
}

/** A link gives parameters that its operation has, and each of those in the path. */
export function linksFit() {
  const operations = new Map();
  const links = [];
  return {
    ...operationRule(({ operation, parameters }) => {
      operations.set(operation.operationId, parameters);
      return [];
    }),
    ...nodeRule("LinksMap", function* (named) {
      const values = Object.values(named);
      const isRepeated = values.some((one, index) => values.slice(0, index).some((two) => isDeepStrictEqual(one, two)));
      if (isRepeated) yield "Two links are the same.";
    }),
    ...nodeRule("Link", (link, { location }) => {
      links.push({ link, location });
      return [];
    }),
    ...nodeRule(
      "Root",
      function* () {
        for (const { link, location } of links) {
          const target = operations.get(link.operationId) ?? [];
          const given = Object.keys(link.parameters ?? {}).map((name) => name.replace(/^(path|query|header)\./, ""));
          const unknown = given.filter((name) => !target.some((one) => one.name === name));
          const missing = target.filter((one) => one.in === "path" && !given.includes(one.name));
          for (const name of unknown) yield { message: `${link.operationId} has no parameter ${name}.`, location };
          for (const { name } of missing)
            yield { message: `${link.operationId} needs the parameter ${name}.`, location };
        }
      },
      "leave",
    ),
  };
}
