import { isJsonObject, type Json, loadContract } from "content-service-contract-tests/contract";
import type { components } from "../../generated/control.js";
import { controlContract, dottedPath } from "../contract/documents.js";
import { seededRandom } from "./seeded-random.js";

type Schemas = components["schemas"];
/** Something that shall happen to calls. */
export type Fault = Schemas["Fault"];
/** A fault that was added. */
export type ActiveFault = Schemas["ActiveFault"];
type Kind = Fault["kind"];
/** The faults of a kind. */
export type FaultOf<K extends Kind> = Extract<Fault, { kind: K }>;

/** The faults of a sandbox. */
export interface Faults {
  /** Makes calls fail from now on. Throws a `TypeError` that names what is wrong with the fault. */
  add(fault: Fault): ActiveFault;
  /** Ends a fault. Gives false when there is none with this id. */
  remove(id: string): boolean;
  /** Ends all faults. */
  clear(): void;
  /** The faults that can still happen, in the order in which they were added. */
  list(): ActiveFault[];
}

/** What faults do to one call, used up as they happen. */
export interface Effects {
  /** Gives the first fault of one of these kinds that happens to this call now, and counts it. */
  next<K extends Kind>(kinds: readonly K[], applies?: (fault: FaultOf<K>) => boolean): FaultOf<K> | undefined;
  /** Gives all of them. */
  all<K extends Kind>(kinds: readonly K[], applies?: (fault: FaultOf<K>) => boolean): FaultOf<K>[];
  /** Lets the work take as long as faults say. */
  work(): Promise<void>;
}

interface Rule {
  readonly id: string;
  readonly fault: Fault;
  readonly random: () => number;
  met: number;
  happened: number;
}

/** Creates an empty list of faults. `wait` delays responses. */
export function createFaults(wait: (ms: number) => Promise<void>) {
  const rules = new Map<string, Rule>();
  let count = 0;

  function happens(rule: Rule): boolean {
    const { skip = 0, probability = 1, times = 1 } = rule.fault;
    if (remainingOf(rule) === 0) return false;
    rule.met += 1;
    if (rule.met <= skip || rule.random() >= probability) return false;
    rule.happened += 1;
    if (times !== null && rule.happened >= times) rules.delete(rule.id);
    return true;
  }

  const faults: Faults = {
    add(fault) {
      const own = checkFault(fault);
      const rule: Rule = { id: String(++count), fault: own, random: seededRandom(own.seed ?? 1), met: 0, happened: 0 };
      rules.set(rule.id, rule);
      return activeFault(rule);
    },
    remove: (id) => rules.delete(id),
    clear: () => rules.clear(),
    list: () => [...rules.values()].map(activeFault),
  };

  /** What faults do to a call of an operation. A fault decides about a call once, however often it is asked. */
  function effectsOn(operation: string): Effects {
    const decided = new Map<Rule, boolean>();
    const decide = (rule: Rule): boolean => {
      const before = decided.get(rule);
      if (before !== undefined) return false;
      const now = happens(rule);
      decided.set(rule, now);
      return now;
    };
    const fitting = <K extends Kind>(kinds: readonly K[], applies: (fault: FaultOf<K>) => boolean) =>
      [...rules.values()].filter(({ fault }) => {
        const fits = fault.operation === undefined || fault.operation === operation;
        // The kind is one of `kinds`, so the fault is one of theirs.
        return fits && kinds.some((kind) => kind === fault.kind) && applies(fault as FaultOf<K>);
      });
    const effects: Effects = {
      next: (kinds, applies = () => true) => fitting(kinds, applies).find(decide)?.fault as never,
      all: (kinds, applies = () => true) =>
        fitting(kinds, applies)
          .filter(decide)
          .map(({ fault }) => fault as never),
      async work() {
        const ms = effects.all(["delay"]).reduce((sum, { delay_ms }) => sum + delay_ms, 0);
        if (ms > 0) await wait(ms);
      },
    };
    return effects;
  }

  return { faults, effectsOn };
}

function remainingOf({ fault: { times = 1 }, happened }: Rule): number | null {
  return times === null ? null : Math.max(0, times - happened);
}

function activeFault(rule: Rule): ActiveFault {
  return { id: rule.id, fault: structuredClone(rule.fault), happened: rule.happened, remaining: remainingOf(rule) };
}

/** Copies a fault. Throws a `TypeError` that names everything that is wrong with it. */
function checkFault(fault: Fault): Fault {
  // Whatever it is, it is taken as JSON would have it.
  const value = JSON.parse(JSON.stringify(fault ?? null)) as Json;
  const wrong = controlContract()
    .validate("/components/schemas/Fault", value)
    .map(({ at, message }) => `${at === "" ? "it" : dottedPath(at)} ${message}`);
  const operation = isJsonObject(value) ? value["operation"] : undefined;
  const known = loadContract().operations.some(({ id }) => id === operation);
  if (typeof operation === "string" && !known) wrong.push(`the contract has no operation ${operation}`);
  if (wrong.length > 0) throw new TypeError(`The fault is not valid: ${wrong.join("; ")}`);
  // Its schema has just said so.
  return value as unknown as Fault;
}
