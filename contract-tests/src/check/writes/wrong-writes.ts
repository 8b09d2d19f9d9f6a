import { randomUUID } from "node:crypto";
import type { Contract, Exchange, Operation } from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import type { Effects } from "../../report/report.js";
import { expectRejection, rejectionCheck } from "../reads/wrong-requests.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { type Instances, instancesWith } from "../session/instances.js";
import { requireOwn } from "../session/own-request.js";
import { fittedWrongRequests } from "./fitted-wrong-requests.js";
import { type PartialUpdate, partialUpdates, readRecord } from "./given-record.js";
import { guardInstance } from "./instance-checks.js";
import { expectSame } from "./record-states.js";
import { restore } from "./restored-values.js";

/**
 * The invalid requests of the operations that write. A service that accepts one executes it, so each names a record that
 * the checks may change: the workspace, or an id that the target gives for this operation.
 */
export function wrongWriteChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const name = `contract-check-${randomUUID()}`;
  return operations.flatMap((operation) => {
    const of = instancesWith(contract, operation.id);
    const update = partialUpdates(contract).find((one) => one.operation.id === operation.id);
    const { effects, sendGuarded } = (of && sentTo(of)) ??
      (update && sentToRecord(update)) ?? { effects: "lasting", sendGuarded: sent };
    return fittedWrongRequests(contract, [operation], target, name).map((negative) => ({
      ...rejectionCheck(negative),
      effects,
      run: (session) => sendGuarded(session, negative),
    }));
  });
}

/** How to send an invalid request, detect what it changed, and restore that where possible. */
interface Handling {
  readonly effects: Effects;
  readonly sendGuarded: (session: Session, negative: NegativeCase) => Promise<void>;
}

async function sent(session: Session, negative: NegativeCase): Promise<void> {
  requireOwn(session, negative.operation);
  const exchange = await sendRejected(session, negative);
  if (exchange.response.status >= 400) return;
  session.leaveBehind(`${negative.operation.id} accepted an invalid request.`);
}

function sentToRecord(update: PartialUpdate): Handling {
  return {
    effects: "undone",
    async sendGuarded(session, negative) {
      const before = await readRecord(session, update);
      if (before === undefined) return;
      let touched = true;
      session.cleanUp(async () => {
        if (touched) await restore(session, before);
      });
      const exchange = await sendRejected(session, negative);
      if (exchange.response.status < 400) return;
      const after = await readRecord(session, update);
      if (after !== undefined) touched = !expectSame(session, before, after);
    },
  };
}

function sentTo(of: Instances): Handling {
  const send = async (session: Session, one: NegativeCase) => (await sendRejected(session, one)).response.status >= 400;
  return {
    effects: "undone",
    sendGuarded: (session, one) => guardInstance(session, of, one.operation, () => send(session, one)),
  };
}

async function sendRejected(session: Session, negative: NegativeCase): Promise<Exchange> {
  const exchange = await session.sendWrong(negative.operation.id, negative.request);
  expectRejection(session, negative, exchange);
  return exchange;
}
