import type { Contract, Operation } from "content-service-contract";
import type { Check, Session } from "../session/check.js";
import { instancesWith } from "../session/instances.js";
import { requireOwn, validRequest } from "../session/own-request.js";
import type { PathRequest } from "../session/send.js";
import { type PartialUpdate, partialUpdates, readRecord } from "../writes/given-record.js";
import { guardInstance } from "../writes/instance-checks.js";
import { expectSame } from "../writes/record-states.js";
import { restoreAfterwards } from "../writes/restored-values.js";

/** Sends requests of an operation that the service must reject. Returns whether it rejected all of them. */
export type SendAll = (session: Session, operation: Operation, request: PathRequest) => Promise<boolean>;

/** Checks for each operation that a valid request of a wrong caller is rejected, and changes nothing. */
export function callerChecks(
  contract: Contract,
  operations: readonly Operation[],
  { id, title, sendAll }: { readonly id: string; readonly title: string; readonly sendAll: SendAll },
): Check[] {
  const secured = operations.filter((one) => one.secured);
  return secured.map((operation): Check => {
    const of = instancesWith(contract, operation.id);
    const instance: Guard | undefined = of && ((session, send) => guardInstance(session, of, operation, send));
    const update = partialUpdates(contract).find((one) => one.operation.id === operation.id);
    const record: Guard | undefined = update && ((session, send) => guardRecord(session, update, send));
    const guard = operation.isSafe ? unchanging : (instance ?? record ?? unguarded);
    const effects = operation.isSafe ? "none" : guard === unguarded ? "lasting" : "undone";
    return {
      ...{ id: `${operation.id}/${id}`, operation: operation.id, title: `${operation.id} ${title}`, effects },
      async run(session) {
        await guard(session, () => sendAll(session, operation, validRequest(session, operation)), operation);
      },
    };
  });
}

/** Sends requests that must change nothing, and restores what they changed. */
type Guard = (session: Session, send: () => Promise<boolean>, operation: Operation) => Promise<void>;

async function guardRecord(session: Session, update: PartialUpdate, send: () => Promise<boolean>): Promise<void> {
  const before = await readRecord(session, update);
  if (before === undefined) return;
  restoreAfterwards(session, before);
  await send();
  const after = await readRecord(session, update);
  if (after !== undefined) expectSame(session, before, after);
}

const unchanging: Guard = async (_, send) => void (await send());

/** The checks of creations and removals find what a rejected request changed. */
const unguarded: Guard = async (session, send, operation) => {
  requireOwn(session, operation);
  if (!(await send())) session.leaveBehind(`${operation.id} accepted a request of a wrong caller.`);
};
