import { withValue } from "../../src/cases/body-sites.js";
import { valueAt } from "../../src/contract/json-pointer.js";
import {
  bodySites,
  type Contract,
  type FindingRule,
  isJsonObject,
  type Json,
  type Operation,
} from "../../src/index.js";
import { changingJson, type Defect } from "../defect.js";

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
interface Damage {
  readonly category: string;
  readonly says: (at: string) => string;
  readonly spoil: (place: Place, body: Json) => Json | undefined;
}

const put = (body: Json, { at }: Place, value: Json): Json => withValue(body, at, value);

const damages: readonly Damage[] = [
  {
    category: "property of the wrong type",
    says: (at) => `${at} has the wrong type`,
    spoil: (place, body) => (place.value === null ? undefined : put(body, place, wrongType(place.value))),
  },
  {
    category: "required property missing",
    says: (at) => `${at} is missing`,
    spoil: (place, body) => (place.required ? withValue(body, place.at, undefined) : undefined),
  },
  {
    category: "undocumented property",
    says: (at) => `an undocumented property stands beside ${at}`,
    spoil: (place, body) => (place.required ? put(body, { ...place, at: `${place.at}_v2` }, "new") : undefined),
  },
  {
    category: "property renamed",
    says: (at) => `${at} is renamed`,
    spoil: (place, body) =>
      place.required
        ? put(withValue(body, place.at, undefined), { ...place, at: otherName(place.at) }, place.value)
        : undefined,
  },
  {
    category: "unknown value of an enum",
    says: (at) => `${at} has an undocumented enum value`,
    spoil: (place, body) =>
      place.schema["enum"] === undefined && place.schema["const"] === undefined
        ? undefined
        : put(body, place, "no_such_value"),
  },
  {
    category: "string in the wrong format",
    says: (at) => `${at} has the wrong format`,
    spoil: (place, body) =>
      typeof place.value === "string" && (place.schema["format"] ?? place.schema["pattern"]) !== undefined
        ? put(body, place, place.schema["format"] === "date-time" ? "10.03.2026 08:00" : "no such form !")
        : undefined,
  },
  {
    category: "number out of range",
    says: (at) => `${at} is below the minimum`,
    spoil: (place, body) =>
      typeof place.value === "number" && typeof place.schema["minimum"] === "number"
        ? put(body, place, place.schema["minimum"] - 1)
        : undefined,
  },
  {
    category: "null in a non-nullable property",
    says: (at) => `${at} is null`,
    spoil: (place, body) => (place.required && place.value !== null ? put(body, place, null) : undefined),
  },
];

/** Success bodies that violate their schema: each operation once for each applicable damage. */
export function shapeDefects(contract: Contract, successes: Successes, turn: number): Defect[] {
  return contract.operations.flatMap((operation, number) => {
    const body = successes[operation.id];
    if (body === undefined) return [];
    const places = placesIn(contract, operation, body);
    return damages.flatMap((damage, kind) => {
      const able = places.filter((place) => {
        const spoiled = damage.spoil(place, body);
        return spoiled !== undefined && ruleForShape(contract, operation, spoiled) !== undefined;
      });
      const place = able[(number * 5 + kind * 3 + turn) % Math.max(1, able.length)];
      return place === undefined ? [] : [defectAt(contract, operation, damage, place, body)];
    });
  });
}

function defectAt(contract: Contract, operation: Operation, damage: Damage, place: Place, body: Json): Defect {
  const rule = ruleForShape(contract, operation, damage.spoil(place, body) ?? null);
  if (rule === undefined)
    throw new Error(`Expected ${damage.category} at ${place.at} to violate the schema of ${operation.id}`);
  return {
    id: `${operation.id}/${damage.category.replaceAll(" ", "-")}${place.at}`,
    operation: operation.id,
    category: damage.category,
    rule,
    describe: `In a success of ${operation.id} ${damage.says(place.at)}`,
    plant: () =>
      changingJson(operation.id, (response) => {
        const value = valueAt(response, place.at);
        return value === undefined ? response : (damage.spoil({ ...place, value }, response) ?? response);
      }),
  };
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
export function ruleForShape(contract: Contract, operation: Operation, body: Json): FindingRule | undefined {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  if (schema === undefined) return undefined;
  if (contract.validate(schema, body).length > 0) return "response-body";
  const takesFields = operation.parameters.some(({ in: place, name }) => place === "query" && name === "fields");
  const standard = `${contract.pointerOf(schema)}/anyOf/0`;
  const chooses = Array.isArray(contract.schemaAt(schema)["anyOf"]);
  if (takesFields && chooses && contract.validate(standard, body).length > 0) return "standard-representation";
  return contract.validate(schema, body, "closed").length > 0 ? "response-body-closed" : undefined;
}
