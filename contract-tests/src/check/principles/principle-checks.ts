import { type Contract, type Operation, remembered } from "content-service-contract";
import type { Effects, ResourceReport } from "../../report/report.js";
import { bulksOf } from "../document/bulks.js";
import { rejection, resourceReport } from "../records/resource-report.js";
import type { Trace } from "../records/trace.js";
import { type Kind, operationsByKind } from "../resources/operations.js";
import { effectsOf, type Resource } from "../resources/resources.js";
import { type Check, type CheckTarget, isPermitted, type Session } from "../session/check.js";
import { authorPrinciples } from "./authors.js";
import { statePrinciples } from "./barriers.js";
import { bulkPrinciples } from "./bulk.js";
import { cascadePrinciples } from "./cascades.js";
import { changePrinciples } from "./change-principles.js";
import { limitPrinciples, overlapPrinciples } from "./conflicts.js";
import { countPrinciples } from "./count-principles.js";
import { derivedPrinciples } from "./derived-values.js";
import { listPrinciples } from "./list-principles.js";
import { callerPrinciples } from "./other-callers.js";
import { expiryPrinciples, takingPrinciples } from "./passing-time.js";
import { followPlan } from "./plan.js";
import type { Observed, Principle } from "./principle.js";
import { rangePrinciples } from "./ranges.js";
import { removalPrinciples } from "./removal-principles.js";
import { repeatPrinciples } from "./repeat-principles.js";
import { rolePrinciples } from "./roles.js";
import { viewPrinciples } from "./view-principles.js";
import { writePrinciples } from "./write-principles.js";

/** All principles. */
export const PRINCIPLES: readonly Principle[] = [
  ...writePrinciples,
  ...repeatPrinciples,
  ...removalPrinciples,
  ...viewPrinciples,
  ...listPrinciples,
  ...changePrinciples,
  ...rangePrinciples,
  ...limitPrinciples,
  ...overlapPrinciples,
  ...cascadePrinciples,
  ...callerPrinciples,
  ...rolePrinciples,
  ...countPrinciples,
  ...statePrinciples,
  ...takingPrinciples,
  ...authorPrinciples,
  ...bulkPrinciples,
  ...derivedPrinciples,
  ...expiryPrinciples,
];

/**
 * The checks of the principles: for each resource of the contract one check that makes the calls of its plan, and one for each
 * principle and operation that observes their trace. Where the permitted effects rule out a plan that writes, it reads what
 * is there.
 */
export function principleChecks(contract: Contract, target: CheckTarget, { resources, operations, permitted }: Plans) {
  const chosen = new Set(operations.map(({ id }) => id));
  return resources.flatMap(checksOf).filter(({ operation }) => chosen.has(operation));

  function checksOf(resource: Resource): Check[] {
    const principles = PRINCIPLES.filter((one) => one.applies?.({ contract, target, resources }, resource) ?? true);
    const needed = effectsOf(resource);
    const isWriting = needed !== "none" && isPermitted(needed, permitted);
    const effects = isWriting ? needed : "none";
    const of = operationsOf(contract, resources, resource, isWriting);
    const [first] = (isWriting ? (["create", "patch", "replace"] as const) : (["list", "read"] as const)).flatMap(of);
    if (first === undefined || !(isWriting || resource.list !== undefined)) return [];
    let recorded: Promise<Trace> | undefined;
    let report: ResourceReport | undefined;
    const traceOf = async (session: Session) => {
      recorded ??= followPlan(session, resources, resource, isWriting ? permitted : "none");
      const trace = await recorded;
      report ??= resourceReport(trace, permitted);
      return trace;
    };
    const observed = remembered(observe);
    const isAlone = isWriting && resource.create === undefined;
    const written = isAlone
      ? "the record is changed and restored"
      : "a record is created, read, listed, changed and deleted";
    const what = isWriting ? written : "records are listed and read";
    const plan: Check = {
      ...{ id: `${first.id}/plan`, operation: first.id, effects },
      title: `${first.id}: ${what}`,
      resource: () => report,
      async run(session) {
        const { steps, gaps } = await traceOf(session);
        const reason = gaps[0] ?? (steps.length === 0 ? "No call was made" : undefined);
        const kind = isAlone ? "read" : isWriting ? "create" : "list";
        const isMade = steps.some((one) => one.isSuccess && one.kind === kind);
        if (!isMade)
          session.skip(reason ?? `The service rejected the examples of ${first.id} (${rejection(steps.at(-1))})`);
      },
    };
    const observing = principles.flatMap((principle) =>
      [...new Set(principle.concerns.flatMap(of))].map(
        (operation): Check => ({
          ...{ id: `${operation.id}/${principle.id}`, operation: operation.id, effects },
          title: `${operation.id}: ${principle.statement}`,
          async run(session) {
            const trace = await traceOf(session);
            const problem = principle.problem?.(trace);
            if (problem !== undefined) throw new Error(problem);
            const { compared, findings } = observed(session.contract, trace, principle);
            const isAsked = principle.asks?.(session, operation) ?? true;
            const missing = (isAsked ? principle.missing : undefined) ?? NOTHING;
            if (!compared.has(operation)) session.skip(unworked(trace, operation) ?? missing);
            const [first, ...more] = findings.filter((one) => one.operation === operation);
            if (first === undefined) return;
            const { message, exchange, at = "/response/status" } = first;
            const { rule } = principle;
            const others = new Set(more.map(({ at: place = "/response/status" }) => place));
            others.delete(at);
            const place = { operation: operation.id, contract: operation.pointer, at, alsoAt: [...others] };
            session.find({ rule, message: `${message}${alsoAt([...others])}`, ...place, exchange });
          },
        }),
      ),
    );
    return [plan, ...observing];
  }
}

interface Plans {
  /** All resources. */
  readonly resources: readonly Resource[];
  /** Those to check. */
  readonly operations: readonly Operation[];
  readonly permitted: Effects;
}

/** The operations of a plan, by the kind of their calls. One that only reads makes no others. */
function operationsOf(contract: Contract, resources: readonly Resource[], resource: Resource, isWriting: boolean) {
  const several = bulksOf(contract, resources, resource).map(({ operation }) => operation);
  const acts = [...resource.takers, ...several].map((one): [Kind, Operation] => ["action", one]);
  // An action that creates a record has its checks with that.
  const all = [...operationsByKind(resource), ...acts].filter(
    ([kind, one]) => kind !== "action" || !resources.some((other) => other.create === one),
  );
  return (wanted: Kind) =>
    isWriting || wanted === "read" || wanted === "list"
      ? all.flatMap(([kind, one]) => (kind === wanted ? one : []))
      : [];
}

/** The other places of a violation: one cause often shows in several properties and records. */
function alsoAt(places: readonly string[]): string {
  const left = places.length - MOST_PLACES;
  const text = `${places.slice(0, MOST_PLACES).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
  return places.length === 0 ? "" : `. Also at ${text}`;
}

/** Why an operation did not work, where no call of it succeeded. */
function unworked({ steps }: Trace, operation: Operation): string | undefined {
  const calls = steps.filter((one) => one.operation === operation);
  if (calls.some(({ isSuccess }) => isSuccess)) return undefined;
  return calls.length === 0
    ? `${operation.id} was not called`
    : `${operation.id} never succeeded (${rejection(calls.at(-1))})`;
}

const MOST_PLACES = 5;
const NOTHING = "The calls showed nothing to compare";

function observe(contract: Contract, trace: Trace, principle: Principle) {
  const findings: (Observed & { operation: Operation })[] = [];
  const compared = new Set<Operation>();
  principle.observe(trace, {
    contract,
    compared(operation, violation) {
      compared.add(operation);
      if (violation !== undefined) findings.push({ operation, ...violation });
    },
  });
  return { findings, compared };
}
