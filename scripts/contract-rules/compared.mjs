import { entriesOf, isRecord, isText, nodeRule, operationRule, quotedWords, textsOf, wordsOf } from "./reading.mjs";

/**
 * No two operations have one summary, no two properties of an object one description, and no two codes one meaning. Properties
 * with one clause about a time, a person or a choice, such as "When the file was moved", have a word in common.
 */
export function descriptionsDiffer() {
  const summaries = new Map();
  const clauses = [];
  return {
    ...operationRule(function* ({ operation: { operationId, summary }, location }) {
      const other = summaries.get(summary) ?? operationId;
      summaries.set(summary, other);
      if (other !== operationId)
        yield { message: `${other} has the same summary.`, location: location.child("summary") };
    }),
    ...nodeRule("Schema", function* (schema, { location }) {
      const meanings = entriesOf(schema["x-codes"]).map(([code, { meaning }]) => [code, meaning?.split(/[.,:;]/)[0]]);
      for (const { name, other } of repeated(meanings))
        yield { message: `\`${other}\` has the same meaning.`, location: location.child(["x-codes", name]) };
    }),
    ...nodeRule("SchemaProperties", function* (properties, { location }) {
      const described = entriesOf(properties).map(([name, schema]) => [name, schema?.description]);
      for (const { name, other } of repeated(described))
        yield { message: `\`${other}\` has the same description.`, location: location.child(name) };
      const own = wordsOf(properties.type?.const ?? "");
      for (const [name, text] of described.filter(([, one]) => isText(one))) {
        const [clause] = /^(When|Who|Whether)\b[^.,:;]*/.exec(text) ?? [];
        // A record calls itself by its type.
        const words = clause?.split(" ").filter((word) => !own.includes(wordsOf(word)[0]));
        if (words) clauses.push({ name, clause: words.join(" "), location: location.child(name) });
      }
    }),
    ...nodeRule("Root", () => likeOthers(clauses), "leave"),
  };
}

function* likeOthers(clauses) {
  // "expires" and "expired" are one word.
  const stems = (name) => wordsOf(name).flatMap((word) => (word.length > 2 ? [word.slice(0, 4)] : []));
  for (const { name, clause, location } of clauses) {
    const other = clauses.find((one) => one.clause === clause && !stems(one.name).some((s) => stems(name).includes(s)));
    if (other !== undefined) yield { message: `\`${name}\` has the description of \`${other.name}\`.`, location };
  }
}

function repeated(described) {
  return described.flatMap(([name, text], index) => {
    const other = described.slice(0, index).find((one) => isText(text) && one[1] === text);
    return other === undefined ? [] : [{ name, other: other[0] }];
  });
}

/**
 * The texts agree. A sentence does not differ from another in one word, in two that change places, or in a negation, unless the
 * words are names, numbers, records or `forms` of one word. The description of `created_after` has no "before" alone, with
 * the pairs in `directions`.
 */
export function phrasesAgree({ forms = [], directions = [] }) {
  const free = new Set([...forms, ...directions].flat());
  const sentences = new Map();
  const eachText = nodeRule("any", function* (node, { location, type }) {
    if (!isRecord(node)) return;
    const [, schema = ""] = /schemas\/(\w+)\.yaml$/.exec(location.source.absoluteRef) ?? [];
    for (const word of wordsOf(schema)) free.add(word);
    for (const { text, location: at } of textsOf(node, location)) {
      for (const sentence of text.split(/(?<=[.:;])\s+/)) {
        const words = sentence
          .toLowerCase()
          .replace(/[",.:;()]/g, "")
          .split(/\s+/);
        const positive = words.filter((word) => !/^(not|never|no|cannot)$/.test(word)).join(" ");
        if (words.length > 5) sentences.set(`${words} ${at.absolutePointer}`, { words, positive, location: at });
      }
    }
    const described = type.name === "SchemaProperties" ? entriesOf(node) : [[node.in && node.name, node]];
    for (const [name, one] of described.filter(([name, one]) => isText(name) && isText(one?.description))) {
      for (const pair of directions) {
        const said = pair.filter((word) => new RegExp(`\\b${word}\\b`).test(one.description));
        const named = pair.filter((word) => wordsOf(name).some((part) => word.startsWith(part)));
        if (said.length === 1 && named.length === 1 && said[0] !== named[0])
          yield { message: `\`${name}\`: the description has "${said[0]}".`, location };
      }
    }
  });
  return { ...eachText, ...nodeRule("Root", () => nearlyAlike([...sentences.values()], free), "leave") };
}

function* nearlyAlike(sentences, free) {
  const stem = (word) => (wordsOf(word)[0] ?? word).slice(0, 4);
  const isFree = (word, { location }) =>
    /[`\d]/.test(word) || wordsOf(word).some((one) => free.has(one)) || location.absolutePointer.includes(stem(word));
  const isSlip = (one, two) => {
    const pairs = one.words.map((word, index) => [word, two.words[index]]).filter(([word, other]) => word !== other);
    if (pairs.length > 4) return false;
    const others = pairs.filter((pair) => stem(pair[0]) !== stem(pair[1]));
    const [[first, second] = [], swapped = []] = others;
    const isSwap = others.length === 2 && first === swapped[1] && second === swapped[0];
    return (others.length === 1 && !isFree(first, one) && !isFree(second, two)) || (isSwap && !free.has(first));
  };
  for (const one of sentences) {
    const isOther = (two) => one.words.length !== two.words.length && one.positive === two.positive;
    const other = sentences.find((two) => isOther(two) || (one.words.length === two.words.length && isSlip(one, two)));
    if (other !== undefined) yield { message: `Elsewhere it is "${other.words.join(" ")}".`, location: one.location };
  }
}

/**
 * A parameter, or a property of a request body, that a text names in backticks is one of its operation: of the operation that
 * it describes, or of one with the error code that it explains. What follows "without", and attributes in `fields=…`, are any.
 */
export function inputsOwn() {
  const operations = [];
  const texts = [];
  return {
    ...operationRule(({ operation, location, parameters, body, examples }) => {
      const own = [{ example: operation, location }, ...examples].flatMap((one) => [
        ...textsOf(one.example, one.location),
      ]);
      const codes = examples.map(({ example }) => example.value?.code);
      operations.push({ inputs: [...parameters.map(({ name }) => name), ...body], codes, own });
      texts.push(...own);
      return [];
    }),
    ...nodeRule("Schema", ({ "x-codes": codes }, { location }) => {
      for (const [code, text] of entriesOf(codes))
        texts.push(...[...textsOf({ "x-codes": { [code]: text } }, location)].map((one) => ({ ...one, code })));
      return [];
    }),
    ...nodeRule("Root", () => inputsOfOthers(operations, texts), "leave"),
  };
}

function* inputsOfOthers(operations, texts) {
  for (const one of texts) {
    const ofText = operations.filter(({ codes, own }) => codes.includes(one.code ?? "") || own.includes(one));
    const isOf = (some, word) => some.some(({ inputs }) => inputs.includes(word));
    for (const [, word] of quotedWords(one.text.replace(/\bwithout `\S+|`fields=\S+/g, "")))
      if (ofText.length > 0 && isOf(operations, word) && !isOf(ofText, word))
        yield { message: `\`${word}\` is of another operation.`, location: one.location };
  }
}
