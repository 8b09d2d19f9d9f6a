import type { JsonObject } from "content-service-contract";
import type { Condition, Field, Value } from "./query-condition.js";

/** The text of a condition and the values of its arguments, as in the body of a query. */
export interface QueryText {
  readonly query: string;
  readonly query_params: JsonObject;
}

/** A service can show times in lower case. */
function inUpperCase(value: Value): Value {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dt\d\d:/.test(value) ? value.toUpperCase() : value;
}

/** The name of an argument can have any characters but those that end it. */
const SEPARATORS = [".", "", "-é"];

/** Writes a condition: values as arguments, and some numbers and texts in the query itself. */
export function textOf(condition: Condition): QueryText {
  const parameters: JsonObject = {};
  const argument = (value: Value | Value[]) => {
    const count = Object.keys(parameters).length;
    const name = `p${SEPARATORS[count % SEPARATORS.length]}${count + 1}`;
    parameters[name] = Array.isArray(value) ? value.map(inUpperCase) : inUpperCase(value);
    return `:${name}`;
  };
  const operand = (field: Field, value: Value) => {
    if (field.type === "float" && Number.isInteger(value)) return String(value);
    return field.type === "enum" ? `'${String(value).replaceAll("'", "''")}'` : argument(value);
  };
  const write = (one: Condition): string => {
    switch (one.kind) {
      case "and":
      case "or":
        // AND binds tighter than OR, so only an OR inside of an AND needs parentheses.
        return one.parts
          .map((part) => (one.kind === "and" && part.kind === "or" ? `(${write(part)})` : write(part)))
          .join(one.kind === "and" ? " AND " : " OR ");
      case "not":
        return "parts" in one.part ? `NOT (${write(one.part)})` : `NOT ${write(one.part)}`;
      case "null":
        return `${one.field.key} IS ${one.negated ? "NOT " : ""}NULL`;
      case "in":
        // A list is one argument, or one for each value.
        return one.negated
          ? `${one.field.key} NOT IN ${argument([...one.values])}`
          : `${one.field.key} IN (${one.values.map(argument).join(", ")})`;
      case "like":
        return `${one.field.key} ${one.word} ${argument(one.value)}`;
      case "compare":
        return `${one.field.key} ${one.operator} ${operand(one.field, one.value)}`;
    }
  };
  return { query: write(condition), query_params: parameters };
}

/** The conditions that are one step simpler, the simplest first. */
export function simpler(condition: Condition): readonly Condition[] {
  if (condition.kind === "not") return [condition.part];
  if (condition.kind === "in" && condition.values.length > 1) {
    return condition.values.map((value) => ({ ...condition, values: [value] }));
  }
  if (!("parts" in condition)) return [];
  const fewer = condition.parts.map((_, index) => condition.parts.filter((__, other) => other !== index));
  const kept = condition.parts.length > 2 ? fewer.map((parts): Condition => ({ kind: condition.kind, parts })) : [];
  const inner = condition.parts.flatMap((part, index) =>
    simpler(part).map((one): Condition => ({ ...condition, parts: condition.parts.with(index, one) })),
  );
  return [...condition.parts, ...kept, ...inner];
}
