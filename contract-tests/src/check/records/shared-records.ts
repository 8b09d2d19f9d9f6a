import type { Json, JsonObject } from "content-service-contract";
import { identifierOf } from "../resources/identity.js";
import { nameOfAbove, pathOf } from "../resources/paths.js";
import { type Resource, resourceNamed, resourcesAbove } from "../resources/resources.js";
import { referredIn } from "../sentences/references.js";
import type { Session } from "../session/check.js";
import { givenValue } from "../session/target-input.js";
import type { Recorder } from "./recorder.js";
import { refersToRecord, type Subject } from "./trace.js";

interface Calls {
  /** Creates a usual record of a resource. */
  create(own: Resource, path: Subject["path"]): Promise<Subject | undefined>;
  /** The created records that are left. */
  readonly made: readonly Subject[];
}

/** The records that others refer to: those above them, and those that their bodies name. */
export function sharedRecords(
  { contract, target, now }: Session,
  recorder: Recorder,
  resources: readonly Resource[],
  { create, made }: Calls,
) {
  /** Undefined while it is created: a resource can refer to itself through others. */
  const known = new Map<Resource, (Subject | undefined)[]>();
  const given = new Set<Subject>();
  /** Those with which the service rejected another record. */
  const taken = new Set<string>();
  /** The times of records that must not have passed. */
  const later = new Map<Resource, string>();
  const siblings = new Map<string, Subject | undefined>();
  return {
    pathAbove,
    sharedRecord,
    newRecord,
    listedRecord,
    sibling,
    share,
    forgetShared,
    needLater,
    firstOf: (resource: Resource) => known.get(resource)?.[0],
    allShared,
  };

  /** The ids of the records above a resource: new ones, or those that the target gives. */
  async function pathAbove(own: Resource): Promise<Subject["path"] | undefined> {
    const { collection, parent, list, create: creation } = own;
    const above = parent === undefined ? undefined : await sharedRecord(parent);
    const path: Record<string, Json> = { ...above?.path };
    const operation = list ?? creation;
    for (const [name] of collection.matchAll(/(?<=\{)[^{}]+(?=\})/g)) {
      if (path[name] !== undefined || operation === undefined) continue;
      const referred = resourceNamed(resources, name);
      const other = referred === undefined || referred === own ? undefined : await sharedRecord(referred);
      const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
      const value =
        givenValue(target, operation, name) ?? other?.path[other.resource.parameter ?? ""] ?? parameter?.example;
      if (value === undefined) {
        recorder.gaps.push(`Missing parameter ${name}: give it in --parameters`);
        return undefined;
      }
      path[name] = value;
    }
    return path;
  }

  /** A record that others refer to: one for the whole plan, or several where a body names several. */
  async function sharedRecord(other: Resource, place = 0): Promise<Subject | undefined> {
    const all = known.get(other) ?? [];
    known.set(other, all);
    if (place in all) return all[place];
    all[place] = undefined;
    all[place] = await newRecord(other, place);
    known.set(other, all);
    return all[place];
  }

  /**
   * Lets later creations refer to a record, as the first one of its kind or at another place. Returns what undoes that.
   * Records below another one of its kind do not go with it.
   */
  function share(subject: Subject, place = 0): () => void {
    const before = new Map(known);
    for (const one of known.keys()) if (resourcesAbove(one).includes(subject.resource)) known.delete(one);
    const all = (known.get(subject.resource) ?? []).slice(0, place);
    all[place] = subject;
    known.set(subject.resource, all);
    given.add(subject);
    return () => {
      given.delete(subject);
      known.clear();
      for (const [resource, those] of before) known.set(resource, those);
    };
  }

  /**
   * Forgets the records that others refer to, except those that were given for it, with what they and the one above refer to.
   * Those that a rejected creation names may be taken. Returns whether there were any.
   */
  function forgetShared(rejected?: Resource, above?: Subject): boolean {
    const named = new Set(
      rejected && [...resourcesAbove(rejected), ...referredIn(contract, resources, rejected.create)],
    );
    const kept = new Set(given);
    for (const one of [...kept, ...(above === undefined ? [] : [above])])
      for (const other of allShared()) if (refersToRecord(recorder.steps, one, other)) kept.add(other);
    const isOther = allShared().some((one) => !kept.has(one));
    for (const [key, one] of siblings) if (one !== undefined) siblings.delete(key);
    for (const [resource, all] of known) {
      const left: typeof all = [];
      for (const [place, one] of all.entries()) {
        if (one !== undefined && kept.has(one)) left[place] = one;
        else if (named.has(resource)) taken.add(`${resource.collection} ${one?.id}`);
      }
      known.set(resource, left);
    }
    return isOther;
  }

  /** Replaces a record one of whose times has passed by one of which it has not. Returns whether that is new. */
  function needLater({ resource }: Subject, name: string): boolean {
    const isNew = later.get(resource) !== name;
    later.set(resource, name);
    known.delete(resource);
    return isNew;
  }

  function allShared(): Subject[] {
    return [...known.values()].flatMap((all) => all.flatMap((one) => one ?? []));
  }

  async function newRecord(other: Resource, place = 0): Promise<Subject | undefined> {
    if (known.size > MOST_REFERRED) return undefined;
    const path = await pathAbove(other);
    if (path === undefined) return undefined;
    const open = later.has(other) ? await listedRecord(other, path, place) : undefined;
    return open ?? (await create(other, path)) ?? listedRecord(other, path, place);
  }

  async function listedRecord(other: Resource, path: Subject["path"], place: number): Promise<Subject | undefined> {
    const [listed, time] = [await recorder.list(other, path), later.get(other)];
    const isOpen = (record: JsonObject) => time === undefined || Date.parse(String(record[time])) > now();
    const entries = listed?.listing?.entries.filter(({ record }) => isOpen(record)) ?? [];
    const ids = entries.flatMap(({ record }) => identifierOf(other, record) ?? []);
    const free = ids.filter((one) => !taken.has(`${other.collection} ${one}`));
    const id = free[place] ?? free[0] ?? ids[0];
    return id === undefined ? undefined : { resource: other, path: pathOf(other, path, id), id };
  }

  /** Another record below the same one, such as the line of an order that a shipment of the order has. */
  async function sibling(other: Resource, path: Subject["path"], place: number): Promise<Subject | undefined> {
    const shared = await sharedRecord(other, place);
    const above = other.parent && nameOfAbove(other, other.parent);
    if (shared === undefined || above === undefined || shared.path[above] === path[above]) return shared;
    const beside = made.find((one) => one.resource === other && one.path[above] === path[above]);
    if (beside !== undefined) return beside;
    const key = JSON.stringify([other.collection, path, place]);
    if (siblings.has(key)) return siblings.get(key);
    siblings.set(key, undefined);
    siblings.set(key, await create(other, path));
    return siblings.get(key);
  }
}

const MOST_REFERRED = 12;
