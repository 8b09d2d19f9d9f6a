import { type Contract, type Json, type JsonObject, typesAt } from "content-service-contract";

export interface InvalidValue {
  /** Completes "a value that is …". */
  readonly kind: string;
  readonly value: Json;
}

/** Values that the schema at a pointer rejects, one for each of its keywords. */
export function invalidValues(contract: Contract, schema: string): InvalidValue[] {
  const found = [...ofWrongType(typesAt(contract.document, schema)), ...outOfBounds(contract.nodeAt(schema))];
  // Another keyword can make a value valid.
  return found.filter(({ value }) => contract.validate(schema, value).length > 0);
}

/** A value of another type that a lenient service casts: `"5"` for 5, or 7 for a text. */
export function castValues(value: Json): InvalidValue[] {
  if (typeof value === "boolean" || typeof value === "number") return [{ kind: CASTABLE, value: String(value) }];
  return typeof value === "string" ? [{ kind: CASTABLE, value: 7 }] : [];
}

export const CASTABLE = "of a castable type";

const SAMPLES: readonly [type: string, value: Json][] = [
  ["boolean", true],
  ["number", 12.5],
  ["string", "text"],
  ["array", []],
  ["object", {}],
];

function ofWrongType(types: readonly string[]): InvalidValue[] {
  const wrong = SAMPLES.find(([type]) => !types.includes(type) && !(type === "number" && types.includes("integer")));
  if (types.length === 0 || wrong === undefined) return [];
  const fraction = types.includes("integer") ? [{ kind: "not whole", value: 12.5 }] : [];
  return [{ kind: "of the wrong type", value: wrong[1] }, ...fraction];
}

function* outOfBounds(node: JsonObject): Generator<InvalidValue> {
  const { pattern, format, minLength, maxLength, maxItems, minItems, minimum, maximum } = node;
  const items = (count: number): Json[] => Array.from({ length: count }, (_, index) => `item-${index}`);
  if (node["enum"] !== undefined || node["const"] !== undefined)
    yield { kind: "not in the enum", value: "no_such_value" };
  if (pattern !== undefined) yield { kind: "against the pattern", value: "!" };
  if (TEXT_FORMATS.has(format)) yield { kind: "against the format", value: "no such form" };
  if (typeof minLength === "number" && minLength > 0) yield { kind: "too short", value: "x".repeat(minLength - 1) };
  if (typeof maxLength === "number") yield { kind: "too long", value: "x".repeat(maxLength + 1) };
  if (typeof maxItems === "number") yield { kind: "a list with too many items", value: items(maxItems + 1) };
  if (typeof minItems === "number" && minItems > 0)
    yield { kind: "a list with too few items", value: items(minItems - 1) };
  if (typeof minimum === "number") yield { kind: "below the range", value: minimum - 1 };
  if (typeof maximum === "number") yield { kind: "above the range", value: maximum + 1 };
  if (format === "int64") yield { kind: "beyond 64 bits", value: 2 ** 64 };
}

/** Formats that never match text with spaces. */
const TEXT_FORMATS: ReadonlySet<Json | undefined> = new Set(["date-time", "date", "uri", "email"]);
