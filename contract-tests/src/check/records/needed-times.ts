import type { JsonObject } from "content-service-contract";
import { singular } from "../resources/payload.js";
import { rangesIn } from "../resources/ranges.js";
import type { Resource } from "../resources/resources.js";
import { mentionsLoosely } from "../sentences/words.js";
import type { Session } from "../session/check.js";
import type { Choice } from "./new-values.js";
import type { Step, Subject } from "./trace.js";

/** What a plan knows of the records that others refer to. */
interface Around {
  /** The record as it is. */
  present(subject: Subject): Promise<JsonObject>;
  allShared(): readonly Subject[];
  /** Replaces a record one of whose times has passed. Returns whether that is new. */
  needLater(subject: Subject, name: string): boolean;
}

/** When the times of new records must be, by what the service rejected. */
export function neededTimes(session: Session, steps: readonly Step[], { present, allShared, needLater }: Around) {
  const periods = new Map<Resource, Choice["period"]>();
  return {
    period: (own: Resource) => periods.get(own),
    /**
     * Learns from the last rejection: "The deadline of the term has passed", "outside of the term". Returns whether another
     * creation can succeed.
     */
    async learn(own: Resource): Promise<boolean> {
      const { status = 0, body = "" } = steps.at(-1)?.exchange.response ?? {};
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
}

/** The time from the start of a record to its end. */
function periodOf(record: JsonObject): Choice["period"] {
  const values = Object.entries(record).map(([name, value]) => ({ at: `/${name}`, name, value }));
  const [range] = rangesIn(values.filter(({ value }) => typeof value === "string"));
  return range && [Date.parse(String(range.start.value)), Date.parse(String(range.end.value))];
}
