import { type Contract, isJsonObject, type Json, type Operation, valueAt, withValue } from "content-service-contract";
import { bodySites, type FindingRule } from "content-service-contract-tests";
import { changingJson, type Defect, planted } from "./defect.js";

/** By operation, the body of a healthy success response. */
export type Successes = Readonly<Record<string, Json>>;

/** A place in a healthy response body, with its schema. */
interface Place {
  readonly at: string;
  readonly value: Json;
  readonly schema: Readonly<Record<string, Json>>;
  /** Whether the enclosing object requires the property. */
  readonly required: boolean;
}

/** One way to break a response body. `spoil` returns undefined where it does not apply. */
type Damage = readonly [
  category: string,
  says: (at: string) => string,
  spoil: (place: Place, body: Json) => Json | undefined,
];

const damages: readonly Damage[] = [
  [
    "property of the wrong type",
    (at) => `${at} of the wrong type`,
    ({ at, value }, body) => (value === null ? undefined : withValue(body, at, wrongType(value))),
  ],
  [
    "required property missing",
    (at) => `${at} missing`,
    ({ at, required }, body) => (required ? withValue(body, at, undefined) : undefined),
  ],
  [
    "undocumented property",
    (at) => `an undocumented property beside ${at}`,
    ({ at, required }, body) => (required ? withValue(body, `${at}_v2`, "new") : undefined),
  ],
  [
    "property renamed",
    (at) => `${at} renamed`,
    ({ at, required, value }, body) =>
      required ? withValue(withValue(body, at, undefined), otherName(at), value) : undefined,
  ],
  [
    "unknown value of an enum",
    (at) => `an undocumented enum value in ${at}`,
    ({ at, schema }, body) =>
      schema["enum"] === undefined && schema["const"] === undefined ? undefined : withValue(body, at, "no_such_value"),
  ],
  [
    "string in the wrong format",
    (at) => `${at} in the wrong format`,
    ({ at, schema: { format, pattern }, value }, body) =>
      typeof value === "string" && (format ?? pattern) !== undefined
        ? withValue(body, at, format === "date-time" ? "10.03.2026 08:00" : "no such form !")
        : undefined,
  ],
  [
    "number out of range",
    (at) => `${at} below the minimum`,
    ({ at, schema: { minimum }, value }, body) =>
      typeof value === "number" && typeof minimum === "number" ? withValue(body, at, minimum - 1) : undefined,
  ],
  [
    "null in a non-nullable property",
    (at) => `null in ${at}`,
    ({ at, required, value }, body) => (required && value !== null ? withValue(body, at, null) : undefined),
  ],
];

/** Success bodies that violate their schema: each operation once for each applicable damage. */
export function shapeDefects(contract: Contract, successes: Successes, turn: number): Defect[] {
  return contract.operations.flatMap((operation, number) => {
    const body = successes[operation.id];
    if (body === undefined) return [];
    const places = placesIn(contract, operation, body);
    return damages.flatMap(([category, says, spoil], kind) => {
      const able = places.flatMap((place) => {
        const spoiled = spoil(place, body);
        const rule = spoiled === undefined ? undefined : ruleForShape(contract, operation, spoiled);
        return rule === undefined ? [] : [{ place, rule }];
      });
      const chosen = able[(number * 5 + kind * 3 + turn) % Math.max(1, able.length)];
      if (chosen === undefined) return [];
      const { place, rule } = chosen;
      const name = `${category.replaceAll(" ", "-")}${place.at}`;
      const defect = planted(operation.id, [name, category, rule, `returns a success with ${says(place.at)}`], () =>
        changingJson(operation.id, (response) => {
          const value = valueAt(response, place.at);
          return value === undefined ? response : (spoil({ ...place, value }, response) ?? response);
        }),
      );
      return [defect];
    });
  });
}

function placesIn(contract: Contract, operation: Operation, body: Json): Place[] {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  if (schema === undefined) return [];
  return bodySites(contract, schema, [body]).flatMap((site) => {
    const value = valueAt(body, site.at);
    // The contract does not list the keys of file metadata.
    if (site.at === "" || value === undefined) return [];
    const parent = valueAt(body, site.at.replace(/\/[^/]*$/, ""));
    const required = isJsonObject(parent) && isRequired(contract, schema, site.at, body);
    return [{ at: site.at, value, schema: contract.schemaAt(site.schema), required }];
  });
}

/** Whether the body is invalid without the property. */
function isRequired(contract: Contract, schema: string, at: string, body: Json): boolean {
  const less = withValue(body, at, undefined);
  const [first] = branchesOf(contract, schema);
  return contract.validate(first ?? schema, less).length > 0;
}

function branchesOf(contract: Contract, schema: string): string[] {
  const { anyOf } = contract.schemaAt(schema);
  return Array.isArray(anyOf) ? [`${contract.pointerOf(schema)}/anyOf/0`] : [];
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
function ruleForShape(contract: Contract, operation: Operation, body: Json): FindingRule | undefined {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  if (schema === undefined) return undefined;
  if (contract.validate(schema, body).length > 0) return "response-body";
  const takesFields = operation.parameters.some(({ in: place, name }) => place === "query" && name === "fields");
  const standard = `${contract.pointerOf(schema)}/anyOf/0`;
  const chooses = Array.isArray(contract.schemaAt(schema)["anyOf"]);
  if (takesFields && chooses && contract.validate(standard, body).length > 0) return "standard-representation";
  return contract.validate(schema, body, "closed").length > 0 ? "response-body-closed" : undefined;
}
