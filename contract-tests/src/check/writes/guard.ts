import type { Contract, Operation } from "content-service-contract";
import type { Effects } from "../../report/report.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { instancesWith } from "../session/instances.js";
import { requireOwn, validRequest } from "../session/own-request.js";
import type { PathRequest } from "../session/send.js";
import { type PartialUpdate, partialUpdates, readRecord } from "./given-record.js";
import { guardInstance } from "./instance-checks.js";
import { expectSame } from "./record-states.js";
import { restore } from "./restored-values.js";

/** Sends requests that must change nothing, and restores what they changed. False from `send`: one was accepted. */
type Guard = (session: Session, send: () => Promise<boolean>) => Promise<void>;

/** How to send requests of an operation that must change nothing. */
export function guardOf(contract: Contract, operation: Operation): { effects: Effects; guard: Guard } {
  if (operation.isSafe) return { effects: "none", guard: async (_, send) => void (await send()) };
  const of = instancesWith(contract, operation.id);
  if (of) return { effects: "undone", guard: (session, send) => guardInstance(session, of, operation, send) };
  const update = partialUpdates(contract).find((one) => one.operation.id === operation.id);
  if (update) return { effects: "undone", guard: (session, send) => guardRecord(session, update, send) };
  // The checks of creations and removals find what a rejected request changed.
  const unguarded: Guard = async (session, send) => {
    requireOwn(session, operation);
    if (!(await send())) session.leaveBehind(`${operation.id} accepted a request that it must reject.`);
  };
  return { effects: "lasting", guard: unguarded };
}

async function guardRecord(session: Session, update: PartialUpdate, send: () => Promise<boolean>): Promise<void> {
  const before = await readRecord(session, update);
  if (before === undefined) return;
  let touched = true;
  session.cleanUp(async () => {
    if (touched) await restore(session, before);
  });
  if (!(await send())) return;
  const after = await readRecord(session, update);
  if (after !== undefined) touched = !expectSame(session, before, after);
}

/** Sends requests of an operation that the service must reject. Returns whether it rejected all of them. */
type SendAll = (session: Session, operation: Operation, request: PathRequest) => Promise<boolean>;

/** Checks for each operation that a valid request of a wrong caller is rejected, and changes nothing. */
export function callerChecks(
  contract: Contract,
  operations: readonly Operation[],
  [name, title]: readonly [name: string, title: string],
  sendAll: SendAll,
): Check[] {
  const secured = operations.filter((one) => one.secured);
  return secured.map((operation): Check => {
    const { effects, guard } = guardOf(contract, operation);
    return checkOf(operation, [name, title, effects], (session) =>
      guard(session, () => sendAll(session, operation, validRequest(session, operation))),
    );
  });
}
