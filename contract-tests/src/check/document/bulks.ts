import { type Contract, type Json, type Operation, remembered, valueAt } from "content-service-contract";
import { bodyWithAll, leavesSent, sentSchema } from "../resources/bodies.js";
import { plain } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { referredBy } from "../sentences/references.js";
import { inferResources } from "./infer-resources.js";

/** An operation on several records: `POST /issues/bulk-update` with their ids, or `POST /units/bulk` with new ones. */
export interface Bulk {
  readonly operation: Operation;
  /** JSON pointer to the list in its body. */
  readonly list: string;
  /** The same from an entry to the id: "" where the entry is one. Undefined for new records. */
  readonly id: string | undefined;
}

export function bulksOf(contract: Contract, resources: readonly Resource[], resource: Resource): Bulk[] {
  const { collection, item, create } = resource;
  // The records can stand apart from the collection below which they are created.
  const bases = [collection, item?.replace(/\/\{[^{}]+\}$/, "") ?? collection];
  const creation = sentSchema(create);
  return contract.operations.flatMap((operation): Bulk[] => {
    const { path, isSafe } = operation;
    const isBeside = bases.some((one) => path.startsWith(one) && /^([/:][^/{}:]+)?$/.test(path.slice(one.length)));
    if (isSafe || operation === create || !isBeside) return [];
    const body = bodyWithAll(contract, operation);
    for (const leaf of leavesSent(contract, operation, body)) {
      const [, list, id = ""] = /^(.*?)\/0(\/id)?$/.exec(leaf.at) ?? [];
      const isId = id !== "" || plain(leaf.name) === "ids" || referredBy(contract, resources, leaf) === resource;
      if (list !== undefined && isId) return [{ operation, list, id }];
    }
    const isNew = ([first]: readonly Json[]) => creation !== undefined && contract.isValid(creation, first ?? null);
    const name = Object.keys(Object(body)).find((one) => isNew(entriesIn(body, `/${one}`)));
    return name === undefined ? [] : [{ operation, list: `/${name}`, id: undefined }];
  });
}

export function entriesIn(body: Json | undefined, list: string): readonly Json[] {
  const entries = valueAt(body ?? null, list);
  return Array.isArray(entries) ? entries : [];
}

/** The operations that change several records at once, such as all those of a list: their examples name records that are not ours. */
export const changesOfSeveral = remembered((contract: Contract): ReadonlySet<Operation> => {
  const resources = inferResources(contract);
  const operations = resources.flatMap((resource) => {
    const { list, create, isSingle } = resource;
    const isOnList = (one: Operation) => one.path === list?.path && !one.isSafe && one !== create && !isSingle;
    const several = bulksOf(contract, resources, resource).filter(({ id }) => id !== undefined);
    return [...contract.operations.filter(isOnList), ...several.map(({ operation }) => operation)];
  });
  return new Set(operations);
});
