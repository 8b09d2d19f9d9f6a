import { callInput, inputRequest } from "../cases/call-input.js";
import type { Contract } from "../contract/contract.js";
import type { Operation } from "../contract/operation.js";
import type { Exchange } from "../exchange/exchange.js";
import type { CheckTarget } from "./check.js";
import { NoAnswerError, send } from "./send.js";

/** Finds out when it makes no sense to go on. */
export interface Standstill {
  /** Takes note of an exchange. Throws when it shows that the service does not take the token at all. */
  onExchange(operation: Operation, exchange: Exchange): Promise<void>;
  /** Takes note of what a check threw, if anything. */
  onCheck(error: unknown): void;
  /** Why nothing more can be found out; undefined as long as something can. */
  reason(): string | undefined;
}

/** Makes what stops a run: an abort, a service that is not there, and a token that no operation takes. */
export function createStandstill(contract: Contract, target: CheckTarget, signal: AbortSignal | undefined): Standstill {
  let answered = false;
  let silentChecks = 0;
  let tokenTaken: boolean | undefined;
  let reason: string | undefined;

  return {
    async onExchange(operation, { request, response }) {
      answered = true;
      const withToken = new Headers(request.headers).get("authorization") === `Bearer ${target.token}`;
      if (!operation.secured || !withToken || tokenTaken !== undefined) return;
      tokenTaken = response.status !== 401 || (await otherTakesToken(operation));
      if (tokenTaken) return;
      reason = "The service does not take the token";
      throw new Error(reason);
    },
    onCheck(error) {
      silentChecks = error instanceof NoAnswerError && !signal?.aborted ? silentChecks + 1 : 0;
      if (silentChecks > 0 && (!answered || silentChecks >= ENOUGH)) {
        reason = `The service cannot be reached: ${error instanceof Error ? error.message : ""}`;
      }
    },
    reason: () => (signal?.aborted ? "The run was aborted" : reason),
  };

  /** One operation that refuses a good token is a finding; when all do, it is the token. */
  async function otherTakesToken({ id }: Operation): Promise<boolean> {
    const other = contract.operations.find(
      (one) => one.id !== id && one.reads && one.secured && one.parameters.every(({ required }) => !required),
    );
    if (other === undefined) return true;
    const request = inputRequest(other, callInput(other, { optional: false }), target.token);
    const { response } = await send(target, other.server, request, signal);
    return response.status !== 401;
  }
}

/** So many checks in a row without an answer, and the service is gone. */
const ENOUGH = 3;
