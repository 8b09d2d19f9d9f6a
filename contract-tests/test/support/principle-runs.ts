import { type Contract, createContract, type Json, withValue } from "content-service-contract";
import { PRINCIPLES } from "../../src/check/principles/principle-checks.js";
import { planChecks, type RunOptions, runChecks } from "../../src/check/run-checks.js";
import type { CheckTarget } from "../../src/check/session/check.js";
import type { CheckReport, Effects } from "../../src/report/report.js";
import { boats, createBoats } from "./boats.js";
import { chores, createChores } from "./chores.js";
import { clubs, createClubs } from "./clubs.js";
import { createDeliveries, deliveries } from "./deliveries.js";
import { createExhibits, exhibits } from "./exhibits.js";
import { createLeaves, leaves } from "./leaves.js";
import { createRooms, rooms } from "./rooms.js";
import { createShelves, shelves } from "./shelves.js";
import { createSites, sites } from "./sites.js";

const callers = [
  { name: "the north", facts: { tenant: "north" } },
  { name: "another tenant", token: "south", facts: { tenant: "south" } },
];

export const START_MS = Date.UTC(2027, 0, 5);

/** Runs some checks of a service with a defect, by default all those of the principles. */
type Run = (defect?: string, own?: Contract, checks?: readonly string[]) => Promise<CheckReport>;

/** A service whose records are below each other. */
export const checkUsual: Run = (defect, own, checks) => check(defect, own, { checks });

/** A service whose records are created below others, and read apart from them. */
const TWO = [{ name: "the owner" }, { name: "another", token: "other" }];
export const checkApart: Run = (defect, own = sites, checks) =>
  check(defect, own, { fetch: createSites(defect), callers: TWO, checks });

/** A service in the style of payment services. */
export const checkPaid: Run = (defect, own = deliveries, checks) =>
  check(defect, own, { fetch: createDeliveries(defect), checks });

/** A service with resource names, custom methods and update masks. */
const GUEST = { name: "a guest", token: "guest", facts: { roles: ["guest"] } };
export const checkNamed: Run = (defect, own = exhibits, checks) =>
  check(defect, own, { callers: [{ name: "the director" }, GUEST], checks }, (nowMs) => createExhibits(nowMs, defect));

/** A service whose records are resource objects. */
const SAILOR = { name: "a sailor", token: "sailor", facts: { roles: ["sailor"] } };
const STEWARD = { name: "the steward", facts: { roles: ["steward"] } };
export const checkLinked: Run = (defect, own = boats, checks) =>
  check(defect, own, { fetch: createBoats(defect), callers: [STEWARD, SAILOR], checks });

/** A service in which a lead approves what others ask for. */
const LEAD = [
  { name: "the lead", facts: { roles: ["lead"] } },
  { name: "a member", token: "other", facts: { roles: ["member"] } },
];
export const checkAsked: Run = (defect, own = leaves, checks) =>
  check(defect, own, { callers: LEAD, checks }, () => createLeaves(defect), "lasting");

/** A service in plain REST, whose rules stand in short descriptions. */
export const PEOPLE = ["admin", "host", "cleaner", "stranger"].map((role) => {
  const facts = { tenant: role === "stranger" ? "south" : "north", roles: [role], id: role === "admin" ? "t" : role };
  return { name: `the ${role}`, facts, ...(role === "admin" ? {} : { token: role }) };
});
export const checkBooked: Run = (defect, own = rooms, checks) =>
  check(defect, own, { fetch: createRooms(defect), callers: PEOPLE, checks });

/** A service whose document comes from code: one schema serves requests and responses. */
export const checkMade: Run = (defect, own = clubs, checks) =>
  check(defect, own, { checks }, () => createClubs(defect), "lasting");

/** A service as frameworks document it, with lists by page and flags. */
export const checkChores: Run = (defect, own = chores, checks) =>
  check(defect, own, { callers: TWO, checks }, () => createChores(defect), "lasting");

/** Runs the checks of the principles, by default on the shelves, at a time that stands still. */
export async function check(
  defect?: string,
  own = shelves,
  { checks, ...given }: Partial<CheckTarget> & Pick<RunOptions, "checks"> = {},
  create = (nowMs: () => number) => createShelves(defect, nowMs),
  effects: Effects = "undone",
): Promise<CheckReport> {
  let nowMs = START_MS;
  const clock = {
    advance(delayMs: number) {
      nowMs += delayMs;
    },
  };
  const target = { baseUrl: "http://127.0.0.1:9", token: "t", callers, clock, fetch: create(() => nowMs), ...given };
  return runChecks(target, { contract: own, effects, checks: checks ?? checksOf(own, target, effects) });
}

/** The checks of the principles. A plan takes longer than a run, so it is made once for the same contract and callers. */
function checksOf(own: Contract, target: CheckTarget, effects: Effects): readonly string[] {
  const key = JSON.stringify([target.callers, effects]);
  const known = planned.get(own) ?? new Map<string, string[]>();
  planned.set(own, known);
  const isOfPrinciple = (id: string) => id.endsWith("/plan") || PRINCIPLES.some((one) => id.endsWith(`/${one.id}`));
  const ids = known.get(key) ?? planChecks(own, target, effects).flatMap(({ id }) => (isOfPrinciple(id) ? id : []));
  known.set(key, ids);
  return ids;
}

const planned = new WeakMap<Contract, Map<string, string[]>>();

export const findingsOf = ({ checks }: CheckReport) =>
  checks.flatMap(({ id, findings }) => findings.map(({ message }) => `${id}: ${message}`));

export function withFact(at: string, value: Json | undefined) {
  return createContract(withValue(shelves.document, at, value));
}
