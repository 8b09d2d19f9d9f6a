import { type Contract, isJsonObject, type Json, type Operation, sameJson } from "content-service-contract";
import type { Plan } from "../records/records.js";
import type { Purpose, Subject } from "../records/trace.js";
import { idOfUser, shownUser } from "../records/users.js";
import { leavesSent } from "../resources/bodies.js";
import { plain, propertiesOfRecord, shown } from "../resources/payload.js";
import { barsAuthor } from "../sentences/callers.js";
import { referredBy } from "../sentences/references.js";
import { schemaText } from "../sentences/sentences.js";
import { type Caller, callersOf } from "../session/callers.js";
import { seenBy } from "./other-callers.js";
import { type Principle, placeOf, rejecting } from "./principle.js";

/** The creation of a record by another caller of the same tenant. */
export function authorCalls({ session, recorder, records, resources, resource }: Plan) {
  const [own, ...others] = callersOf(session.target);
  const colleagues = others.filter(({ facts }) => facts.tenant === own.facts.tenant);
  return { createAsOther, actOnOwn, colleagues, withRecordOf };

  /** Does something with a new record of another caller, and deletes it as that caller. Returns whether it was created. */
  async function withRecordOf(
    caller: Caller,
    path: Subject["path"],
    use: (subject: Subject) => Promise<unknown>,
    purpose: Purpose = seenBy(caller),
  ): Promise<boolean> {
    const { create: operation, remove, isChosen, producer } = resource;
    if (operation === undefined || isChosen || producer !== undefined) return false;
    const input = await records.actionInput(operation, { resource, path, id: undefined });
    const step = await recorder.call("create", operation, input, { purpose, caller });
    const subject = step?.isSuccess ? records.adopt(resource, step, path) : undefined;
    if (subject === undefined) return step?.isSuccess === true;
    await use(subject);
    const isRemoved = recorder.steps.some((one) => one.kind === "remove" && one.subject === subject && one.isSuccess);
    // Some may be deleted by their authors alone.
    if (remove !== undefined && !isRemoved)
      await recorder.call("remove", remove, { path: subject.path }, { subject, purpose: seenBy(caller), caller });
    return true;
  }

  /** Each action that nobody may do with records of their own, as each caller. */
  async function actOnOwn(path: Subject["path"]): Promise<void> {
    for (const operation of resource.actions.filter((one) => barsAuthor(session.contract, resource, one)))
      for (const caller of [own, ...colleagues])
        await withRecordOf(caller, path, async (subject) => {
          // Who creates a record for somebody else does not own it.
          if (isForOther()) return;
          const purpose = { kind: "own-record", caller: caller.name } as const;
          const input = await records.actionInput(operation, subject);
          await recorder.call("action", operation, input, { subject, caller, purpose });
        });
  }

  /** Whether the last creation names another person: a record with an e-mail address. */
  function isForOther(): boolean {
    const { operation, input } = recorder.steps.findLast((one) => one.kind === "create" && one.isSuccess) ?? {};
    if (operation === undefined) return false;
    return leavesSent(session.contract, operation, input?.body ?? null).some((leaf) => {
      const referred = referredBy(session.contract, resources, leaf);
      const names = [...propertiesOfRecord(session.contract, referred?.read ?? referred?.create).keys()];
      return referred !== resource.parent && names.some((one) => /mail/i.test(one));
    });
  }

  async function createAsOther(path: Subject["path"]): Promise<void> {
    const { create: operation, returnsParent } = resource;
    const made = recorder.steps.find((one) => one.operation === operation && one.isSuccess && one.shown !== undefined);
    const ownId = made && idOfUser(own, await shownUser(session, own));
    if (operation === undefined || ownId === undefined || returnsParent) return;
    const known = authorsIn(session.contract, operation);
    const names = Object.entries(made?.shown?.record ?? {}).flatMap(([name, value]) =>
      (known.has(name) || AUTHOR.test(plain(name))) && isUser(value, ownId) && !(name in (made?.sent ?? {}))
        ? name
        : [],
    );
    if (names.length === 0) return;
    for (const caller of colleagues) {
      const id = idOfUser(caller, await shownUser(session, caller));
      if (id === undefined || sameJson(id, ownId)) continue;
      const purpose = { kind: "author", caller: caller.name, id, names } as const;
      if (await withRecordOf(caller, path, async () => undefined, purpose)) return;
    }
  }
}

/** The properties of a new record that name who created it, by their names or descriptions. */
function authorsIn(contract: Contract, creation: Operation): ReadonlySet<string> {
  const all = [...propertiesOfRecord(contract, creation)];
  const isAuthor = (name: string, at: string) => AUTHOR.test(plain(name)) || CALLER.test(schemaText(contract, at));
  return new Set(all.flatMap(([name, at]) => (isAuthor(name, at) ? name : [])));
}

/** Properties that name the user who created a record, and not one who decides on it later. */
const AUTHOR =
  /^(?!approved|accepted|confirmed|decided|reviewed)([a-z]+ed|made)by(id|userid)?$|^(author|creator|owner|reporter|requester|user)(id)?$/;
/** Descriptions of such properties: "The caller who planned it." */
const CALLER = /\b(caller|current user|authenticated user|logged-in user)\b/i;

/** An id, or an object with one. */
function isUser(value: Json, id: Json): boolean {
  const own = isJsonObject(value) ? (value["id"] ?? null) : value;
  return own !== null && String(own) === String(id);
}

/** The principles of authors. */
export const authorPrinciples: readonly Principle[] = [
  rejecting({
    id: "own-barred",
    rule: "caller-respected",
    concerns: ["action"],
    statement: "an action that nobody may do with records of their own is rejected for who created one",
    applies: ({ contract }, resource) => resource.actions.some((one) => barsAuthor(contract, resource, one)),
    told: ({ purpose }) => (purpose?.kind === "own-record" ? `for a record of ${purpose.caller}` : undefined),
  }),
  {
    id: "author-is-caller",
    rule: "caller-respected",
    concerns: ["create"],
    missing: "Missing another caller with an id who may create records: give --callers",
    asks: ({ contract }, operation) => authorsIn(contract, operation).size > 0,
    statement: "a new record names the caller who created it, where it names the user of the token",
    applies: ({ target }) => callersOf(target).length > 1,
    observe({ steps }, report) {
      for (const step of steps) {
        const { purpose, operation, isSuccess, shown: payload } = step;
        if (purpose?.kind !== "author" || !isSuccess || payload === undefined) continue;
        for (const name of purpose.names.filter((one) => one in payload.record)) {
          const value = payload.record[name] ?? null;
          if (value === null) continue;
          const message = `Expected the \`${name}\` ${shown(purpose.id)} of ${purpose.caller}, who called ${operation.id}; received ${shown(value)}`;
          report.compared(operation, isUser(value, purpose.id) ? undefined : { message, ...placeOf(step, name) });
        }
      }
    },
  },
];
