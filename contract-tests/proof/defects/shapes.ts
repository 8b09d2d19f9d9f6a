import { withValue } from "../../src/cases/body-sites.js";
import { valueAt } from "../../src/contract/json-pointer.js";
import { changingJson } from "../answers.js";
import type { Defect } from "../defect.js";
import { bodySites, type Contract, isJsonObject, type Json, type Operation } from "../kit.js";
import { ruleForShape } from "./rule-for-shape.js";

/** What a healthy sandbox answers when an operation succeeds, by operation. */
export type Successes = Readonly<Record<string, Json>>;

/** A place in a healthy answer, and what the contract says of it. */
interface Place {
  readonly at: string;
  readonly value: Json;
  readonly schema: Readonly<Record<string, Json>>;
  /** Whether the object around it must have it. */
  readonly required: boolean;
}

/** One way to make an answer wrong at a place; undefined where it cannot be done. */
interface Damage {
  readonly category: string;
  readonly says: (at: string) => string;
  readonly spoil: (place: Place, body: Json) => Json | undefined;
}

const put = (body: Json, { at }: Place, value: Json): Json => withValue(body, at, value);

const damages: readonly Damage[] = [
  {
    category: "property of the wrong type",
    says: (at) => `${at} is of another type`,
    spoil: (place, body) => (place.value === null ? undefined : put(body, place, wrongType(place.value))),
  },
  {
    category: "required property missing",
    says: (at) => `${at} is missing`,
    spoil: (place, body) => (place.required ? withValue(body, place.at, undefined) : undefined),
  },
  {
    category: "property that the contract does not have",
    says: (at) => `a property beside ${at} is in no contract`,
    spoil: (place, body) => (place.required ? put(body, { ...place, at: `${place.at}_v2` }, "new") : undefined),
  },
  {
    category: "property renamed",
    says: (at) => `${at} has another name`,
    spoil: (place, body) =>
      place.required
        ? put(withValue(body, place.at, undefined), { ...place, at: otherName(place.at) }, place.value)
        : undefined,
  },
  {
    category: "unknown value of an enum",
    says: (at) => `${at} has a value that the contract does not list`,
    spoil: (place, body) =>
      place.schema["enum"] === undefined && place.schema["const"] === undefined
        ? undefined
        : put(body, place, "no_such_value"),
  },
  {
    category: "text in the wrong form",
    says: (at) => `${at} is not in its form`,
    spoil: (place, body) =>
      typeof place.value === "string" && (place.schema["format"] ?? place.schema["pattern"]) !== undefined
        ? put(body, place, place.schema["format"] === "date-time" ? "10.03.2026 08:00" : "no such form !")
        : undefined,
  },
  {
    category: "number out of its bounds",
    says: (at) => `${at} is out of its bounds`,
    spoil: (place, body) =>
      typeof place.value === "number" && typeof place.schema["minimum"] === "number"
        ? put(body, place, place.schema["minimum"] - 1)
        : undefined,
  },
  {
    category: "null where none may be",
    says: (at) => `${at} is null`,
    spoil: (place, body) => (place.required && place.value !== null ? put(body, place, null) : undefined),
  },
];

/** Every success in the wrong shape: each operation once for each damage that its answer can take. */
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
  if (rule === undefined) throw new Error(`${operation.id} holds with ${damage.category} at ${place.at}`);
  return {
    id: `${operation.id}/${damage.category.replaceAll(" ", "-")}${place.at}`,
    operation: operation.id,
    category: damage.category,
    rule,
    describe: `In a success of ${operation.id} ${damage.says(place.at)}`,
    plant: () =>
      changingJson(operation.id, (answer) => {
        const value = valueAt(answer, place.at);
        return value === undefined ? answer : (damage.spoil({ ...place, value }, answer) ?? answer);
      }),
  };
}

function placesIn(contract: Contract, operation: Operation, body: Json): Place[] {
  const schema = operation.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  if (schema === undefined) return [];
  return bodySites(contract, schema, [body]).flatMap((site) => {
    const value = valueAt(body, site.at);
    // The metadata of a file has keys of its template, which the contract cannot know.
    if (site.at === "" || value === undefined) return [];
    const parent = valueAt(body, site.at.replace(/\/[^/]*$/, ""));
    const required = isJsonObject(parent) && isRequired(contract, schema, site.at, body);
    return [{ at: site.at, value, schema: contract.schemaAt(site.schema), required }];
  });
}

/** Whether an answer without it, or with something else in its place, is not the same kind of answer any more. */
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

/** `owned_by` becomes `ownedBy`, as a service does that changes its style; a name of one word gets a letter more. */
function otherName(at: string): string {
  const changed = at.replace(/_([a-z])([^/]*)$/, (_, letter: string, rest: string) => letter.toUpperCase() + rest);
  return changed === at ? `${at}s` : changed;
}
