import {
  entriesOf,
  follow,
  isRecord,
  isText,
  listOf,
  nodeRule,
  operationRule,
  quotedWords,
  takesType,
  textsOf,
  wordsOf,
} from "./reading.mjs";

/**
 * Each name in backticks exists in the contract: an operation, a path, a parameter, a header, a property, a value, a code, a media type, a tag
 * or an extension. `others` lists words of other documents.
 */
export function namesExist({ others = [] }) {
  const known = new Set([...others, "true", "false", "null", "GET", "POST", "PUT", "DELETE"]);
  const texts = [];
  return {
    any: {
      enter(node, { location, type }) {
        if (!isRecord(node)) return;
        for (const name of Object.keys(node)) if (/^x-/.test(name)) known.add(name);
        for (const at of namesOf(type.name, node)) known.add(at);
        texts.push(...textsOf(node, location));
      },
    },
    ...nodeRule("Root", () => unknownNames(texts, known), "leave"),
  };
}

function* unknownNames(texts, known) {
  for (const { text, location } of texts) {
    for (const [name, word] of quotedWords(text)) {
      const isPrefix = /_$/.test(word) && [...known].some((one) => one.startsWith(word));
      if (!known.has(word) && !isPrefix) yield { message: `\`${name}\`: the contract has no \`${word}\`.`, location };
    }
  }
}

const NAMED_BY_KEY = new Set(["SchemaProperties", "HeadersMap", "MediaTypesMap", "Paths"]);

function* namesOf(type, node) {
  const names = NAMED_BY_KEY.has(type) ? Object.keys(node) : [];
  const lists = [node.enum, node.examples, node["x-open"]].flatMap(listOf);
  const parts = [...names, node.pattern, node["x-open"]].filter(isText).flatMap((one) => one.split(/[^\w$-]+/));
  const roles = type === "Root" ? entriesOf(node["x-access"]).flatMap(([, one]) => entriesOf(one)) : [];
  const granted = roles.flatMap(([role, rights]) => [role, ...listOf(rights)]);
  const values = [node.name, node.operationId, node.const, node.scheme, ...lists];
  yield* [...names, ...values, ...parts, ...granted].filter(isText);
}

/**
 * A summary starts with the verb of the operationId and has its other words. Its longer words are also in the operationId, the tag or the
 * description. No other tag shares more words with the operationId and its path.
 */
export function summaryFits() {
  let known = [];
  const eachRoot = nodeRule("Root", ({ tags: all }) => {
    known = listOf(all).map(({ name }) => wordsOf(name));
    return [];
  });
  const eachOperation = operationRule(function* ({ operation, location }) {
    const { operationId = "", summary = "", description = "", tags } = operation;
    const [verb, ...nouns] = wordsOf(operationId);
    const words = wordsOf(summary);
    if (verb !== words[0] || nouns.some((noun) => !words.includes(noun))) {
      const message = `Expected "${verb}" at the start, and the words of the operationId: ${nouns.join(", ")}.`;
      yield { message, location: location.child("summary") };
    }
    const tagged = listOf(tags).flatMap(wordsOf);
    const explained = new Set([verb, ...nouns, ...tagged, ...wordsOf(description)]);
    const others = words.filter((word) => word.length > 3 && !explained.has(word));
    if (others.length > 0) {
      const message = `The description has nothing about: ${others.join(", ")}.`;
      yield { message, location: location.child("summary") };
    }
    // The name of the file is that of the path.
    const place = [...nouns, ...wordsOf(location.source.absoluteRef.split("/").at(-1))];
    const shared = (tag) => new Set(tag.filter((word) => place.includes(word))).size;
    const better = known.find((tag) => shared(tag) > shared(tagged)) ?? [];
    if (shared(tagged) === 0 || better.length > 0)
      yield { message: `Another tag fits better: ${better.join(" ")}`, location: location.child("tags") };
    if (!nouns.some((noun) => wordsOf(description).includes(noun)))
      yield { message: "The description has no word of the operationId.", location: location.child("description") };
  });
  return { ...eachRoot, ...eachOperation };
}

/** A response and a header have a description, and an example a summary. A description ends with a whole sentence. */
export function sentencesWhole() {
  const needed = { Response: "description", Header: "description", Example: "summary" };
  return nodeRule("any", function* (node, { location, type }) {
    if (isRecord(node) && type.name in needed && !isText(node[needed[type.name]]))
      yield { message: `Add a ${needed[type.name]} that says when this is sent.`, location };
    if (isRecord(node) && isText(node.description) && !/[.:!?]\s*$/.test(node.description))
      yield { message: "The description ends within a sentence.", location: location.child("description") };
  });
}

/**
 * A description agrees with what it describes: a number is a limit of the schema or a status of the operation, "Null" is an accepted value, "Always"
 * comes with the constant, the id is that of the record, sizes are in bytes, and a response has the words of its status.
 * `limits` has the numbers, by property, parameter or operation, of no keyword; `statuses` the words of each status. An example has no other numbers.
 */
export function descriptionsFit({ limits = {}, statuses = {} }) {
  const numbers = new Set(Object.values(limits).flat());
  const texts = [];
  const statusNumbers = new Set();
  const named = [];
  const addLimits = (name, schema, location) => {
    const own = [...keywordNumbers(schema ?? {}), ...listed(name, location)].filter((number) => number > 1);
    if (own.length > 0) named.push({ noun: wordsOf(name).at(-1), own });
  };
  /** The numbers of a sentence that are no status and no limit: of what it names, or of anything if it names nothing limited. */
  const strangeNumbers = (sentence) => {
    const said = wordsOf(sentence);
    const own = named.filter(({ noun }) => said.includes(noun)).flatMap((one) => one.own);
    const known = own.length > 0 ? new Set(own) : numbers;
    return numbersIn(sentence).filter((number) => !known.has(number) && !statusNumbers.has(number));
  };
  // Those of one file, as in `MetadataQuery.limit`, before those of all.
  const listed = (name, { source } = {}) =>
    listOf(limits[`${source?.absoluteRef.split("/").at(-1).replace(".yaml", "")}.${name}`] ?? limits[name]);
  const inputMisfits = function* (node, { key, location, resolve }) {
    const { name = key, description } = node;
    const { node: schema } = follow(node.schema, location, resolve);
    if (!isRecord(schema) || !isText(description)) return;
    addLimits(name, schema, location);
    for (const message of valueMisfits(name, description, schema, listed(name)))
      yield { message: `\`${name}\`: ${message}`, location: location.child("description") };
  };
  return {
    Schema: {
      enter(schema) {
        for (const number of keywordNumbers(schema)) numbers.add(number);
      },
    },
    ...nodeRule("Parameter", inputMisfits),
    ...nodeRule("Header", inputMisfits),
    ...nodeRule("SchemaProperties", function* (properties, { location }) {
      const type = properties.type?.const ?? "";
      for (const [name, schema] of entriesOf(properties)) {
        addLimits(name, schema, location);
        if (!isText(schema?.description)) continue;
        const text = schema.description;
        const known = listed(name, location);
        const misfits = [...valueMisfits(name, text, schema, known), ...formMisfits(name, text, schema)];
        const own = wordsOf(type);
        const isOfRecord = wordsOf(text).includes("id") && own.some((word) => wordsOf(text).includes(word));
        if (name === "id" && own.length > 0 && !isOfRecord) misfits.push(`expected the id of the \`${type}\`.`);
        for (const message of misfits) yield { message: `\`${name}\`: ${message}`, location: location.child(name) };
      }
    }),
    Responses: nodeRule("Response", function* ({ description = "" }, { key, location }) {
      statusNumbers.add(Number(key));
      const message = `The description of a ${key} has one of: ${statuses[key]}.`;
      if (key in statuses && !new RegExp(statuses[key]).test(description))
        yield { message, location: location.child("description") };
    }),
    ...nodeRule("any", function* (node, { location: at }) {
      for (const { text, location } of isRecord(node) ? textsOf(node, at) : []) {
        for (const sentence of text.split(/(?<=[.;])\s/)) {
          const [, status] = /\b(?:an?|empty|with) (\d{3})\b/.exec(sentence) ?? [];
          const message = `A sentence about ${status} has one of: ${statuses[status]}.`;
          if (status in statuses && !new RegExp(statuses[status], "i").test(sentence)) yield { message, location };
        }
      }
    }),
    ...operationRule(function* ({ operation, location }) {
      const own = [...Object.keys(operation.responses ?? {}).map(Number), ...listed(operation.operationId)];
      const unknown = numbersIn(operation.description ?? "").filter((number) => !own.includes(number));
      const message = `The operation has no limit and no response ${unknown.join(", ")}.`;
      if (unknown.length > 0) yield { message, location: location.child("description") };
    }),
    ...nodeRule("Example", ({ summary, value }, { location }) => {
      const messages = [...String(JSON.stringify(value)).matchAll(/"message":"([^"]+)"/g)].map(([, text]) => text);
      texts.push(...[summary, ...messages].filter(isText).map((text) => ({ text, location })));
      return [];
    }),
    ...nodeRule(
      "Root",
      function* ({ info }, { location }) {
        for (const place of [{ text: info?.description ?? "", location: location.child("info") }, ...texts]) {
          const unknown = place.text.split(/(?<=\.)\s/).flatMap(strangeNumbers);
          const message = `What the sentence names has no limit or status ${unknown.join(", ")}.`;
          if (unknown.length > 0) yield { message, location: place.location };
        }
      },
      "leave",
    ),
  };
}

function* valueMisfits(name, text, schema, limits) {
  const [, record] = /^(\w+)_id$/.exec(name) ?? [];
  const lacking = wordsOf(record ?? "").filter((word) => !wordsOf(text).includes(word));
  if (/^The id of the /.test(text) && lacking.length > 0) yield `the description lacks ${lacking.join(", ")}.`;
  if (/\b(kilo|mega|giga)bytes\b|\b(milliseconds|minutes|hours)\b/.test(text))
    yield "sizes are in bytes, and durations in seconds.";
  const alternatives = [schema, ...listOf(schema.anyOf)];
  const unknown = numbersIn(text).filter((number) => ![...keywordNumbers(schema), ...limits].includes(number));
  if (unknown.length > 0) yield `the schema has no limit of ${unknown.join(", ")}.`;
  if (/\bNull\b|\bor null\b/.test(text) && !alternatives.some((one) => takesType(one, "null")))
    yield "the schema does not accept null.";
  const [, always] = /^Always `([^`]+)`/.exec(text) ?? [];
  if (always !== undefined && !alternatives.some((one) => [one.const, ...listOf(one.enum)].includes(always)))
    yield `the schema has no constant ${always}.`;
}

/** What a reader expects of the description of a property. */
function* formMisfits(name, text, schema) {
  if (schema.format === "date-time" && !/^When /.test(text)) yield 'the description of a time starts with "When".';
  if (/ed_by$/.test(name) && !/^Who /.test(text)) yield 'the description of a person starts with "Who".';
  if (takesType(schema, "boolean") && !/^(Whether|If) |^`true`/.test(text))
    yield 'the description of a boolean starts with "Whether".';
  const [, verb] = /^is_(?:\w+_)?(\w{4,}?)e?d$/.exec(name) ?? [];
  if (verb !== undefined && !text.includes(verb)) yield `the description has no form of "${verb}".`;
  if (isText(schema.const) && !text.includes(`\`${schema.const}\``))
    yield `the description has no \`${schema.const}\`.`;
}

/** The numbers of a text from 2 on, without those in backticks and in the names of standards. */
function numbersIn(text) {
  const plain = text
    .replace(/`[^`]*`/g, "")
    .replace(/\b(RFC|ISO|SHA|section|version)[ -]\d+/g, "")
    .replace(/\d{4}-\d\d-\d\d/g, "");
  return [...plain.matchAll(/(?<![\w.])\d[\d,]*/g)]
    .map(([number]) => Number(number.replaceAll(",", "")))
    .filter((number) => number > 1);
}

function keywordNumbers(schema) {
  const patterns = [schema.pattern, schema.items?.pattern].filter(isText).flatMap((one) => one.match(/\d+/g) ?? []);
  return [...Object.values(schema), ...Object.values(schema.items ?? {}), ...patterns].map(Number);
}

/** A deprecated part says what to use instead, in backticks, and since when, as a date. */
export function deprecationExplained() {
  return nodeRule("any", function* (node) {
    if (node?.deprecated !== true) return;
    const text = node.description ?? "";
    if (!/`[^`]+`/.test(text)) yield "Name the successor of this deprecated part in backticks.";
    if (!/\d{4}-\d\d-\d\d/.test(text)) yield "Give the date of the deprecation, such as 2026-11-25.";
  });
}

/** Each error code has a meaning and a remedy in `x-codes`, which has no others. */
export function codesExplained() {
  return nodeRule("Schema", function* (schema, { location }) {
    const texts = schema["x-codes"];
    if (texts === undefined) return;
    const codes = [schema, ...listOf(schema.anyOf)].flatMap((one) => listOf(one?.enum));
    for (const code of new Set([...codes, ...Object.keys(texts)])) {
      if (codes.includes(code) && isText(texts[code]?.meaning) && isText(texts[code]?.remedy)) continue;
      const message = `\`${code}\` needs a place in the enum, a meaning and a remedy.`;
      yield { message, location: location.child("x-codes") };
    }
  });
}
