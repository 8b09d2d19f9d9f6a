import { type Contract, isJsonObject, type Json, type Operation, withValue } from "content-service-contract";
import type { Plan } from "../records/records.js";
import { isWithin, type Step, type Subject } from "../records/trace.js";
import { leavesSent } from "../resources/bodies.js";
import { identifierOf } from "../resources/identity.js";
import { linkedInput, linksOf } from "../resources/links.js";
import { entriesIn, plain, shown, shownProperties, singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { jsonOf, letPass } from "../session/check.js";
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
  return leavesSent(contract, operation, body).reduce((short, { at, schema: own, value }) => {
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

/** The times in a response after which something happens: its `effect` is `true` where the record is gone then, else values. */
function expiriesOf(contract: Contract, step: Step) {
  return [...recordProperties(contract, step)].flatMap(([name, at]) => {
    const effect = contract.nodeAt(at)["x-expires"];
    const timeMs = Date.parse(String(step.shown?.record[name]));
    return effect === undefined || Number.isNaN(timeMs) ? [] : [{ name, timeMs, effect }];
  });
}

/** Whether the record in the response of an operation has such a time. */
function hasExpiry(contract: Contract, operation: Operation | undefined): boolean {
  const own = [...shownProperties(contract, operation).values()];
  const inner = own.flatMap((one) => [...contract.propertiesOf(one).values()]);
  return [...own, ...inner].some((at) => "x-expires" in contract.nodeAt(at));
}

/** Actions whose response links to an operation that reads what they made until some time. */
function expiringActions(contract: Contract, { actions }: Resource): Operation[] {
  return actions.filter(
    (one) => hasExpiry(contract, one) && linksOf(contract, one).some(({ operation }) => operation.isSafe),
  );
}

/** The calls that take records for some time (`x-takes`), such as `POST /queues/{name}/receive`, and what their links follow with. */
export function takingCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  return { take };

  async function take(): Promise<void> {
    const { parent } = resource;
    for (const operation of parent === undefined ? [] : resource.takers) {
      const outer = parent && (await records.pathAbove(parent));
      const create = (own: Resource, path: Subject["path"]) =>
        records.create(own, path, (body) => shortest(contract, own.create, body));
      const above = outer && parent && (await create(parent, outer));
      if (above === undefined) return;
      const made = [await create(resource, above.path), await create(resource, above.path)];
      const input = await records.actionInput(operation, above);
      const call = (isOver: boolean) =>
        recorder.call("action", operation, input, { subject: above, purpose: { kind: "take", isOver } });
      const first = await call(false);
      await call(false);
      const isOver = await letPass(session, secondsOf(operation, above) * 1000);
      const last = isOver ? await call(true) : first;
      await records.readWhole(above);
      for (const link of linksOf(contract, operation).filter((one) => resource.actions.includes(one.operation))) {
        const follow = async (step: Step | undefined, purpose?: Step["purpose"]) => {
          const linked = step?.isSuccess ? linkedInput(link, step) : undefined;
          const subject = made.find((one) => one && isWithin(one.path, linked?.path));
          if (linked === undefined || subject === undefined) return;
          await recorder.call("action", link.operation, linked, { subject, purpose });
          await records.read(subject);
        };
        if (isOver) await follow(first, { kind: "old-taking" });
        await follow(last);
        await recorder.list(resource, above.path);
        await records.readWhole(above);
      }
    }
  }

  /** For how many seconds a record is taken: a number, or a property of the record above. */
  function secondsOf(operation: Operation, above: Subject): number {
    const { seconds } = contract.objectIn(operation.pointer, "x-takes");
    const shown = recorder.steps.findLast((one) => one.kind === "create" && one.subject === above)?.shown?.record;
    const value = typeof seconds === "string" ? shown?.[seconds] : seconds;
    return typeof value === "number" ? value : Number.POSITIVE_INFINITY;
  }
}

/** The principle of takings. */
export const takingPrinciples: readonly Principle[] = [
  {
    id: "taken-once",
    rule: "state-kept",
    concerns: ["action"],
    statement: "a taken record is not taken again until its time is over, and only its last taker can act on it",
    applies: (_, { takers }) => takers.length > 0,
    observe({ steps, resource }, report) {
      const taken = new Map<Subject | undefined, Set<string>>();
      for (const { subject, purpose, operation, exchange, isSuccess } of steps) {
        if (purpose?.kind === "old-taking") {
          const message = `Expected a 4xx response with values of an earlier taking; received ${exchange.response.status}`;
          report.compared(operation, isSuccess ? { message, exchange } : undefined);
        }
        if (purpose?.kind !== "take" || !isSuccess) continue;
        const before = taken.get(subject);
        const now = takenIn(resource, jsonOf(exchange));
        taken.set(subject, new Set([...(before ?? []), ...now]));
        if (before === undefined || before.size === 0) continue;
        const again = now.find((id) => before.has(id));
        const isRight = purpose.isOver === (again !== undefined);
        const message = purpose.isOver
          ? `Expected ${[...before][0]} again after its time; received ${now.length} others`
          : `Expected no record that was taken before; received ${again} again`;
        report.compared(operation, isRight ? undefined : { message, exchange, at: "/response/body" });
      }
    },
  },
];

/** The ids of the records that a response takes: its entries, or what they have under the name of the resource. */
function takenIn(resource: Resource, body: Json | undefined): string[] {
  return (entriesIn(body)?.records ?? []).flatMap((entry) => {
    if (!isJsonObject(entry)) return [];
    const [inner = entry] = Object.entries(entry).flatMap(([name, value]) =>
      isJsonObject(value) && plain(name).endsWith(plain(singular(resource.name))) ? [value] : [],
    );
    const id = identifierOf(resource, inner);
    return id === undefined ? [] : [String(id)];
  });
}
