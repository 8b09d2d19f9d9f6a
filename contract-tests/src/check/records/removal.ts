import type { Operation } from "content-service-contract";
import { isEnding } from "../resources/operations.js";
import type { Session } from "../session/check.js";
import type { createCalls } from "./calls.js";
import { type Etag, etagIn, etagPlace, withEtag } from "./preconditions.js";
import type { Recorder } from "./recorder.js";
import { copiesIn, isWithin, type Step, type Subject } from "./trace.js";

/** Deletes records of a plan, each with its etag where the deletion needs it. */
export function createRemoval(
  session: Session,
  { steps }: Recorder,
  made: Subject[],
  { callOn, read }: Pick<ReturnType<typeof createCalls>, "callOn" | "read">,
) {
  const { contract } = session;
  return { remove, end, cleanUp };

  /** Ends a record by an action, such as the cancellation of a booking. Returns whether it could. */
  async function end(subject: Subject): Promise<boolean> {
    const ending = subject.resource.actions.find(isEnding);
    return ending !== undefined && (await callOn("action", ending, subject))?.isSuccess === true;
  }

  /** Deletes a record. Returns whether it is gone. */
  async function remove(subject: Subject, purpose?: Step["purpose"], etag?: Etag): Promise<boolean> {
    const { remove: operation } = subject.resource;
    if (operation === undefined || subject.id === undefined) return false;
    const place = etag === undefined ? undefined : etagPlace(contract, operation);
    const given = session.inputFor(operation.id).input;
    const input = place === undefined ? given : withEtag(given, place, etag);
    const step = await callOn("remove", operation, subject, { ...input, path: subject.path }, { purpose });
    // What is gone with the record above it needs no deletion.
    const isGone = step?.isSuccess || [404, 410].includes(step?.exchange.response.status ?? 0);
    if (isGone && made.includes(subject)) made.splice(made.indexOf(subject), 1);
    return isGone;
  }

  /** Deletes all records that are left. At the end of the run, one that cannot be deleted does not keep the others. */
  async function cleanUp(isLast = false): Promise<void> {
    const failing = new Set<Operation | undefined>();
    const left: Subject[] = [];
    for (const copy of copiesIn(contract, steps)) if (!isKnown(copy)) made.push(copy);
    try {
      for (const subject of made.toReversed()) {
        const { remove: operation } = subject.resource;
        const removal = failing.has(operation) ? Promise.resolve(false) : removeNow(subject);
        const isGone = await removal.catch((error: unknown) => {
          if (!isLast) throw error;
          failing.add(operation);
        });
        if (isGone) continue;
        made.splice(made.indexOf(subject), 1);
        left.push(subject);
      }
    } finally {
      for (const { resource, id } of left.filter((one) => !isGoneWithAbove(one)))
        session.leaveBehind(`A record of ${resource.create?.id}: ${String(id ?? "without a known id")}`);
    }
  }

  /** Whether a record that has no deletion of its own was below a deleted one. */
  function isGoneWithAbove({ resource, path }: Subject): boolean {
    const removals = steps.filter(({ kind, isSuccess }) => kind === "remove" && isSuccess);
    const isAbove = (above: Subject["path"]) => Object.keys(above).length > 0 && isWithin(above, path);
    return resource.remove === undefined && removals.some(({ subject }) => isAbove(subject?.path ?? {}));
  }

  /** Whether a record is on the list of those to delete, or was deleted. */
  function isKnown({ resource, id }: Subject): boolean {
    const isIt = (one: Subject | undefined) => one?.resource === resource && String(one.id) === String(id);
    return made.some(isIt) || steps.some(({ kind, subject }) => kind === "remove" && isIt(subject));
  }

  /** Deletes a record, with its etag where the deletion needs it. One that nobody can delete is ended. */
  async function removeNow(subject: Subject): Promise<boolean> {
    if (subject.resource.remove === undefined) await end(subject);
    const place = etagPlace(contract, subject.resource.remove);
    const hasEtag = steps.some((one) => one.subject === subject && etagIn(one, place) !== undefined);
    if (place?.isRequired && !hasEtag) await read(subject);
    return remove(subject);
  }
}
