import { withValue } from "content-service-contract";
import { rejectedNames } from "../records/bodies.js";
import { newBody } from "../records/new-values.js";
import type { Plan } from "../records/records.js";
import type { Step, Subject } from "../records/trace.js";
import { bodyProperties, isValidBody, type Leaf, leavesSent } from "../resources/bodies.js";
import { moved, type Range, rangesIn } from "../resources/ranges.js";
import { isComparedWith, isLaterThan } from "../sentences/values.js";
import { type Principle, rejecting } from "./principle.js";

/** The calls with a range that ends before it starts, such as an `ends_on` before `starts_on`. */
export function rangeCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  return { reverseRanges };

  /** In a creation, and in changes of each end alone. */
  async function reverseRanges(path: Subject["path"]): Promise<void> {
    const { create: creation, patch } = resource;
    const made = recorder.steps.findLast((one) => one.operation === creation && one.isSuccess);
    if (creation === undefined || made?.input.body === undefined) return;
    const isLater = (end: Leaf, start: Leaf) => isLaterThan(contract, end, start);
    for (const range of rangesIn(leavesSent(contract, creation, made.input.body), isLater)) {
      const fresh = newBody(contract, creation, await records.choice(creation, resource)) ?? {};
      const start = leavesSent(contract, creation, fresh).find(({ at }) => at === range.start.at)?.value;
      const body = start === undefined ? undefined : withValue(fresh, range.end.at, moved(start, -1));
      if (body === undefined || !isValidBody(contract, creation, body)) continue;
      const purpose = purposeOf(range);
      await records.attempt(resource, creation, { ...made.input, body }, { purpose });
      const subject = patch && (await records.create(resource, path));
      if (subject === undefined) continue;
      const { record: shown = {} } = (await records.read(subject))?.shown ?? {};
      for (const [end, other, by] of [[range.end, range.start, -1] as const, [range.start, range.end, 1] as const]) {
        const [at, value] = [bodyProperties(contract, patch).get(end.name), moved(shown[other.name] ?? null, by)];
        if (at === undefined || value === undefined || !contract.isValid(at, value)) continue;
        if ((await records.set(subject, { [end.name]: value }, { purpose }))?.isSuccess) break;
      }
    }
  }

  function purposeOf({ start, end }: Range<Leaf>): Extract<Step["purpose"], { kind: "reversed" }> {
    const says = ({ schema }: Leaf, { name }: Leaf) => isComparedWith(contract, schema, name);
    const isSaid = says(end, start) || says(start, end) || isLaterThan(contract, end, start);
    return { kind: "reversed", start: start.name, end: end.name, isSaid };
  }
}

/** The principle of ranges. */
export const rangePrinciples: readonly Principle[] = [
  rejecting({
    id: "range-kept",
    rule: "wrong-request-rejected",
    concerns: ["create", "patch"],
    statement: "if the contract or one operation rejects a range that ends before it starts, every operation does",
    told({ purpose }, { steps }, contract) {
      if (purpose?.kind !== "reversed") return undefined;
      const { start, end, isSaid } = purpose;
      const isOwn = (one: Step) => one.purpose?.kind === "reversed" && one.purpose.end === end;
      const isFor = (one: Step) =>
        rejectedNames(contract, one.input.body ?? null, one).some((name) => name === start || name === end);
      const isKnown = isSaid || steps.some((one) => isOwn(one) && isFor(one));
      return isKnown ? `to a \`${end}\` before \`${start}\`` : undefined;
    },
  }),
];
