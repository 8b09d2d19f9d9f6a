import { arrayAt, type Json, type JsonObject, placeAt, sampleValue } from "content-service-contract";

/** The message of a validator in plain words, with an example, if there is one, instead of a pattern at a keyword of a document. */
export function plainWords(message: string, document: JsonObject, keyword: string, given?: Json): string {
  if (keyword.endsWith("/not")) {
    const values = arrayAt(placeAt(document, keyword).node, "enum").join(", ");
    if (values !== "") return `must not be ${values.replace(/, (?=[^,]*$)/, " or ")}`;
  }
  const plain = PLAIN.reduce((text, [grammar, words]) => text.replace(grammar, words), message.replace(TYPES, inWords));
  const schema = /^(.*)\/pattern$/.exec(keyword)?.[1];
  if (schema === undefined) return plain;
  const example = given ?? sampleValue(document, schema, { properties: "required" });
  return example === undefined
    ? plain
    : plain.replace(/must match pattern ".*"$/s, `must have the form of ${String(example)}`);
}

/** What the validator says of a wrong type. */
export const TYPES = /must be ((?:array|boolean|integer|null|number|object|string)(?:,\w+)*)$/;

const inWords = (_: string, types: string) =>
  `must be ${types
    .split(",")
    .map((type) => (type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`))
    .join(" or ")}`;

/** Phrases of the validator, and what they mean. */
const PLAIN = [
  [/must match format "date-time"$/, "must be a time with an offset, such as 2036-03-11T08:00:00+00:00"],
  [/must match format "(.+)"$/, "must be a valid $1"],
  [/must NOT have fewer than 1 (characters|items)$/, "must not be empty"],
  [/must NOT/, "must not"],
  [/must be >= /, "must be at least "],
  [/must be <= /, "must be at most "],
  [/must be > /, "must be above "],
] as const;
