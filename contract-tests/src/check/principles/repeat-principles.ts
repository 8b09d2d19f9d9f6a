import { withKey } from "../records/idempotency-keys.js";
import { isCreation, type Step } from "../records/trace.js";
import { createdId } from "../resources/identity.js";
import { shown } from "../resources/payload.js";
import { documentsDuplicates, repeatsByKey } from "../sentences/conflicts.js";
import { differingNames, isVolatile, type Principle, rejecting } from "./principle.js";

/** The principles of requests that are sent again: which ones the service rejects, and what another creation makes. */
export const repeatPrinciples: readonly Principle[] = [
  rejecting({
    id: "once",
    rule: "state-kept",
    concerns: ["create", "action", "patch", "replace"],
    statement:
      "a creation or an action that can only succeed once is rejected the second time, and so is a change to another record's values, where its 409 says so",
    applies: ({ contract }, { create, actions }) =>
      [create, ...actions].some((one) => documentsDuplicates(contract, one)),
    told({ kind, purpose }) {
      if (purpose?.kind === "taken") return "for the values of another record";
      return purpose?.kind === "again" && (kind === "create" || kind === "action") ? "the second time" : undefined;
    },
  }),
  {
    id: "own-values-accepted",
    rule: "state-kept",
    concerns: ["patch", "replace"],
    statement:
      "a change of a record to the values that it has already is accepted: the same PUT again, and its unique values",
    applies: ({ contract }, { create, patch, replace }) =>
      replace !== undefined || [create, patch].some((one) => documentsDuplicates(contract, one)),
    observe({ steps }, report) {
      for (const [index, { kind, purpose, operation, subject, isSuccess, exchange }] of steps.entries()) {
        const before = steps.slice(0, index).findLast((one) => one.operation === operation && one.subject === subject);
        const isSame = kind === "replace" && purpose?.kind === "again" && before?.isSuccess;
        if (purpose?.kind !== "own-values" && !isSame) continue;
        const message = `Expected a 2xx response of ${operation.id} with the values that the record has; received ${exchange.response.status}`;
        report.compared(operation, isSuccess ? undefined : { message, exchange, at: "/response/status" });
      }
    },
  },
  {
    id: "key-creates-once",
    rule: "state-kept",
    concerns: ["create", "action"],
    statement:
      "a creation or an action with the `Idempotency-Key` of an earlier one returns its record, and changes nothing",
    applies: (_, { create, actions }) =>
      [create, ...actions].some((one) => one !== undefined && withKey(one, {}) !== undefined),
    observe({ steps, resource }, report) {
      for (const [index, step] of steps.entries()) {
        const before = steps.slice(0, index).findLast(({ operation }) => operation === step.operation);
        if (step.purpose?.kind !== "same-key" || !before?.isSuccess) continue;
        if (!step.isSuccess) {
          const { status } = step.exchange.response;
          const message = `Expected a 2xx response for the same idempotency key; received ${status}`;
          if (repeatsByKey(report.contract, step.operation))
            report.compared(step.operation, { message, exchange: step.exchange });
          continue;
        }
        const [one, other] = [before, step].map(({ kind, exchange, sent, shown: payload }) =>
          kind === "create" ? createdId(resource, exchange, sent) : payload?.record["id"],
        );
        const message = `Expected the record ${one} of the same idempotency key; received ${other}`;
        const place = { exchange: step.exchange, at: "/response/body" };
        report.compared(step.operation, String(one) === String(other) ? undefined : { message, ...place });
        const isRead = ({ kind, subject }: Step) =>
          kind === "read" && subject !== undefined && subject === step.subject;
        const [was, is] = [steps.slice(0, index).findLast(isRead), steps.slice(index).find(isRead)];
        const [name] = differingNames(was?.shown?.record ?? {}, is?.shown?.record ?? {}).filter(
          (own) => !isVolatile(own),
        );
        if (was === undefined || is === undefined || name === undefined) continue;
        const changed = `Expected an unchanged \`${name}\` after the same idempotency key; received ${shown(is.shown?.record[name])}`;
        report.compared(step.operation, { message: changed, exchange: is.exchange });
      }
    },
  },
  {
    id: "ids-differ",
    rule: "state-kept",
    concerns: ["create"],
    statement: "each new record has a new id",
    observe(trace, report) {
      const known = new Set<string>();
      for (const step of trace.steps.filter(isCreation)) {
        const { subject, exchange, operation, sent } = step;
        const id =
          subject === undefined || subject.resource.isChosen ? undefined : createdId(subject.resource, exchange, sent);
        // Nor is a value new that the caller chose, such as the code of a country.
        if (subject === undefined || id === undefined || Object.values(sent ?? {}).includes(id)) continue;
        const key = `${subject.resource.collection} ${JSON.stringify(subject.path)} ${id}`;
        const message = `Expected a new id; received ${id} of another record`;
        report.compared(operation, known.has(key) ? { message, exchange, at: "/response/body" } : undefined);
        known.add(key);
      }
    },
  },
];
