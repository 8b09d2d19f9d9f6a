import { type Contract, callerOperation, type Operation } from "content-service-contract";
import { type Caller, callersOf } from "../session/callers.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { actingChecks } from "./acting-checks.js";
import { grantChecks } from "./grant-checks.js";
import { lockChecks } from "./lock-checks.js";
import { roleChecks } from "./role-checks.js";
import { scopeChecks } from "./scope-checks.js";
import { secretChecks } from "./secret-checks.js";

/** The checks of what callers may do and see, by the facts of the contract and of the operator. */
export function rightsChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const [own, ...listed] = callersOf(target);
  const rejected = new Map<Caller, boolean>();
  // One errored check is enough for exit code 2.
  let isTold = false;
  const callers = { own, others: () => listed.filter((one) => rejected.get(one) !== true) };
  const checks = [
    ...roleChecks(contract, operations, callers),
    ...scopeChecks(contract, operations, callers),
    ...actingChecks(contract, operations, callers),
    ...secretChecks(operations, callers),
    ...lockChecks(contract, operations, callers),
    ...grantChecks(contract, operations, callers),
  ];
  return checks.map((check) => ({
    ...check,
    async run(session) {
      await tryTokens(session);
      await check.run(session);
      const names = [...rejected].flatMap(([{ name }, isRejected]) => (isRejected ? [name] : []));
      if (names.length === 0) return;
      const reason = `The service rejected the token of ${names.join(" and ")} (401)`;
      if (isTold) session.skip(reason);
      isTold = true;
      throw new Error(reason);
    },
  }));

  /** Once in a run, with the operation that shows the caller. */
  async function tryTokens(session: Session): Promise<void> {
    const showing = callerOperation(contract);
    for (const caller of showing === undefined ? [] : listed.filter((one) => !rejected.has(one))) {
      const { status } = (await caller.call(session, showing?.id ?? "", {})).response;
      rejected.set(caller, status === 401);
    }
  }
}
