import { type Contract, inputRequest, type Operation, type RecordAccess, requestMedia } from "content-service-contract";
import type { Callers } from "../session/callers.js";
import type { Check, Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import type { PathRequest } from "../session/send.js";
import { expectRejected, recordsIn, validRequest, withRecord } from "./requests.js";

/** While another caller holds a lock on a record, each operation that the lock forbids is rejected. */
export function lockChecks(contract: Contract, operations: readonly Operation[], callers: Callers): Check[] {
  return operations.flatMap((operation) =>
    recordsIn(operation).flatMap((at): Check[] => {
      const locker = contract.operations.find(({ access }) => access.locks?.type === at.type);
      if (at.locked === undefined || locker === undefined || locker.id === operation.id) return [];
      return [
        {
          id: `${operation.id}/respects-locks`,
          operation: operation.id,
          title: `${operation.id} is rejected while another caller holds a lock`,
          effects: "undone",
          run: (session) => respectsLock(session, { operation, at, locker }, callers),
        },
      ];
    }),
  );
}

interface Locked {
  readonly operation: Operation;
  readonly at: RecordAccess;
  readonly locker: Operation;
}

async function respectsLock(
  session: Session,
  { operation, at, locker }: Locked,
  { own, others }: Callers,
): Promise<void> {
  const id = Object.entries(session.target.workspace ?? {}).find(([name]) => name === `${at.type}Id`)?.[1];
  if (id === undefined) return session.skip(`Missing a ${at.type} to lock: give --${at.type}`);
  const record = { type: at.type, id };
  const [holder] = others().filter(({ facts }) => facts.hidden?.[at.type]?.includes(id) !== true);
  if (holder === undefined) return session.skip("Missing another caller: give --callers or --second-token");
  const sibling = (method: string) =>
    session.contract.operations.find((one) => one.method === method && one.path === operation.path);
  const request = withRecord(operation, validRequest(session, operation), at, record);
  if (request === undefined) return;
  const [reading, creation, deletion] = [sibling("get"), sibling("post"), sibling("delete")];
  /** The others on the same path, for the same record. */
  const sendOwn = async (one: Operation | undefined) => {
    const sent = one && { ...validRequest(session, one), path: request.path };
    return one && sent && isSuccess((await own.send(session, one, sent)).response.status);
  };
  if (await sendOwn(reading)) session.skip(`The ${at.type} has such a record already, which could not be restored`);
  session.cleanUp(async () => void (await sendOwn(deletion)));
  if (operation.id === deletion?.id && !(await sendOwn(creation))) session.skip("Nothing to delete could be created");
  const change = (example: string | undefined): PathRequest => {
    const body = requestMedia(locker)?.examples.find(({ name }) => name === example)?.value ?? null;
    const input = { ...session.inputFor(locker.id).input, body };
    const [first] = locker.access.records;
    const whole = inputRequest(locker, input, "");
    return (first && withRecord(locker, whole, first, record)) ?? whole;
  };
  const locked = await holder.send(session, locker, change(locker.access.locks?.add));
  if (!isSuccess(locked.response.status)) session.skip(`${holder.name} may not lock the ${at.type} ${id}`);
  session.cleanUp(async () => void (await holder.send(session, locker, change(locker.access.locks?.remove))));
  const exchange = await own.send(session, operation, request);
  expectRejected(session, operation, exchange, {
    examples: [at.locked],
    what: `a ${at.type} that ${holder.name} locked`,
  });
}
