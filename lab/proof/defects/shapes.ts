import { type Contract, isJsonObject, type Json, type Operation, valueAt, withValue } from "content-service-contract";
import { bodySites, type FindingRule } from "content-service-contract-tests";
import { type Defect, dashed, planted } from "./defect.js";

/** By operation, the body of a healthy success response. */
export type Successes = Readonly<Record<string, Json>>;

interface Place {
  readonly at: string;
  readonly value: Json;
  readonly schema: Readonly<Record<string, Json>>;
  /** Whether the enclosing object requires the property. */
  readonly required: boolean;
}

/** One way to break a response body. `spoil` returns undefined where it does not apply. */
interface Damage {
  readonly category: string;
  readonly says: (at: string) => string;
  readonly spoil: (place: Place, body: Json) => Json | undefined;
}

const damages: readonly Damage[] = [
  {
    category: "property of the wrong type",
    says: (at) => `${at} of the wrong type`,
    spoil: ({ at, value }, body) => (value === null ? undefined : withValue(body, at, wrongType(value))),
  },
  {
    category: "required property missing",
    says: (at) => `${at} missing`,
    spoil: ({ at, required }, body) => (required ? withValue(body, at, undefined) : undefined),
  },
  {
    category: "undocumented property",
    says: (at) => `an undocumented property beside ${at}`,
    spoil: ({ at, required }, body) => (required ? withValue(body, `${at}_v2`, "new") : undefined),
  },
  {
    category: "property renamed",
    says: (at) => `${at} renamed`,
    spoil: ({ at, required, value }, body) =>
      required ? withValue(withValue(body, at, undefined), otherName(at), value) : undefined,
  },
  {
    category: "unknown value of an enum",
    says: (at) => `an undocumented enum value in ${at}`,
    spoil: ({ at, schema }, body) =>
      schema["enum"] === undefined && schema["const"] === undefined ? undefined : withValue(body, at, "no_such_value"),
  },
  {
    category: "string in the wrong format",
    says: (at) => `${at} in the wrong format`,
    spoil: ({ at, schema: { format, pattern }, value }, body) =>
      typeof value === "string" && (format ?? pattern) !== undefined
        ? withValue(body, at, format === "date-time" ? "10.03.2026 08:00" : "no such form !")
        : undefined,
  },
  {
    category: "number out of range",
    says: (at) => `${at} below the minimum`,
    spoil: ({ at, schema: { minimum }, value }, body) =>
      typeof value === "number" && typeof minimum === "number" ? withValue(body, at, minimum - 1) : undefined,
  },
  {
    category: "null in a non-nullable property",
    says: (at) => `null in ${at}`,
    spoil: ({ at, required, value }, body) => (required && value !== null ? withValue(body, at, null) : undefined),
  },
];

/** Success bodies that violate their schema: each operation once for each applicable damage. */
export function shapeDefects(contract: Contract, successes: Successes, turn: number): Defect[] {
  return contract.operations.flatMap((operation, number) => {
    const body = successes[operation.id];
    const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
    if (body === undefined || schema === undefined) return [];
    const places = placesIn(contract, schema, body);
    return damages.flatMap(({ category, says, spoil }, kind) => {
      const able = places.flatMap((place) => {
        const spoiled = spoil(place, body);
        const rule = spoiled === undefined ? undefined : ruleOf(contract, operation, schema, spoiled);
        return rule === undefined ? [] : [{ place, rule }];
      });
      const chosen = able[(number * 5 + kind * 3 + turn) % Math.max(1, able.length)];
      if (chosen === undefined) return [];
      const { place, rule } = chosen;
      const row = [
        `${dashed(category)}${place.at}`,
        category,
        rule,
        `returns a success with ${says(place.at)}`,
      ] as const;
      const json = (response: Json) => {
        const value = valueAt(response, place.at);
        return value === undefined ? response : (spoil({ ...place, value }, response) ?? response);
      };
      return [planted(operation.id, row, { json })];
    });
  });
}

function placesIn(contract: Contract, schema: string, body: Json): Place[] {
  return bodySites(contract, schema, [body]).flatMap((site) => {
    const value = valueAt(body, site.at);
    // The contract does not list the keys of file metadata.
    if (site.at === "" || value === undefined) return [];
    const parent = valueAt(body, site.at.replace(/\/[^/]*$/, ""));
    const without = withValue(body, site.at, undefined);
    const required =
      isJsonObject(parent) && contract.validate(standardOf(contract, schema) ?? schema, without, "listed").length > 0;
    return [{ at: site.at, value, schema: contract.schemaAt(site.schema), required }];
  });
}

/** The schema of a record without `fields`: the first alternative, if there are any. */
function standardOf(contract: Contract, schema: string): string | undefined {
  const { anyOf } = contract.schemaAt(schema);
  return Array.isArray(anyOf) ? `${contract.pointerOf(schema)}/anyOf/0` : undefined;
}

function wrongType(value: Json): Json {
  if (typeof value === "string") return { text: value };
  return typeof value === "number" ? `about ${value}` : "text";
}

/** `owned_by` becomes `ownedBy`; a name of one word gets an "s". */
function otherName(at: string): string {
  const changed = at.replace(/_([a-z])([^/]*)$/, (_, letter: string, rest: string) => letter.toUpperCase() + rest);
  return changed === at ? `${at}s` : changed;
}

/** The rule that the body violates, by the schemas alone; undefined when the body is valid. */
function ruleOf(contract: Contract, { parameters }: Operation, schema: string, body: Json): FindingRule | undefined {
  if (contract.validate(schema, body).length > 0) return "response-body";
  const takesFields = parameters.some(({ in: place, name }) => place === "query" && name === "fields");
  const standard = standardOf(contract, schema);
  if (takesFields && standard !== undefined && contract.validate(standard, body).length > 0)
    return "standard-representation";
  const whole = takesFields ? (standard ?? schema) : schema;
  if (contract.validate(whole, body, "listed").length > 0) return "response-body-listed";
  return contract.validate(schema, body, "closed").length > 0 ? "response-body-closed" : undefined;
}
