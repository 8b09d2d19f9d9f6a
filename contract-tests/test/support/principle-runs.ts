import { createContract, type Json, withValue } from "content-service-contract";
import { PRINCIPLES } from "../../src/check/principles/principle-checks.js";
import { planChecks, runChecks } from "../../src/check/run-checks.js";
import type { CheckTarget } from "../../src/check/session/check.js";
import type { CheckReport, Effects } from "../../src/report/report.js";
import { boats, createBoats } from "./boats.js";
import { clubs, createClubs } from "./clubs.js";
import { createDeliveries, deliveries } from "./deliveries.js";
import { createExhibits, exhibits } from "./exhibits.js";
import { createRooms, rooms } from "./rooms.js";
import { createShelves, shelves } from "./shelves.js";
import { createSites, sites } from "./sites.js";

const callers = [
  { name: "the north", facts: { tenant: "north" } },
  { name: "another tenant", token: "south", facts: { tenant: "south" } },
];

export const START_MS = Date.UTC(2027, 0, 5);

/** A service whose records are created below others, and read apart from them. */
export const checkApart = (defect?: string, own = sites) =>
  check(defect, own, {
    fetch: createSites(defect),
    callers: [{ name: "the owner" }, { name: "another", token: "other" }],
  });

/** A service in the style of payment services. */
export const checkPaid = (defect?: string) => check(defect, deliveries, { fetch: createDeliveries(defect) });

/** A service with resource names, custom methods and update masks. */
const GUEST = { name: "a guest", token: "guest", facts: { roles: ["guest"] } };
export const checkNamed = (defect?: string) =>
  check(defect, exhibits, { callers: [{ name: "the director" }, GUEST] }, (nowMs) => createExhibits(nowMs, defect));

/** A service whose records are resource objects. */
const SAILOR = { name: "a sailor", token: "sailor", facts: { roles: ["sailor"] } };
const STEWARD = { name: "the steward", facts: { roles: ["steward"] } };
export const checkLinked = (defect?: string, own = boats) =>
  check(defect, own, { fetch: createBoats(defect), callers: [STEWARD, SAILOR] });

/** A service in plain REST, whose rules stand in short descriptions. */
export const PEOPLE = ["admin", "host", "cleaner", "stranger"].map((role) => {
  const facts = { tenant: role === "stranger" ? "south" : "north", roles: [role], id: role === "admin" ? "t" : role };
  return { name: `the ${role}`, facts, ...(role === "admin" ? {} : { token: role }) };
});
export const checkBooked = (defect?: string, own = rooms) =>
  check(defect, own, { fetch: createRooms(defect), callers: PEOPLE });

/** A service whose document comes from code: one schema serves requests and responses. */
export const checkMade = (defect?: string) => check(defect, clubs, {}, () => createClubs(defect), "lasting");

/** Runs the checks of the principles, by default on the shelves, at a time that stands still. */
export async function check(
  defect?: string,
  own = shelves,
  given: Partial<CheckTarget> = {},
  create = (nowMs: () => number) => createShelves(defect, nowMs),
  effects: Effects = "undone",
): Promise<CheckReport> {
  let nowMs = START_MS;
  const clock = {
    advance(delayMs: number) {
      nowMs += delayMs;
    },
  };
  const fetch = create(() => nowMs);
  const target = { baseUrl: "http://127.0.0.1:9", token: "t", callers, clock, fetch, ...given };
  const ids = planChecks(own, target, effects).map(({ id }) => id);
  const checks = ids.filter((id) => id.endsWith("/plan") || PRINCIPLES.some((one) => id.endsWith(`/${one.id}`)));
  return runChecks(target, { contract: own, effects, checks });
}

/** The findings of a report, with their checks. */
export const findingsOf = ({ checks }: CheckReport) =>
  checks.flatMap(({ id, findings }) => findings.map(({ message }) => `${id}: ${message}`));

/** The contract of the shelves with a member of the object at a pointer. */
export function withFact(at: string, value: Json | undefined) {
  return createContract(withValue(shelves.document, at, value));
}
