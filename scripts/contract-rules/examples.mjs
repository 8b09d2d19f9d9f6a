import {
  bodiesOf,
  describedValues,
  entriesOf,
  examplesOf,
  isRecord,
  isText,
  listOf,
  nodeRule,
  operationRule,
  recordsIn,
} from "./reading.mjs";

const NAMING = ["name", "login", "policy_name", "etag", "sequence_id", "sha1", "created_at"];

/**
 * An id means the same record in every example, and in that of a parameter: of the same type, with the same name and login,
 * but with another etag after a change.
 */
export function examplesAgreeWithSeed() {
  const first = new Map();
  function* typeProblems(type, id, location) {
    if (!isText(type) || !isText(id)) return;
    const known = first.get(id) ?? type;
    first.set(id, known);
    if (known !== type) yield { message: `In another example, ${id} is a ${known}.`, location };
  }
  const ofPath = nodeRule("Parameter", function* ({ name, in: place, example }, { location }) {
    if (place === "path" && /_id$/.test(name)) yield* typeProblems(name.slice(0, -3), example, location);
  });
  const ofExample = nodeRule("Example", function* (example, { location }) {
    for (const { record, path } of recordsIn(example.value, ["value"])) {
      yield* typeProblems(record.type, record.id, location.child([...path, "id"]));
      for (const property of NAMING) {
        const value = record[property];
        if (typeof value !== "string" || record.type === undefined || record.id === undefined) continue;
        const subject = `${record.type} ${record.id}`;
        const isAfter = property === "etag" && path.length === 1 && / after \w+ing /.test(example.summary);
        const key = `${subject} ${property}${isAfter ? " after" : ""}`;
        const before = first.get(isAfter ? `${subject} etag` : `${subject} ${property} after`);
        if (before === value) yield { message: "A change gives another etag.", location: location.child(path) };
        const known = first.get(key) ?? value;
        first.set(key, known);
        const message = `The ${property} of ${subject} is "${known}" in another example; here it is "${value}".`;
        if (known !== value) yield { message, location: location.child([...path, property]) };
      }
    }
  });
  return { ...ofPath, ...ofExample };
}

/**
 * Compares the parts of an example with each other: the counts of a page with its entries, the names of a page with its
 * marker, times with the times of earlier events, and URLs with the record and with the servers.
 */
export function examplesConsistent() {
  let servers = [];
  return {
    ...nodeRule("Root", (root) => {
      servers = listOf(root.servers).flatMap(({ url }) => (URL.canParse(url) ? [url] : []));
      return [];
    }),
    ...nodeRule("SchemaProperties", function* (properties, { location }) {
      const examples = entriesOf(properties).map(([name, schema]) => [name, listOf(schema?.examples)[0]]);
      for (const [name, message] of timeProblems(Object.fromEntries(examples)))
        yield { message, location: location.child(name) };
    }),
    ...nodeRule("Example", function* (example, { key, location }) {
      yield* pageProblems(example.value, `${key} ${location.source.absoluteRef}`);
      for (const { record, path } of recordsIn(example.value, ["value"])) {
        const { entries, total_count: total } = record;
        const message = `It has ${entries?.length} entries; its total is ${total}.`;
        if (path.length > 1 && Array.isArray(entries) && total !== undefined && total !== entries.length)
          yield { message, location: location.child(path) };
        if (record.completed_at && record.resolution_state === "incomplete")
          yield { message: "It is incomplete.", location: location.child([...path, "completed_at"]) };
        for (const [property, message] of [
          ...timeProblems(record),
          ...formProblems(record),
          ...urlProblems(record, servers),
          ...placeProblems(record),
        ])
          yield { message, location: location.child([...path, property]) };
      }
    }),
  };
}

/** The last of the folders above an item is its parent. */
function* placeProblems({ parent, path_collection: path }) {
  const last = listOf(path?.entries).at(-1);
  if (isRecord(parent) && last !== undefined && last.id !== parent.id)
    yield ["parent", `The parent is ${parent.id}; the path ends with ${last.id}.`];
}

/** A URL of a record on the host of a server is below the address of the server, and one that ends with an id has that of the record. */
function* urlProblems(record, servers) {
  for (const [property, url] of Object.entries(record)) {
    if (!/(^|_)url$/.test(property) || !URL.canParse(url)) continue;
    const ofHost = servers.filter((one) => new URL(one).host === new URL(url).host);
    if (ofHost.length > 0 && !ofHost.some((one) => url.startsWith(`${one}/`)))
      yield [property, `${property} has the host of a server, but not its path: ${ofHost.join(", ")}.`];
    const [, id] = /\/(\d+)$/.exec(url) ?? [];
    // The URL of a web link is any.
    if (property !== "url" && id !== undefined && record.id !== undefined && id !== record.id)
      yield [property, `${property} ends with the id ${id}; the record has ${record.id}.`];
  }
}

function* pageProblems(page, name) {
  if (!isRecord(page) || !Array.isArray(page.entries)) return;
  const { entries, limit, offset, total_count: total, next_marker: next } = page;
  if (entries.length > limit) yield `The page has ${entries.length} entries, more than its limit ${limit}.`;
  if (total < entries.length + (offset ?? 0)) yield `The page ends after the total of ${total} entries.`;
  if (total > (offset ?? 0) + entries.length && entries.length < limit)
    yield `The page has fewer entries than its limit, and not all ${total}.`;
  if (typeof next === "string" && entries.length < limit) yield "The page has a next marker, but is not full.";
  if (/last_?page/i.test(name) && typeof next === "string" && next !== "") yield "The last page has a next marker.";
  if (/marker_?page/i.test(name) && typeof next !== "string") yield "The page has no next marker.";
}

/** The message of a 405 names the method of the operation, whose path is wrong, or one that the path does not have. */
export function methodsNotAllowed() {
  return operationRule(function* ({ method, methods, examples }) {
    for (const { status, example, location } of examples) {
      const [named = ""] = /\b[A-Z]{3,7}\b/.exec(example.value?.message) ?? [];
      if (status === "405" && named.toLowerCase() !== method && methods.includes(named.toLowerCase()))
        yield { message: `The path has the method ${named}.`, location };
    }
  });
}

// Each time must not be before those listed with it.
const CAUSES = {
  modified_at: ["created_at", "content_modified_at"],
  content_modified_at: ["content_created_at"],
  trashed_at: ["created_at"],
  purged_at: ["trashed_at", "created_at"],
  acknowledged_at: ["created_at"],
  expires_at: ["created_at"],
  due_at: ["created_at"],
  completed_at: ["assigned_at"],
  reminded_at: ["assigned_at"],
  deleted_at: ["assigned_at"],
  disposition_at: ["applied_at"],
};

function* timeProblems(record) {
  for (const [later, causes] of Object.entries(CAUSES)) {
    for (const earlier of causes) {
      const days = (Date.parse(record[later]) - Date.parse(record[earlier])) / 86_400_000;
      if (days < 0) yield [later, `${later} is before ${earlier}.`];
      for (const [name, length] of Object.values(record)
        .flatMap(entriesOf)
        .filter(([name]) => /_length$/.test(name)))
        if (days !== Number(length) && days >= 0 && /^\d+$/.test(length))
          yield [later, `${later} is ${days} days after ${earlier}; the ${name} is ${length}.`];
    }
  }
}

// Names of values with a form. Validators of examples do not check formats.
const FORMS = [
  [/(^|_)(login|email)$/, /^[^@\s]+@[^@\s]+$/, "is an email address"],
  [/(^|_)url$/, /^https?:\/\/\S+$/, "is a URL"],
  [/_at$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, "is a date-time with an offset"],
];

function* formProblems(record) {
  for (const [property, value] of Object.entries(record)) {
    const broken = FORMS.find(([name, form]) => name.test(property) && typeof value === "string" && !form.test(value));
    if (broken) yield [property, `${property} ${broken[2]}; received "${value}".`];
  }
}

/**
 * Compares the `status` and the `code` of an example body with the status of its response, and an example that is named
 * as a code with its code. `codes` lists the codes of each error status. Under `default` any error status is valid.
 */
export function errorExamplesFit({ codes = {} }) {
  const seen = new Set();
  const rule = nodeRule("Response", function* (response, { key: status, location: at, resolve }) {
    // A shared response is visited for each operation; report it once.
    const place = `${status} ${at.absolutePointer}`;
    if (seen.has(place)) return;
    seen.add(place);
    for (const { name, example, location } of bodyExamplesOf(response, at, resolve)) {
      if (!isRecord(example.value)) continue;
      const allowed = Object.values(codes).some((each) => each.includes(name)) ? [name] : codes[status];
      for (const [property, message] of problemsOf(example.value, status, allowed))
        yield { message, location: location.child(["value", property]) };
    }
  });
  return { Responses: rule };
}

/** Yields each named example of a response as `examplesOf` does, with the schema of its media type. */
function* bodyExamplesOf(response, at, resolve) {
  for (const { mediaType, location } of bodiesOf(response, at))
    for (const found of examplesOf(mediaType, location, resolve))
      yield { ...found, schema: { node: mediaType.schema, location: location.child("schema") } };
}

function* problemsOf(body, status, codes) {
  if (typeof body.status === "number" && !statusFits(body.status, status)) {
    const expected = status === "default" ? "a status from 400 to 599" : status;
    yield ["status", `Expected ${expected}; received ${body.status}.`];
  }
  if (codes && typeof body.code === "string" && !codes.includes(body.code))
    yield ["code", `Expected the code of the example or of ${status}: ${codes.join(", ")}; received ${body.code}.`];
}

const statusFits = (status, key) => (key === "default" ? status >= 400 && status <= 599 : status === Number(key));

/**
 * Checks the examples of open responses against the documented properties and enum values. An undocumented one is a mistake
 * of the author.
 */
export function examplesDocumented() {
  return nodeRule("Response", function* (response, { location: at, resolve }) {
    for (const { example, location, schema } of bodyExamplesOf(response, at, resolve))
      for (const described of describedValues(example.value, location.child("value"), [schema], resolve))
        yield* undocumentedIn(described);
  });
}

/** A property is the part of another one that the pattern in its `x-changes-with` finds, and fits the type in its description. */
function* partProblems(value, schemas) {
  for (const [name, property] of schemas.flatMap(({ node }) => entriesOf(node.properties))) {
    const [, types = ""] = /\bof type (`.+`)\.$/.exec(property?.description) ?? [];
    if (types !== "" && name in value && isText(value.type) && !types.includes(`\`${value.type}\``))
      yield [`\`${name}\` is for the type ${types}; the type is ${value.type}.`, name];
    for (const [source, pattern] of entriesOf(property?.["x-changes-with"])) {
      const [, part] = new RegExp(pattern).exec(value[source]) ?? [];
      if (part !== undefined && name in value && value[name] !== part)
        yield [`Expected "${part}", a part of \`${source}\`; received "${value[name]}".`, name];
    }
  }
}

function* undocumentedIn({ value, location, schemas }) {
  if (isRecord(value)) {
    // If no schema defines properties, any object is valid.
    if (!schemas.some(({ node }) => isRecord(node.properties) || isRecord(node.additionalProperties))) return;
    for (const [message, name] of partProblems(value, schemas)) yield { message, location: location.child(name) };
    for (const name of Object.keys(value)) {
      const isKnown = ({ node }) => Object.hasOwn(node.properties ?? {}, name) || isRecord(node.additionalProperties);
      const message = `No schema documents \`${name}\`: document it, or remove it here.`;
      if (!schemas.some(isKnown)) yield { message, location: location.child(name).key() };
    }
  } else if (!Array.isArray(value) && value !== null) {
    const known = new Set(schemas.flatMap(({ node }) => listOf(node.enum)));
    if (known.size === 0 || known.has(value)) return;
    yield { message: `\`${value}\` is not one of the documented values: ${[...known].join(", ")}.`, location };
  }
}
