import { type Contract, isJsonObject, type Json, loadContract, stringsAt } from "content-service-contract";
import type { operations } from "../../../generated/types.js";
import type { components } from "../../generated/control.js";
import { controlContract, dottedPath, longestByPlace } from "../contract/documents.js";
import { plainWords } from "../contract/plain-words.js";
import { seededRandom } from "./seeded-random.js";

type Schemas = components["schemas"];
/** A fault to inject. `docs/sandbox.md` lists the kinds. Editors complete the operations of the contract. */
export type Fault = WithOperation<Schemas["Fault"]>;
/** A sandbox can have operations of its own. */
type WithOperation<One> = One extends unknown
  ? Omit<One, "operation"> & { operation?: keyof operations | (string & {}) }
  : never;
/** An added fault with its id and its counts. */
export type ActiveFault = Schemas["ActiveFault"];
type Kind = Fault["kind"];
export type FaultOf<K extends Kind, One = Fault> = One extends { kind: infer Own }
  ? [K & Own] extends [never]
    ? never
    : One & { kind: K & Own }
  : never;

/** Adds and removes injected faults. */
export interface Faults {
  /** Adds a fault, which by default affects the next request only. Throws a `TypeError` if it is invalid or can never happen. */
  add(fault: Fault): ActiveFault;
  /** Removes a fault. Returns false for an unknown id. */
  remove(id: string): boolean;
  /** Removes all faults. */
  clear(): void;
  /** Returns the remaining faults in the order in which they were added. */
  list(): ActiveFault[];
}

/** The faults of one request. */
export interface Effects {
  /** Returns and counts the next fault of these kinds that affects this request. */
  next<K extends Kind>(kinds: readonly K[], applies?: (fault: FaultOf<K>) => boolean): FaultOf<K> | undefined;
  /** Waits for the delay of the faults. Undefined without a delay. */
  work(): Promise<void> | undefined;
}

interface Rule {
  readonly id: string;
  readonly fault: Fault;
  readonly random: () => number;
  requests: number;
  happened: number;
}

/** Creates an empty list of faults for a contract. `wait` delays responses; `problemOf` says why a fault never happens. */
export function createFaults(
  wait: (ms: number) => Promise<void>,
  contract = loadContract(),
  problemOf: (fault: Fault) => string | undefined = () => undefined,
) {
  const rules = new Map<string, Rule>();
  let count = 0;

  function happens(rule: Rule): boolean {
    const { skip = 0, probability = 1, times = 1 } = rule.fault;
    if (remainingOf(rule) === 0) return false;
    rule.requests += 1;
    if (rule.requests <= skip || rule.random() >= probability) return false;
    rule.happened += 1;
    if (times !== null && rule.happened >= times) rules.delete(rule.id);
    return true;
  }

  const faults: Faults = {
    add(fault) {
      const own = checkFault(contract, fault);
      const problem = problemOf(own);
      if (problem) throw new TypeError(`Invalid fault: ${own.kind} can never happen: ${problem}`);
      const rule: Rule = {
        id: String(++count),
        fault: own,
        random: seededRandom(own.seed ?? 1),
        requests: 0,
        happened: 0,
      };
      rules.set(rule.id, rule);
      return activeFault(rule);
    },
    remove: (id) => rules.delete(id),
    clear: () => rules.clear(),
    list: () => [...rules.values()].map(activeFault),
  };

  /** The faults of a request, which adds those that affect it to `applied`. Each fault decides once. */
  function effectsOn(operation: string, applied: Fault[] = []): Effects {
    const decided = new Set<Rule>();
    const decide = (rule: Rule): boolean => {
      if (decided.has(rule)) return false;
      decided.add(rule);
      const affects = happens(rule);
      if (affects) applied.push(rule.fault);
      return affects;
    };
    const matching = <K extends Kind>(kinds: readonly K[], applies: (fault: FaultOf<K>) => boolean) =>
      [...rules.values()].filter(({ fault }) => {
        const isForOperation = fault.operation === undefined || fault.operation === operation;
        // The kind is one of `kinds`.
        return isForOperation && kinds.some((kind) => kind === fault.kind) && applies(fault as FaultOf<K>);
      });
    return {
      next: (kinds, applies = () => true) => matching(kinds, applies).find(decide)?.fault as never,
      work() {
        const delays = matching(["delay"], () => true).filter(decide);
        const ms = delays.reduce((sum, { fault }) => sum + (fault.kind === "delay" ? fault.delay_ms : 0), 0);
        return ms > 0 ? wait(ms) : undefined;
      },
    };
  }

  return { faults, effectsOn };
}

function remainingOf({ fault: { times = 1 }, happened }: Rule): number | null {
  return times === null ? null : Math.max(0, times - happened);
}

function activeFault(rule: Rule): ActiveFault {
  return { id: rule.id, fault: structuredClone(rule.fault), happened: rule.happened, remaining: remainingOf(rule) };
}

/** Copies a fault. Throws a `TypeError` with every error. */
function checkFault({ operations }: Contract, fault: Fault): Fault {
  // The copy contains only JSON values. NaN would become null, which is no limit for `times`.
  const text = JSON.stringify(fault ?? null, (_, value: unknown) => (Number.isNaN(value) ? "NaN" : value));
  const value = JSON.parse(text) as Json;
  const { kind, operation } = isJsonObject(value) ? value : {};
  const kinds = stringsAt(controlContract().schemaAt("/components/schemas/FaultScope/properties/kind"), "enum");
  if (typeof kind === "string" && !kinds.includes(kind))
    throw new TypeError(`Invalid fault: unknown kind: ${kind}; expected one of ${kinds.join(", ")}`);
  const errors = longestByPlace(controlContract().validate("/components/schemas/Fault", value)).map(
    ({ at, contract, message }) =>
      `${at === "" ? "the fault" : dottedPath(at)} ${plainWords(message, controlContract().document, contract)}`,
  );
  const known = operations.some(({ id }) => id === operation);
  if (typeof operation === "string" && !known)
    errors.push(`unknown operation: ${operation}; expected an operationId such as getCurrentUser`);
  if (errors.length > 0) throw new TypeError(`Invalid fault: ${errors.join("; ")}`);
  // The schema has validated the value.
  return value as unknown as Fault;
}
