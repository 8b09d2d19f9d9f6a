import { type Contract, type Json, placeAt, stringsAt } from "content-service-contract";
import { plain, singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { type Principle, recordProperties, removes } from "./principle.js";
import { isWithin, isWrite, type Step, type Subject } from "./trace.js";

/** The principles of values that a record derives from those below it. */
export const countPrinciples: readonly Principle[] = [
  {
    id: "children-counted",
    rule: "state-kept",
    concerns: ["create", "remove", "action"],
    statement: "a parent's count of records follows each creation and removal",
    applies: (_, { parent }) => parent?.read !== undefined,
    observe({ steps, resource }, report) {
      const changes = [...countChanges(report.contract, steps, resource)];
      for (const { name, isDeclared, expected, received, write, after } of changes) {
        const isShown = changes.some((one) => one.name === name && one.expected !== 0 && one.expected === one.received);
        if (!isDeclared && !isShown) continue;
        const at = `/response/body${after.shown?.at ?? ""}/${name}`;
        const message = `Expected \`${name}\` of ${after.operation.id} to change by ${expected} after ${write.operation.id}; received a change by ${received}`;
        const violation = { message, exchange: after.exchange, at };
        report.compared(write.operation, received === expected ? undefined : violation);
      }
    },
  },
];

/** How a count in a record above changed between two reads, and how the number of records below it did. */
interface CountChange {
  readonly name: string;
  /** Whether the contract says that it is a count (`x-counts`). */
  readonly isDeclared: boolean;
  readonly expected: number;
  readonly received: number;
  readonly write: Step;
  readonly after: Step;
}

function* countChanges(contract: Contract, steps: readonly Step[], resource: Resource): Generator<CountChange> {
  const present = new Set<Subject>();
  const known = new Map<string, { values: Readonly<Record<string, Json>>; present: number }>();
  let write: Step | undefined;
  for (const step of steps) {
    const { subject, isSuccess, kind, operation, shown } = step;
    if (isSuccess && isWrite(step)) {
      const gone = [...present].filter((one) => removes(contract, step, one));
      for (const one of gone) present.delete(one);
      const isOwn = subject?.resource === resource;
      if (kind === "create" && isOwn) present.add(subject);
      if (kind === "create" ? isOwn : gone.length > 0) write = step;
      // What a creation without a known record, or an action, does to the number is open.
      else if (operation === resource.create || kind === "action") known.clear();
    }
    if (kind !== "read" || !isSuccess || shown === undefined || subject?.resource !== resource.parent) continue;
    const key = `${operation.id} ${JSON.stringify(subject?.path)}`;
    const before = known.get(key);
    const now = [...present].filter((one) => isWithin(subject?.path ?? {}, one)).length;
    known.set(key, { values: shown.record, present: now });
    for (const [name, isDeclared] of countsOf(contract, step, resource)) {
      const [was, is] = [before?.values[name], shown.record[name]];
      if (before === undefined || write === undefined || typeof was !== "number" || typeof is !== "number") continue;
      yield { name, isDeclared, expected: now - before.present, received: is - was, write, after: step };
    }
  }
}

/** The counts of the records of a resource, by `x-counts` or their names: `comment_count` and `comments` count `/comments`. */
function countsOf(
  contract: Contract,
  step: Step,
  { name, list, create }: Resource,
): [name: string, isDeclared: boolean][] {
  const [one, many] = [plain(singular(name)), plain(name)];
  const usual = [`${one}count`, `${many}count`, many, `num${many}`, `numberof${many}`, `total${many}`, `${many}total`];
  return [...recordProperties(contract, step)].flatMap(([property, at]): [string, boolean][] => {
    const declared = placeAt(contract.document, at).node["x-counts"];
    if (declared !== undefined) return declared === list?.id || declared === create?.id ? [[property, true]] : [];
    const isInteger = stringsAt(contract.schemaAt(at), "type").includes("integer");
    return isInteger && usual.includes(plain(property)) ? [[property, false]] : [];
  });
}
