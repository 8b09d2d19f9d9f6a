import { randomUUID } from "node:crypto";
import { type Json, type Operation, remembered } from "content-service-contract";
import { allLeaves, isFreeText, type Leaf, leavesSent } from "../resources/bodies.js";
import { formatOf, plain } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { referredBy } from "../sentences/references.js";
import { type Bound, boundIn } from "../sentences/values.js";
import { callersOf } from "../session/callers.js";
import type { Session } from "../session/check.js";
import { missingNames, rejectedNames } from "./bodies.js";
import type { Choice } from "./new-values.js";
import type { Step, Subject } from "./trace.js";
import { idOfUser, shownUser } from "./users.js";

/** Chooses which values the bodies of a plan have, by what the service rejected before. */
export function createChoices(session: Session, resources: readonly Resource[]) {
  const { contract, target } = session;
  /** What the service rejected in the bodies of a resource, as a `Choice` has it. */
  const learntOf = remembered((_: Resource) => ({
    ...{ kept: new Set<string>(), left: new Set<string>(), late: new Set<string>(), narrow: new Set<string>() },
    ...{ told: new Map<string, Bound>(), needed: new Set<string>() },
    /** The properties that refer to a record which it rejected once. */
    doubted: new Set<string>(),
  }));
  const [caller, ...others] = callersOf(target);
  const colleagues = others.filter(({ facts }) => facts.id !== undefined && facts.tenant === caller.facts.tenant);
  let number = 0;
  let ownUser: Promise<Json | undefined> | undefined;
  return {
    /** How the next body of a resource is made, with references to the records that `recordOf` finds: each to another one. */
    async next(
      operation: Operation | undefined,
      own: Resource,
      recordOf: (referred: Resource, place: number) => Promise<Subject | undefined>,
    ): Promise<Choice> {
      number += 1;
      const references = new Map<string, Json | undefined>();
      const leaves = allLeaves(contract, operation);
      const counts = new Map<Resource, number>();
      const named = leaves.flatMap((leaf) => {
        const referred = referredBy(contract, resources, leaf);
        if (referred === undefined || referred === own) return [];
        const place = counts.get(referred) ?? 0;
        counts.set(referred, place + 1);
        return [{ at: leaf.at, referred, place }];
      });
      for (const leaf of leaves) {
        if (PERSON.test(plain(leaf.name))) references.set(leaf.at, await ownId());
        // The user of the token is often a member already.
        const isUser = OTHER.test(plain(leaf.name)) && referredBy(contract, resources, leaf) === undefined;
        if (isUser) references.set(leaf.at, colleagues[number % colleagues.length]?.facts.id);
      }
      // Twice, since to create a later one can need another earlier one.
      for (const { at, referred, place } of [...named, ...named])
        references.set(at, (await recordOf(referred, place))?.id);
      // What the operator says of this operation.
      for (const { at, name } of leaves) {
        const given = operation && target.parameters?.[`${operation.id}.${name}`];
        if (given !== undefined) references.set(at, given);
      }
      const unique = `Check-${randomUUID().slice(0, 8)}`;
      return { number, unique, now: session.now(), ...learntOf(own), reference: (_, at) => references.get(at) };
    },
    /** Learns which values of a rejected request the next bodies of a resource must not have. Returns whether there are any. */
    learn(own: Resource, step: Step, body: Json = step.input.body ?? null): boolean {
      const { kept, left, late, narrow, told, needed, doubted } = learntOf(own);
      const names = rejectedNames(contract, body, step).filter((name) => !left.has(name));
      const leaves = leavesSent(contract, step.operation, body);
      // The record that an example refers to may not exist: another one can do, or none.
      const isNamed = (name: string) =>
        leaves.some((leaf) => leaf.name === name && referredBy(contract, resources, leaf) !== undefined);
      const doubtful = names.filter((name) => isNamed(name) && !doubted.has(name));
      for (const name of doubtful) doubted.add(name);
      const isDate = ({ schema }: Leaf) => /^date/.test(formatOf(contract, schema));
      const text = step.exchange.response.body ?? "";
      // "The first day has passed" names no property.
      const passed = leaves.filter((leaf) => PASSED.test(text) && isDate(leaf) && !late.has(leaf.name));
      const known = new Set([...names.filter((name) => !doubtful.includes(name)), ...passed.map(({ name }) => name)]);
      const isEarly = (name: string) => !late.has(name) && leaves.some((leaf) => leaf.name === name && isDate(leaf));
      const isWide = (name: string) =>
        !narrow.has(name) && leaves.some((leaf) => leaf.name === name && isFreeText(contract, leaf));
      for (const name of known) {
        const bound = boundIn(text, name);
        if (bound !== undefined && told.get(name)?.number !== bound.number) told.set(name, bound);
        else {
          const isLast = isNamed(name) || kept.has(name);
          const found = isEarly(name) ? late : isLast ? left : isWide(name) ? narrow : kept;
          found.add(name);
        }
      }
      const missing = missingNames(contract, step).filter((name) => !needed.has(name));
      for (const name of missing) needed.add(name);
      return known.size > 0 || missing.length > 0;
    },
  };

  /** The id of the user of the token. */
  async function ownId(): Promise<Json | undefined> {
    ownUser ??= shownUser(session, caller).then((shown) => idOfUser(caller, shown));
    return ownUser;
  }
}

const PASSED = /\bin the (past|future)\b|\b(has|have) (already )?passed\b/i;
/** Properties that name another user. */
const OTHER = /^(user|member)id$/;
/** Properties that name a user, and not a record of the resource itself. */
const PERSON =
  /^(assignee|owner|author|user|lead|leader|reviewer|approver|responsible|manager|creator|person)(user)?id$/;
