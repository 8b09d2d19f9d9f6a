import { leadsThrough, type Principle, removes } from "./principle.js";
import { isCreation, isWithin, type Step, type Subject, showsIds } from "./trace.js";

/** The principle of deletions. */
export const removalPrinciples: readonly Principle[] = [
  {
    id: "removed-is-gone",
    rule: "state-kept",
    concerns: ["remove", "action"],
    statement: "a deleted record, and everything below it, cannot be read, listed or changed",
    observe({ steps }, report) {
      const known = new Set<Subject>();
      for (const [index, step] of steps.entries()) {
        for (const subject of [...known].filter((one) => removes(report.contract, step, one))) {
          let isBack = false;
          for (const later of steps.slice(index + 1)) {
            isBack ||= isCreation(later) && String(later.subject?.id) === String(subject.id);
            const seen = goneButSeen(later, subject, isBack, known);
            if (seen === undefined) continue;
            report.compared(step.operation, seen.message === "" ? undefined : { exchange: later.exchange, ...seen });
          }
        }
        if (step.subject !== undefined) known.add(step.subject);
      }
    },
  },
];

/**
 * How a step shows a deleted record, or one of the known ones below it: undefined where it cannot, an empty message where it
 * rightly does not. A new record under the same id has none of those below the old one.
 */
function goneButSeen(
  step: Step,
  subject: Subject,
  isBack: boolean,
  known: ReadonlySet<Subject>,
): { message: string; at?: string } | undefined {
  const { status } = step.exchange.response;
  if (step.listing !== undefined) {
    const { resource, path, entries } = step.listing;
    const own = resource === subject.resource && !isBack ? [subject] : [];
    const below = [...known].filter((one) => one.resource === resource && leadsThrough(one, subject));
    const gone = [...own, ...below].filter((one) => isWithin(path, one)).map(({ id }) => String(id));
    if (!step.isSuccess || gone.length === 0 || !showsIds(step.listing)) return undefined;
    const entry = entries.find(({ id }) => gone.includes(id));
    return {
      message:
        entry === undefined ? "" : `Expected ${step.operation.id} without a deleted record; received ${entry.id}`,
      at: "/response/body",
    };
  }
  if (step.kind === "remove" || step.kind === "create" || step.subject === undefined) return undefined;
  const isOwn = step.subject === subject && !isBack && (step.kind === "read" || step.kind === "patch");
  const isBelow = known.has(step.subject) && step.kind === "read" && leadsThrough(step.subject, subject);
  if (!isOwn && !isBelow) return undefined;
  const what = isOwn ? "a deleted record" : "a record below a deleted one";
  return {
    message: step.isSuccess ? `Expected a 4xx response of ${step.operation.id} for ${what}; received ${status}` : "",
  };
}
