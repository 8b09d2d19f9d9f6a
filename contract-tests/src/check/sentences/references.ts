import { type Contract, type Json, type Operation, stringAt } from "content-service-contract";
import { allLeaves, bodyProperties, type Leaf, placeInBody } from "../resources/bodies.js";
import { isResourceName } from "../resources/paths.js";
import { plain, propertiesOfRecord, singular } from "../resources/payload.js";
import { isReference, type Resource, resourceNamed } from "../resources/resources.js";
import { schemaText } from "./sentences.js";
import { mentions, oneOf, pattern, wordPattern } from "./words.js";

/**
 * The resource whose record a value in a body names: by the name of its property (`book_id`), its description ("Id of a
 * book"), or the form of its ids (`book_9f3kd02a`, `shelves/7/books/12`).
 */
export function referredBy(contract: Contract, resources: readonly Resource[], leaf: Leaf): Resource | undefined {
  const { name, schema, value } = leaf;
  const named = resources.find((one) => hasParameter(one, name));
  if (named !== undefined) return named;
  if (isReference(name)) {
    const described = schemaText(contract, schema);
    return (
      resourceNamed(resources, name) ??
      resourceWithIdsOf(contract, resources, leaf) ??
      // "An active member with the role approver".
      resources.find((one) => pattern`^(the )?(ids? of )?(an?|the|one) ([\w-]+ ){0,2}${oneOf(one)}\b`.test(described))
    );
  }
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = schemaText(contract, schema.replace(/\/items$/, ""));
  const prefix = prefixOf(value);
  return (
    resources.find((one) => isResourceName(one, value)) ??
    resources.find((one) => prefix !== undefined && prefix === prefixOf(exampleId(one))) ??
    resources.find((one) => idOf(one).test(text)) ??
    resources.find((one) => isNamedBy(contract, leaf, one)) ??
    (PREFIXED.test(stringAt(contract.schemaAt(schema), "pattern") ?? "")
      ? resourceWithIdsOf(contract, resources, leaf)
      : undefined)
  );
}

/** Whether a property has the name of the path parameter of a resource: `siteName` for `/sites/{siteName}`. */
function hasParameter({ name: own, parameter = "" }: Resource, name: string): boolean {
  const [whole, noun] = [plain(name), plain(singular(own))];
  return plain(parameter) === whole && whole.startsWith(noun) && whole !== noun;
}

/** Whether a property has the name of a resource, and is no number or text for another reason: `gym_class` for `/classes`. */
function isNamedBy(contract: Contract, { name, schema, value }: Leaf, resource: Resource): boolean {
  const node = contract.schemaAt(schema);
  if (node["format"] === "uuid") return plain(singular(resource.name)) === plain(singular(name));
  const isId = Number.isInteger(value) && typeof exampleId(resource) === "number" && !("minimum" in node);
  // `members: 3` is a count, and `members: [3]` names one.
  const isOne = singular(name) === name || schema.endsWith("/items");
  return isId && resourceNamed([resource], name) !== undefined && isOne;
}

/** The form of ids such as `evt_1Qab`. */
const PREFIXED = /^\^[a-z]{2,}[_-]/i;

/** The resource whose ids alone have the form of a value, or of the same property of records: `vetId` may be that of a member of the staff. */
function resourceWithIdsOf(contract: Contract, resources: readonly Resource[], { name, schema }: Leaf) {
  const patternAt = (at: string | undefined) =>
    at === undefined ? undefined : stringAt(contract.schemaAt(at), "pattern");
  const formOf = (one: Resource, property: string) =>
    patternAt(propertiesOfRecord(contract, one.read ?? one.create).get(property));
  const form = patternAt(schema) ?? resources.map((one) => formOf(one, name)).find((one) => one !== undefined);
  const [only, ...others] = form === undefined ? [] : resources.filter((one) => formOf(one, "id") === form);
  return others.length === 0 ? only : undefined;
}

/** The resources whose records the request of an operation names, in the order of its properties. */
export function referredIn(contract: Contract, resources: readonly Resource[], operation: Operation | undefined) {
  const { examples = [] } = operation?.requestMedia ?? {};
  if (examples.length === 0) return [];
  return allLeaves(contract, operation).flatMap((one) => referredBy(contract, resources, one) ?? []);
}

/** How a description says that a value is the id of a record. */
function idOf(resource: Resource): RegExp {
  return pattern`\b(ids?|identifiers?|resource names?) of (an?|the|one|some|all|another)? ?${oneOf(resource)}`;
}

/** What is before the changing part of an id such as `book_9f3kd02a`. */
function prefixOf(id: Json | undefined): string | undefined {
  return /^[a-z]+_(?=\w{6,}$)/i.exec(String(id ?? ""))?.[0];
}

function exampleId({ read, remove, patch, parameter }: Resource): Json | undefined {
  return (read ?? remove ?? patch)?.parameters.find((one) => one.in === "path" && one.name === parameter)?.example;
}

/** The values that a record must have by the descriptions of references to it: "A member of the staff with the role vet". */
export function* wantedValues(
  contract: Contract,
  resources: readonly Resource[],
  planned: Resource,
  own: Resource,
): Generator<[at: string, value: Json]> {
  const texts = [planned, ...resources].flatMap((one) => referenceTexts(contract, resources, one.create, own));
  for (const [name, at] of bodyProperties(contract, own.create)) {
    const said = texts.flatMap((text) => new RegExp(`\\b${wordPattern(name)}\\b(.*)`, "is").exec(text)?.[1] ?? []);
    const value = contract.enumAt(at).find((one) => said.some((text) => mentions(text, one)));
    if (value !== undefined) yield [placeInBody(contract, own.create, name), value];
  }
}

/** The descriptions of the values in the request of an operation that name records of a resource. */
export function referenceTexts(
  contract: Contract,
  resources: readonly Resource[],
  operation: Operation | undefined,
  named: Resource,
): string[] {
  return allLeaves(contract, operation).flatMap((leaf) =>
    referredBy(contract, resources, leaf) === named ? schemaText(contract, leaf.schema) : [],
  );
}
