import type { Contract, Exchange, Operation } from "content-service-contract";
import { type Caller, type Callers, hasRole } from "../session/callers.js";
import type { CallerFacts, Check, Session } from "../session/check.js";
import { expectStatus, textIn } from "../session/expectations.js";
import { expectRejected, isError, ofEachKind, recordsIn, valueIn, withRecord } from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";
import { NO_ID } from "../session/target-input.js";
import { callerChecks } from "../writes/guard.js";

/** A caller without the role is rejected, and one with it is not; a record that a caller may not see is not found. */
export function roleChecks(contract: Contract, operations: readonly Operation[], { own, others }: Callers): Check[] {
  const needing = operations.filter(({ access }) => access.roles.length > 0);
  const naming = operations.filter((one) => recordsIn(one).length > 0 && one.secured);
  const title = "rejects callers without the role that it needs, and no others";
  return [
    ...callerChecks(contract, needing, ["requires-its-roles", title], rejectsOthers),
    ...callerChecks(contract, naming, ["hides-records", "finds no record that the caller may not see"], hidesRecords),
  ];

  async function rejectsOthers(session: Session, operation: Operation, request: PathRequest): Promise<boolean> {
    const known = others().filter((one) => hasRole(operation, one) !== undefined);
    if (known.length === 0) session.skip("Missing callers with known roles: give --callers");
    for (const caller of known) {
      if (hasRole(operation, caller)) {
        await acceptsRole(session, operation, request, caller);
        continue;
      }
      const what = `${caller.name}, who has none of the roles ${operation.access.roles.join(", ")}`;
      for (const one of ofEachKind(contract, operation, request)) {
        const exchange = await caller.send(session, operation, one);
        if (!expectRejected(session, exchange, [operation.access.denied], what)) return false;
      }
    }
    return true;
  }

  async function acceptsRole(session: Session, operation: Operation, request: PathRequest, caller: Caller) {
    const isSame = caller.facts.tenant !== undefined && caller.facts.tenant === own.facts.tenant;
    if (!operation.isSafe || !isSame || !session.inputFor(operation.id).known) return;
    const exchange = await caller.send(session, operation, request);
    const violation = { rule: "caller-respected", contract: operation.securityPointer } as const;
    expectStatus(session, exchange, "2xx", `${caller.name}, who has a role of the operation`, violation);
  }

  /** Reads what callers may see. Returns the number of calls. */
  async function showsVisible(session: Session, operation: Operation, request: PathRequest): Promise<number> {
    let sent = 0;
    for (const caller of operation.isSafe ? [own, ...others()] : []) {
      for (const { record, at, named } of namedIn(operation, request, caller.facts.visible)) {
        sent += 1;
        const exchange = await caller.send(session, operation, named);
        if (!isError(operation, exchange, [at.hidden, at.denied])) continue;
        const message = `Expected the ${record.type} ${record.id} for ${caller.name}, who may see it; received ${exchange.response.status}`;
        session.find({ rule: "caller-respected", message, exchange });
      }
    }
    return sent;
  }

  async function hidesRecords(session: Session, operation: Operation, request: PathRequest): Promise<boolean> {
    let sent = 0;
    const compared = new Set<Caller>();
    for (const caller of [own, ...others()].filter((one) => hasRole(operation, one) !== false)) {
      for (const { record, at, named } of namedIn(operation, request, caller.facts.hidden)) {
        sent += 1;
        const exchange = await caller.send(session, operation, named);
        // Another record of the request can be hidden from the caller too.
        const examples = caller.isOwn
          ? [at.hidden]
          : recordsIn(operation).flatMap((other) => [other.hidden, other.denied]);
        const what = `the ${record.type} ${record.id}, which ${caller.name} may not see`;
        if (!expectRejected(session, exchange, examples, what)) return false;
        if (compared.has(caller) || exchange.response.status !== 404) continue;
        compared.add(caller);
        const unknown = withRecord(operation, request, at, { ...record, id: NO_ID });
        const other = unknown && (await caller.send(session, operation, unknown));
        if (other !== undefined) expectAlike(session, exchange, other, what);
      }
    }
    sent += await showsVisible(session, operation, request);
    if (sent === 0) session.skip("Missing ids of records that a caller may not see: give --callers");
    return true;
  }
}

/** The records of a caller's facts that a request of an operation can name, and the request that names each. */
function* namedIn(operation: Operation, request: PathRequest, known: CallerFacts["hidden"] = {}) {
  for (const at of recordsIn(operation)) {
    const type = at.type.startsWith("$") ? (valueIn(operation, request, at.type) ?? "") : at.type;
    for (const id of (known[type] ?? []).slice(0, MOST_IDS)) {
      const named = withRecord(operation, request, at, { type, id });
      if (named !== undefined) yield { at, record: { type, id }, named };
    }
  }
}

/** A record that a caller may not see causes the same error as one that does not exist, apart from the id in it. */
function expectAlike(session: Session, exchange: Exchange, other: Exchange, what: string): void {
  const [own, unknown] = [exchange, other].map((one) => textIn(one, "message")?.replace(/\d+/g, ""));
  if (own === unknown || other.response.status !== exchange.response.status) return;
  const message = `Expected the message for a record that does not exist, for ${what}; received another one`;
  session.find({ rule: "error-discreet", message, at: "/response/body/message", exchange });
}

const MOST_IDS = 2;
