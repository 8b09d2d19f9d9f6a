import { randomUUID } from "node:crypto";
import type { Contract, Operation } from "content-service-contract";
import { expectRejection, rejectionCheck } from "../reads/wrong-requests.js";
import type { Check, CheckTarget } from "../session/check.js";
import { fittedWrongRequests } from "./fitted-wrong-requests.js";
import { guardOf } from "./guard.js";

/**
 * The invalid requests of the operations that write. A service that accepts one executes it, so each names a record that
 * the checks may change: the workspace, or an id that the target gives for this operation.
 */
export function wrongWriteChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const name = `contract-check-${randomUUID()}`;
  return operations.flatMap((operation) => {
    const { effects, guard } = guardOf(contract, operation);
    return fittedWrongRequests(contract, [operation], target, name).map((negative) => ({
      ...rejectionCheck(negative),
      effects,
      run: (session) =>
        guard(session, async () => {
          const exchange = await session.sendWrong(operation.id, negative.request);
          expectRejection(session, negative, exchange);
          return exchange.response.status >= 400;
        }),
    }));
  });
}
