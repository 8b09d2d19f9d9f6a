import type { Contract, Operation } from "content-service-contract";
import { type Check, checkOf, type Session } from "../session/check.js";
import { validRequest } from "../session/own-request.js";
import type { PathRequest } from "../session/send.js";
import { guardOf } from "../writes/guard.js";

/** Sends requests of an operation that the service must reject. Returns whether it rejected all of them. */
export type SendAll = (session: Session, operation: Operation, request: PathRequest) => Promise<boolean>;

/** Checks for each operation that a valid request of a wrong caller is rejected, and changes nothing. */
export function callerChecks(
  contract: Contract,
  operations: readonly Operation[],
  { name, title, sendAll }: { readonly name: string; readonly title: string; readonly sendAll: SendAll },
): Check[] {
  const secured = operations.filter((one) => one.secured);
  return secured.map((operation): Check => {
    const { effects, guard } = guardOf(contract, operation);
    return checkOf(operation, {
      ...{ name, title, effects },
      run: (session) => guard(session, () => sendAll(session, operation, validRequest(session, operation))),
    });
  });
}
