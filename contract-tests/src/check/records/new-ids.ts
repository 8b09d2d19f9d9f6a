import { type Json, sameJson } from "content-service-contract";
import { identifierOf } from "../resources/identity.js";
import type { Resource } from "../resources/resources.js";
import type { Listing, Step, Subject } from "./trace.js";

/** The ids of the list as it was last, and of created records. Undefined without the whole list: any record could be new. */
export function idsListed(steps: readonly Step[], made: readonly Subject[], own: Resource, path: Subject["path"]) {
  const isThere = ({ listing, purpose }: Step) =>
    listing?.resource === own &&
    purpose === undefined &&
    Object.entries(listing.path).every(([name, value]) => sameJson(path[name] ?? null, value));
  const { listing } = steps.findLast(isThere) ?? {};
  const ids = made.flatMap(({ resource, id }) => (resource === own ? String(id) : []));
  return listing?.isComplete ? new Set([...listing.entries.map(({ id }) => id), ...ids]) : undefined;
}

/** The id of the only record of a list that was not there before. Others can create records at the same time. */
export function onlyNewId(own: Resource, listing: Listing | undefined, before: ReadonlySet<string>): Json | undefined {
  const [fresh, ...others] = listing?.entries.filter(({ id }) => !before.has(id)) ?? [];
  const isOnly = fresh !== undefined && others.length === 0;
  return isOnly && identifierOf(own, fresh.record) !== undefined ? fresh.id : undefined;
}
