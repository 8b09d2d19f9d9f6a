import { type Contract, type Json, type JsonObject, placeAt, typesAt } from "content-service-contract";

/** A value that a schema rejects, and why. */
export interface InvalidValue {
  /** Completes "a value that is …". */
  readonly kind: string;
  readonly value: Json;
}

/**
 * Derives values that the schema at a pointer rejects, one for each of its keywords: another type, too long, too
 * short, out of range, not in the enum, against the pattern or the format, too many items.
 */
export function invalidValues(contract: Contract, schema: string): InvalidValue[] {
  const { node } = placeAt(contract.document, schema);
  const found = [...ofWrongType(typesAt(contract.document, schema)), ...outOfBounds(node), ...outOfRange(node)];
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

function outOfBounds(node: JsonObject): InvalidValue[] {
  const { pattern, format, minLength, maxLength, maxItems, minItems } = node;
  const listed = node["enum"] !== undefined || node["const"] !== undefined;
  const items = (count: number): Json[] => Array.from({ length: count }, (_, index) => `item-${index}`);
  return [
    ...(listed ? [{ kind: "not in the enum", value: "no_such_value" }] : []),
    ...(pattern === undefined ? [] : [{ kind: "against the pattern", value: "!" }]),
    ...(typeof format === "string" && TEXT_FORMATS.has(format)
      ? [{ kind: "against the format", value: "no such form" }]
      : []),
    ...(typeof minLength === "number" && minLength > 0
      ? [{ kind: "too short", value: "x".repeat(minLength - 1) }]
      : []),
    ...(typeof maxLength === "number" ? [{ kind: "too long", value: "x".repeat(maxLength + 1) }] : []),
    ...(typeof maxItems === "number" ? [{ kind: "a list with too many items", value: items(maxItems + 1) }] : []),
    ...(typeof minItems === "number" && minItems > 0
      ? [{ kind: "a list with too few items", value: items(minItems - 1) }]
      : []),
  ];
}

/** Formats that never match text with spaces. */
const TEXT_FORMATS = new Set(["date-time", "date", "uri", "email"]);

function outOfRange({ minimum, maximum, format }: JsonObject): InvalidValue[] {
  return [
    ...(typeof minimum === "number" ? [{ kind: "below the range", value: minimum - 1 }] : []),
    ...(typeof maximum === "number" ? [{ kind: "above the range", value: maximum + 1 }] : []),
    ...(format === "int64" ? [{ kind: "beyond 64 bits", value: 2 ** 64 }] : []),
  ];
}
