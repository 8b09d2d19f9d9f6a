import { type Contract, type Operation, sampleValue, type Violation } from "content-service-contract";

/** The message of a violation in plain words, with an example instead of a regular expression. */
export function plainMessage(
  contract: Contract,
  operation: Operation,
  { contract: keyword, message }: Violation,
): string {
  const plain = PLAIN.reduce((text, [grammar, words]) => text.replace(grammar, words), message);
  if (!keyword.endsWith("/pattern")) return plain;
  const schema = keyword.slice(0, -"/pattern".length);
  const parameter = operation.parameters.find((one) => one.schema === schema);
  const example = parameter?.example ?? sampleValue(contract.document, schema, { properties: "required" });
  return plain.replace(/must match pattern ".*"$/s, `must have the form of ${String(example)}`);
}

/** Phrases of the validator, and what they mean. */
const PLAIN = [
  [/must be (array|integer|object)$/, "must be an $1"],
  [/must be (boolean|number|string)$/, "must be a $1"],
  [/must match format "date-time"$/, "must be a time with an offset, such as 2036-03-11T08:00:00+00:00"],
  [/must match format "(.+)"$/, "must be a valid $1"],
  [/must NOT have fewer than 1 (characters|items)$/, "must not be empty"],
  [/must NOT/, "must not"],
  [/must be >= /, "must be at least "],
  [/must be <= /, "must be at most "],
] as const;
