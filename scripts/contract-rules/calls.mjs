import { isDeepStrictEqual } from "node:util";
import {
  bodiesOf,
  describedValues,
  entriesOf,
  examplesOf,
  follow,
  isRecord,
  isText,
  listOf,
  nodeRule,
  operationRule,
  quotedWords,
  recordsIn,
  wordsOf,
} from "./reading.mjs";

/**
 * The examples of an operation belong together. The first response on success has the values of the first request, with the
 * defaults of its schema, and each further one those of some request. Ids of the path are those of the response, errors
 * name parameters and properties of the request, and `fields=…` in a summary lists the attributes of the example.
 */
export function examplesFitRequests() {
  return operationRule(function* ({ operation, location: at, resolve, parameters, requests: bodies, body, examples }) {
    const requests = [...requestsOf(operation, bodies, resolve)];
    const schemas = bodies.map(schemaOf);
    const secrets = requestValues(bodies, resolve, ({ format }) => format === "password");
    const expiries = requestValues(bodies, resolve, (schema) => schema["x-expires"] === true);
    for (const request of requests) yield* argumentProblems(request, operation["x-query"]?.condition);
    const names = new Set(parameters.map(({ name }) => name));
    let wanted = operation["x-partial"] === true ? requests : requests.slice(0, 1);
    for (const { status, example, location } of examples) {
      const isSuccess = /^2/.test(status);
      const problems = isSuccess
        ? [
            ...responseProblems(example.value, wanted),
            ...staleProblems(example.value, secrets, expiries),
            ...timeProblems(example.value, requests),
            ...pathProblems(example.value, parameters, at),
            ...fieldProblems(example),
          ]
        : detailProblems(example, names, [...names, ...body], schemas, resolve);
      for (const message of problems) yield { message, location };
      if (isSuccess) wanted = requests;
    }
  });
}

/**
 * The examples of the request body with the defaults of their properties, in the shape of the response: without secrets and what no response shows,
 * and with the others where `x-shows` says.
 */
function* requestsOf(operation, bodies, resolve) {
  for (const { mediaType, location: mediaTypeAt } of bodies) {
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

const schemaOf = ({ mediaType, location }) => ({ node: mediaType.schema, location: location.child("schema") });

/** The values of the request's examples whose schemas are of a kind. */
function requestValues(bodies, resolve, isWanted) {
  return bodies.flatMap(({ mediaType, location }) => {
    const schema = schemaOf({ mediaType, location });
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

/** A time in a response is that of a request, if one has a time at this place. */
function* timeProblems(response, requests) {
  for (const { record, path } of recordsIn(response, [])) {
    for (const [name, value] of Object.entries(record).filter(([, one]) => isTime(one))) {
      const given = requests.map((one) => path.reduce((part, key) => part?.[key], one)?.[name]).filter(isTime);
      if (given.length > 0 && !given.some((one) => comparable(one) === comparable(value)))
        yield `\`${name}\` is ${value}; the request has ${given.join(", ")}.`;
    }
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

const isTime = (value) => /^\d{4}-\d\d-\d\dT/.test(value);
const comparable = (value) => (isTime(value) ? Date.parse(value) : value);

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

/** A detail of an error names a parameter, or a property of the request, and its text or the summary begins with no other one. */
function* detailProblems({ summary, value }, names, body, schemas, resolve) {
  for (const { record } of recordsIn(value?.context_info, [])) {
    if (!isText(record.name) || !isText(record.reason)) continue;
    const path = record.name.split(/[.[]/).map((one) => one.replace("]", ""));
    if (!names.has(record.name) && !schemas.some((schema) => schemasAt(schema, path, resolve).length > 0))
      yield `The request has no parameter or property ${record.name}.`;
    const subjects = [summary, record.message].map((text) => /^(?:The )?`?([\w-]+)/.exec(text)?.[1]);
    const other = subjects.find((one) => body.includes(one) && !path.some((part) => part.startsWith(one)));
    if (other !== undefined) yield `The detail has the name ${record.name}; its text is about ${other}.`;
  }
}

/** The schemas of the value at a path, within a schema and the parts that it is composed of. */
function schemasAt(candidate, [name, ...rest], resolve) {
  const { node, location } = follow(candidate.node, candidate.location, resolve);
  if (!isRecord(node)) return [];
  if (name === undefined) return [node, ...listOf(node.anyOf)];
  const next = node.properties?.[name] ?? (/^\d+$/.test(name) ? node.items : node.additionalProperties);
  const parts = [...listOf(node.allOf), ...listOf(node.anyOf), ...listOf(node.oneOf)];
  const below = schemasAt({ node: next, location }, rest, resolve);
  return [...below, ...parts.flatMap((part) => schemasAt({ node: part, location }, [name, ...rest], resolve))];
}

/**
 * A link gives parameters that its operation has, and each of those in the path. Its values exist and are of the right kind:
 * the id of a record of the type, a property of the parameter's name or in its description, or the address of what it names.
 */
export function linksFit() {
  const operations = new Map();
  const links = [];
  return {
    ...operationRule(({ operation, location: at, resolve, parameters, requests }) => {
      operations.set(operation.operationId, { parameters, records: operation["x-access"]?.records ?? {} });
      const request = requests.map(schemaOf);
      for (const [status, raw] of entriesOf(operation.responses)) {
        const { node, location } = follow(raw, at.child(["responses", status]), resolve);
        const schemas = { request, response: [...bodiesOf(node, location)].map(schemaOf) };
        const find = (source, path) => schemas[source].flatMap((one) => schemasAt(one, path, resolve));
        for (const [name, link] of entriesOf(node?.links))
          links.push({
            link,
            find,
            inputs: parameters.map((one) => one.name),
            location: location.child(["links", name]),
          });
      }
      return [];
    }),
    ...nodeRule("LinksMap", function* (named) {
      const values = Object.values(named);
      const isRepeated = values.some((one, index) => values.slice(0, index).some((two) => isDeepStrictEqual(one, two)));
      if (isRepeated) yield "Two links are the same.";
    }),
    ...nodeRule(
      "Root",
      function* () {
        for (const one of links) {
          for (const message of linkProblems(one, operations.get(one.link.operationId) ?? { parameters: [] }))
            yield { message: `${one.link.operationId}: ${message}.`, location: one.location };
        }
      },
      "leave",
    ),
  };
}

function* linkProblems({ link, find, inputs }, { parameters, records }) {
  const given = entriesOf(link.parameters).map(([key, value]) => [key.replace(/^(path|query|header)\./, ""), value]);
  for (const one of parameters.filter((one) => one.in === "path" && !given.some(([name]) => name === one.name)))
    yield `the link needs the parameter ${one.name}`;
  for (const [name, text] of given) {
    const target = parameters.find((one) => one.name === name);
    if (target === undefined) yield `no parameter ${name}`;
    const [, input] = /^\$request\.(?:path|query|header)\.(.+)$/.exec(text) ?? [];
    if (input !== undefined && !(input === name && inputs.includes(name))) yield `${text} is no value for ${name}`;
    const type = records?.[`$request.${target?.in}.${name}`]?.type;
    for (const [, part = name, source, path] of `${text}`.matchAll(/(?:(\w+)=)?\{?\$(\w+)\.body#\/([^}]+)/g)) {
      const steps = path.split("/");
      const [owner, last] = [steps.slice(0, -1), steps.at(-1)];
      const found = find(source, steps);
      const types = last === "id" ? find(source, [...owner, "type"]).flatMap((one) => one.enum ?? one.const ?? []) : [];
      const isAddress = /(^|_)url$/.test(last) && isNamed(owner, part) && !found.some((one) => one["x-changes-with"]);
      const isQuoted = [...quotedWords(target?.description ?? "")].some(([, word]) => word === last);
      const isRight = /(^|_)id$/.test(name)
        ? types.length > 0 && types.every((one) => (type ? one === type : isNamed(one.split("_"), name.slice(0, -3))))
        : isNamed(steps, part) || isAddress || (isQuoted && wordsOf(last).includes(wordsOf(part).at(-1)));
      if (found.length === 0) yield `no value ${path}`;
      else if (!isRight) yield `${path} is no value for ${part}`;
    }
  }
}

/** Whether the end of a path has the words of a name. */
const isNamed = (path, name) =>
  path.some((_, index) => `${wordsOf(path.slice(index).join("_"))}` === `${wordsOf(name)}`);
