import { type Contract, type Json, type Operation, requestMedia, stringAt } from "content-service-contract";
import { type Leaf, leavesOf, wholeBody } from "./new-values.js";
import { isResourceName } from "./paths.js";
import { plain, singular } from "./payload.js";
import { isReference, type Resource, resourceNamed } from "./resources.js";
import { wordPattern } from "./sentences.js";

/**
 * The resource whose record a value in a body names: by the name of its property (`book_id`), its description ("Id of a
 * book"), or the form of its ids (`book_9f3kd02a`, `shelves/7/books/12`).
 */
export function referredBy(contract: Contract, resources: readonly Resource[], leaf: Leaf): Resource | undefined {
  const { name, schema, value } = leaf;
  if (isReference(name)) return resourceNamed(resources, name);
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = stringAt(contract.schemaAt(schema.replace(/\/items$/, "")), "description") ?? "";
  const prefix = prefixOf(value);
  return (
    resources.find((one) => isResourceName(one, value)) ??
    resources.find((one) => prefix !== undefined && prefix === prefixOf(exampleId(one))) ??
    resources.find((one) => idOf(one).test(text)) ??
    resources.find(
      (one) => contract.schemaAt(schema)["format"] === "uuid" && plain(singular(one.name)) === plain(singular(name)),
    )
  );
}

/** The resources whose records the request of an operation names, in the order of its properties. */
export function referredIn(
  contract: Contract,
  resources: readonly Resource[],
  operation: Operation | undefined,
): Resource[] {
  const { schema, examples = [] } = (operation && requestMedia(operation)) ?? {};
  if (schema === undefined || examples.length === 0) return [];
  const leaves = leavesOf(contract, schema, wholeBody(contract, schema, examples));
  return leaves.flatMap((one) => referredBy(contract, resources, one) ?? []);
}

/** How a description says that a value is the id of a record. */
function idOf({ name }: Resource): RegExp {
  return new RegExp(
    `\\b(ids?|identifiers?|resource names?) of (an?|the|one|some|all|another)? ?${wordPattern(singular(name))}`,
    "i",
  );
}

/** What is before the changing part of an id such as `book_9f3kd02a`. */
function prefixOf(id: Json | undefined): string | undefined {
  return /^[a-z]+_(?=\w{6,}$)/i.exec(String(id ?? ""))?.[0];
}

function exampleId({ read, remove, patch, parameter }: Resource): Json | undefined {
  return (read ?? remove ?? patch)?.parameters.find((one) => one.in === "path" && one.name === parameter)?.example;
}
