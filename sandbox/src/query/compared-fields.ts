import type { Condition } from "./condition.js";

/** The keys of all fields that a condition speaks of, in the order of the query. */
export function comparedFields(condition: Condition): ReadonlySet<string> {
  return new Set(fieldsIn(condition));
}

function fieldsIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(fieldsIn);
    case "not":
      return fieldsIn(condition.condition);
    default:
      return [condition.field.key];
  }
}
