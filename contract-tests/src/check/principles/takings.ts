import { isJsonObject, type Json, type Operation, objectAt, placeAt } from "content-service-contract";
import type { Plan } from "../records/records.js";
import { isWithin, type Step, type Subject } from "../records/trace.js";
import { identifierOf } from "../resources/identity.js";
import { linkedInput, linksOf } from "../resources/links.js";
import { entriesIn, plain, singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { jsonOf, letPass } from "../session/check.js";
import { shortest } from "./expiry.js";
import type { Principle } from "./principle.js";

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
    const { seconds } = objectAt(placeAt(contract.document, operation.pointer).node, "x-takes");
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
