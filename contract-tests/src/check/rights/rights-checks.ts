import { type Contract, callerOperation, type Operation, type Parameter } from "content-service-contract";
import { wrongSpellings } from "../identity/wrong-spellings.js";
import { type Caller, type Callers, callersOf } from "../session/callers.js";
import { type Check, type CheckTarget, checkOf, type Session } from "../session/check.js";
import { expectRejected } from "../session/record-requests.js";
import { actingChecks } from "./acting-checks.js";
import { grantChecks } from "./grant-checks.js";
import { lockChecks } from "./lock-checks.js";
import { roleChecks } from "./role-checks.js";
import { scopeChecks } from "./scope-checks.js";

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

/** A parameter with a nearly right secret from any caller is rejected. */
function secretChecks(operations: readonly Operation[], callers: Callers): Check[] {
  return operations.flatMap((operation) =>
    operation.parameters
      .filter(({ secret }) => secret !== undefined)
      .map((parameter) => {
        const title = `rejects a wrong secret in ${parameter.name}`;
        const run = (session: Session) => rejectsWrong(session, operation, parameter, callers);
        return checkOf(operation, ["rejects-wrong-secrets", title, "none"], run);
      }),
  );
}

async function rejectsWrong(session: Session, operation: Operation, parameter: Parameter, { own, others }: Callers) {
  const { name, in: place, secret } = parameter;
  const { input, known } = session.inputFor(operation.id);
  const value = input[place]?.[name];
  const found = typeof value === "string" && known ? new RegExp(secret?.pattern ?? "", "d").exec(value) : null;
  const [start, end] = found?.indices?.[1] ?? [];
  if (found === null || typeof value !== "string" || start === undefined)
    return session.skip(`Missing a secret in ${operation.id}.${name}: give it in --parameters`);
  const spellings = wrongSpellings(value.slice(start, end)).map(({ kind, value: other }) => ({
    what: `a secret ${kind}`,
    text: value.slice(0, start) + other + value.slice(end),
  }));
  const missing = { what: "no secret", text: value.replace(found[0], "") };
  for (const caller of [own, ...others()]) {
    for (const { what, text } of [missing, ...spellings]) {
      const changed = { ...input, [place]: { ...input[place], [name]: text } };
      const exchange = await caller.call(session, operation.id, changed);
      const sent = `${what} in \`${name}\`, sent by ${caller.name}`;
      if (!expectRejected(session, exchange, [secret?.denied], sent)) return;
    }
  }
}
