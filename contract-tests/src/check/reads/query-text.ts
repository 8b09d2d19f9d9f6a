import type { JsonObject } from "content-service-contract";
import type { Field } from "../principles/instances.js";
import type { Condition, Value } from "./query-condition.js";

/** A condition in the language `sql-where`: its text, and the values of its arguments. */
export interface QueryText {
  readonly text: string;
  readonly values: JsonObject;
}

/** Whether the key of a field needs no quotes. */
export function isName(key: string): boolean {
  return /^[a-zA-Z_][-\w]*$/.test(key) && !/^(and|or|not|in|like|ilike|is|null|has\w*)$/i.test(key);
}

/** A service can show times in lower case. */
function inUpperCase(value: Value): Value {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dt\d\d:/.test(value) ? value.toUpperCase() : value;
}

/** The name of an argument can have any characters but those that end it. */
const SEPARATORS = [".", "", "-é"];

/** Writes a condition: values as arguments, and some numbers and texts in the query itself. */
export function textOf(condition: Condition): QueryText {
  const values: JsonObject = {};
  const argument = (value: Value | Value[]) => {
    const count = Object.keys(values).length;
    const name = `p${SEPARATORS[count % SEPARATORS.length]}${count + 1}`;
    values[name] = Array.isArray(value) ? value.map(inUpperCase) : inUpperCase(value);
    return `:${name}`;
  };
  const operand = (field: Field, value: Value) => {
    if (field.kind === "number" && Number.isInteger(value)) return String(value);
    return field.kind === "option" ? `'${String(value).replaceAll("'", "''")}'` : argument(value);
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
  return { text: write(condition), values };
}
