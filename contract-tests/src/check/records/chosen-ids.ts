import type { Contract, Json, Operation } from "content-service-contract";
import { identifierOf } from "../resources/identity.js";
import { type Resource, resourceNamed } from "../resources/resources.js";
import { listedAbove } from "./listed-texts.js";
import { type Choice, otherValues } from "./new-values.js";
import type { Recorder } from "./recorder.js";
import type { Subject } from "./trace.js";

/** Chooses the ids of records whose callers choose them. */
export function chosenIds(
  contract: Contract,
  recorder: Recorder,
  resources: readonly Resource[],
  createNew: (own: Resource) => Promise<Subject | undefined>,
) {
  /** The ids of listed records that were chosen. */
  const tried = new Set<string>();
  return { chosenId, isListed: (id: Json | undefined) => tried.has(String(id)) };

  /** The id of a record whose caller chooses it: that of another record, where its parameter names one. */
  async function chosenId(own: Resource, operation: Operation, chosen: Choice, path: Subject["path"]) {
    const { parameter = "" } = own;
    if (own.isSingle) return own.name;
    const named = resourceNamed(resources, parameter);
    if (named !== undefined && named !== own && named.create === undefined) return freeId(own, named, path);
    const referred = resources.find((one) => one.parameter === parameter && one.create !== undefined && !one.isChosen);
    const other = referred && (await createNew(referred));
    const listed = listedAbove(recorder, own, path, parameter);
    if (listed !== undefined) return listed;
    const known = operation.parameters.find((one) => one.in === "path" && one.name === parameter);
    if (other?.id !== undefined || known === undefined) return other?.id ?? chosen.unique;
    const value = String(known.example ?? chosen.unique);
    const others = otherValues(contract, { at: "", name: parameter, schema: known.schema, value }, chosen);
    return [chosen.unique, ...others].find((one) => contract.isValid(known.schema, one)) ?? value;
  }

  /** The id of a listed record of another resource, under which a resource has none yet: one that has must stay as it is. */
  async function freeId(own: Resource, named: Resource, path: Subject["path"]): Promise<Json | undefined> {
    const [all, present] = [await recorder.list(named, path), await recorder.list(own, path)];
    if (!all?.isSuccess || !present?.isSuccess || present.listing?.isComplete !== true) return undefined;
    const taken = new Set([...tried, ...present.listing.entries.map(({ id }) => id)]);
    const free = all.listing?.entries.map(({ record }) => identifierOf(named, record));
    const id = tried.size < MOST_TRIED ? free?.find((one) => one !== undefined && !taken.has(String(one))) : undefined;
    if (id !== undefined) tried.add(String(id));
    return id;
  }
}

const MOST_TRIED = 8;
