import type { JsonObject } from "content-service-contract";
import { bodyProperties, placeInBody } from "../resources/bodies.js";
import { singular } from "../resources/payload.js";
import { rangesIn } from "../resources/ranges.js";
import { type Resource, resourceNamed } from "../resources/resources.js";
import { mentionsLoosely } from "../sentences/words.js";
import type { Session } from "../session/check.js";
import type { Choice } from "./new-values.js";
import type { sharedRecords } from "./shared-records.js";
import type { Step, Subject } from "./trace.js";

/** What a plan knows of the records that others refer to. */
interface Around extends Pick<ReturnType<typeof sharedRecords>, "allShared" | "needLater" | "forgetShared"> {
  /** The record as it is. */
  present(subject: Subject): Promise<JsonObject>;
  readonly resources: readonly Resource[];
}

/** Which times new records must have, and of what those that they refer to must have more, by what the service rejected. */
export function neededValues(session: Session, steps: readonly Step[], around: Around) {
  const { present, allShared, needLater, forgetShared, resources } = around;
  const { contract } = session;
  const periods = new Map<Resource, Choice["period"]>();
  const amounts = new Map<Resource, readonly [at: string, value: number]>();
  return {
    period: (own: Resource) => periods.get(own),
    amounts: (own: Resource) => [...amounts].flatMap(([resource, amount]) => (resource === own ? [amount] : [])),
    /**
     * Learns from the last rejection: "The deadline of the term has passed", "outside of the term". Returns whether another
     * creation can succeed.
     */
    async learn(own: Resource): Promise<boolean> {
      const { status = 0, body = "" } = steps.at(-1)?.exchange.response ?? {};
      if ([400, 409, 422].includes(status) && needMore(body)) return true;
      const held = allShared().find(({ resource: { name } }) => mentionsLoosely(body, singular(name)));
      if (![400, 409, 422].includes(status) || held === undefined) return false;
      const record = await present(held);
      const [passed] = Object.keys(record).filter(
        (name) => mentionsLoosely(body, name) && Date.parse(String(record[name])) < session.now(),
      );
      if (passed !== undefined) return needLater(held, passed);
      const [period, known] = [periodOf(record), periods.get(own)];
      periods.set(own, period ?? known);
      return period !== undefined && period[0] !== known?.[0];
    },
  };

  /** A number of a record that the new one refers to: "exceeds the stock". Returns whether it was not known yet. */
  function needMore(text: string): boolean {
    for (const { resource } of allShared()) {
      if (amounts.has(resource)) continue;
      const isMeant = ([name, at]: [string, string]) =>
        contract.hasType(at, "integer") && resourceNamed(resources, name) === undefined && mentionsLoosely(text, name);
      const [name, at] = [...bodyProperties(contract, resource.create)].find(isMeant) ?? [];
      if (name === undefined || at === undefined) continue;
      const { maximum = MUCH } = contract.schemaAt(at);
      amounts.set(resource, [placeInBody(contract, resource.create, name), Math.min(Number(maximum), MUCH)]);
      forgetShared();
      return true;
    }
    return false;
  }
}

const MUCH = 1000;

/** The time from the start of a record to its end. */
function periodOf(record: JsonObject): Choice["period"] {
  const values = Object.entries(record).map(([name, value]) => ({ at: `/${name}`, name, value }));
  const [range] = rangesIn(values.filter(({ value }) => typeof value === "string"));
  return range && [Date.parse(String(range.start.value)), Date.parse(String(range.end.value))];
}
