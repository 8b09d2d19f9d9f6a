import {
  type Contract,
  isJsonObject,
  type Json,
  type Operation,
  placeAt,
  requestMedia,
  schemaProperties,
  withValue,
} from "content-service-contract";
import type { Plan } from "../records/records.js";
import type { Step, Subject } from "../records/trace.js";
import { leavesOf } from "../resources/bodies.js";
import { linkedInput, linksOf } from "../resources/links.js";
import { shown, shownProperties } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { letPass } from "../session/check.js";
import { matches } from "../session/expectations.js";
import { type Principle, recordProperties } from "./principle.js";

/** The calls that see the times of records pass (`x-expires`). */
export function expiryCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  return { expire };

  async function expire(path: Subject["path"]): Promise<void> {
    const subject = hasExpiry(contract, resource.read)
      ? ((await records.create(resource, path, (body) => shortest(contract, resource.create, body))) ??
        (await records.create(resource, path)))
      : undefined;
    const before = subject && (await records.read(subject));
    if (subject && (await pass(before))) {
      await records.read(subject, { kind: "expired", before });
      await recorder.list(resource, path);
    }
    for (const action of expiringActions(contract, resource)) await expireAction(path, action);
  }

  /** What an action makes, such as a share, is read by the link of its response. */
  async function expireAction(path: Subject["path"], action: Operation): Promise<void> {
    const subject = await records.create(resource, path);
    if (subject === undefined) return;
    const input = await records.actionInput(action, subject);
    const body = input.body === undefined ? {} : { body: shortest(contract, action, input.body) };
    const step = await recorder.call("action", action, { ...input, ...body }, { subject });
    const [link] = linksOf(contract, action).filter((one) => one.operation.isSafe);
    const linked = link && step?.isSuccess ? linkedInput(link, step) : undefined;
    if (link === undefined || linked === undefined) return;
    const before = await recorder.call("read", link.operation, linked, { purpose: { kind: "view" } });
    if (before?.isSuccess && (await pass(step)))
      await recorder.call("read", link.operation, linked, { purpose: { kind: "expired", before: step } });
    await records.remove(subject);
  }

  async function pass(step: Step | undefined): Promise<boolean> {
    const [expiry] = step === undefined ? [] : expiriesOf(contract, step);
    if (!step?.isSuccess || expiry === undefined) return false;
    return letPass(session, expiry.timeMs - session.now() + LEEWAY_MS);
  }
}

/** A body with the smallest numbers, which are often durations. */
export function shortest(contract: Contract, operation: Operation | undefined, body: Json): Json {
  const schema = operation && requestMedia(operation)?.schema;
  return (schema === undefined ? [] : leavesOf(contract, schema, body)).reduce((short, { at, schema: own, value }) => {
    const { minimum } = contract.schemaAt(own);
    return typeof value === "number" && typeof minimum === "number" ? withValue(short, at, minimum) : short;
  }, body);
}

/** The times of a service and its clock have whole seconds. */
const LEEWAY_MS = 2000;

/** The principle of times that pass. */
export const expiryPrinciples: readonly Principle[] = [
  {
    id: "time-takes-effect",
    rule: "state-kept",
    concerns: ["read", "action"],
    missing: "No time passed: give as many seconds with --wait as the service needs",
    statement: "after the time in a record, the record is gone or in the documented state",
    applies: ({ contract }, resource) =>
      hasExpiry(contract, resource.read) || expiringActions(contract, resource).length > 0,
    observe({ steps, resource }, report) {
      for (const [index, step] of steps.entries()) {
        if (step.purpose?.kind !== "expired" || step.purpose.before === undefined) continue;
        const { before } = step.purpose;
        const { exchange, isSuccess, subject } = step;
        for (const { name, effect } of expiriesOf(report.contract, before)) {
          report.compared(before.operation);
          const find = (message: string, one = exchange) =>
            report.compared(before.operation, { message, exchange: one });
          if (effect === true) {
            if (isSuccess) find(`Expected a 4xx response after \`${name}\`; received ${exchange.response.status}`);
            const listed = steps.slice(index).find((one) => one.listing?.resource === resource);
            const entry = subject && listed?.listing?.entries.find(({ id }) => id === String(subject.id));
            if (entry) find(`Expected a list without ${entry.id} after its \`${name}\`; received it`, entry.exchange);
          }
          for (const [property, expected] of Object.entries(isJsonObject(effect) && isSuccess ? effect : {})) {
            const value = step.shown?.record[property];
            if (!matches(value, expected))
              find(`Expected the \`${property}\` ${shown(expected)} after \`${name}\`; received ${shown(value)}`);
          }
        }
      }
    },
  },
];

interface Expiry {
  readonly name: string;
  readonly timeMs: number;
  /** `true` where the record is gone then, else the values of properties. */
  readonly effect: Json;
}

/** The times in a response after which something happens. */
function expiriesOf(contract: Contract, step: Step): Expiry[] {
  return [...recordProperties(contract, step)].flatMap(([name, at]) => {
    const effect = placeAt(contract.document, at).node["x-expires"];
    const timeMs = Date.parse(String(step.shown?.record[name]));
    return effect === undefined || Number.isNaN(timeMs) ? [] : [{ name, timeMs, effect }];
  });
}

/** Whether the record in the response of an operation has such a time. */
function hasExpiry(contract: Contract, operation: Operation | undefined): boolean {
  const own = [...shownProperties(contract, operation).values()];
  const inner = own.flatMap((one) => [...schemaProperties(contract, one, {}).values()]);
  return [...own, ...inner].some((at) => "x-expires" in placeAt(contract.document, at).node);
}

/** Actions whose response links to an operation that reads what they made until some time. */
function expiringActions(contract: Contract, { actions }: Resource): Operation[] {
  return actions.filter(
    (one) => hasExpiry(contract, one) && linksOf(contract, one).some(({ operation }) => operation.isSafe),
  );
}
