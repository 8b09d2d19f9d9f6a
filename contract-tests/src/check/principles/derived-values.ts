import { type Contract, type Json, type JsonObject, type Operation, stringAt } from "content-service-contract";
import { plain, propertiesOfRecord, shown } from "../resources/payload.js";
import { sentencesIn } from "../resources/sentences.js";
import { unitOf } from "./overlaps.js";
import type { Principle } from "./principle.js";

/** A property whose description says how it follows from others: "`quantity` times `unitPrice`". */
interface Derived {
  readonly name: string;
  readonly first: string;
  /** Each with its operator. */
  readonly others: readonly (readonly [operator: string, name: string])[];
}

/** The principle of values that a record derives from its other values. */
export const derivedPrinciples: readonly Principle[] = [
  {
    id: "values-derived",
    rule: "state-kept",
    concerns: ["create", "read", "list", "patch", "replace", "action"],
    statement: "a value is what its description derives from other values of the record",
    applies: ({ contract }, { read, create, list }) => derivedIn(contract, read ?? create ?? list).length > 0,
    observe({ steps, resource }, report) {
      const derived = derivedIn(report.contract, resource.read ?? resource.create ?? resource.list);
      for (const { operation, exchange, isSuccess, subject, shown: payload, listing, purpose } of steps) {
        const isOwn = (subject?.resource ?? listing?.resource) === resource && purpose?.kind !== "view";
        if (!isOwn || !isSuccess) continue;
        const views = [...(payload === undefined ? [] : [{ ...payload, exchange }]), ...(listing?.entries ?? [])];
        for (const { record, at, exchange: own } of views) {
          for (const one of derived) {
            const [expected, received] = [resultOf(one, record), numberOf(record[one.name])];
            if (Number.isNaN(expected) || Number.isNaN(received)) continue;
            const isTime = typeof record[one.name] === "string";
            const text = isTime ? new Date(expected).toISOString() : String(expected);
            const message = `Expected the \`${one.name}\` ${text}, as its description says; received ${shown(record[one.name])}`;
            const violation = { message, exchange: own, at: `/response/body${at}/${one.name}` };
            // Rounded to a whole number, cents or seconds.
            const isRight = Math.abs(expected - received) <= (isTime ? 1000 : Number.isInteger(received) ? 0.5 : 0.01);
            report.compared(operation, isRight ? undefined : violation);
          }
        }
      }
    },
  },
];

function resultOf({ first, others }: Derived, record: JsonObject): number {
  const isTime = typeof record[first] === "string";
  return others.reduce((result, [operator, name]) => {
    const value = numberOf(record[name]) * (isTime ? (unitOf(name) ?? Number.NaN) : 1);
    return operator === "times" ? result * value : operator === "plus" ? result + value : result - value;
  }, numberOf(record[first]));
}

/** A number, or a time in milliseconds. NaN for other values. */
function numberOf(value: Json | undefined): number {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN);
}

function derivedIn(contract: Contract, operation: Operation | undefined): Derived[] {
  const properties = propertiesOfRecord(contract, operation);
  const named = (word: string) => [...properties.keys()].find((one) => plain(one) === plain(word));
  return [...properties].flatMap(([name, at]) => {
    const sentences = sentencesIn(stringAt(contract.schemaAt(at), "description") ?? "");
    return sentences.flatMap((sentence): Derived[] => {
      const [first, ...rest] = sentence.replace(/[`.]/g, "").split(OPERATOR);
      const names = [first, ...rest.filter((_, index) => index % 2 === 1)].map((word) => named(word ?? ""));
      if (rest.length === 0 || names.some((one) => one === undefined || one === name)) return [];
      const [start = "", ...operands] = names.flatMap((one) => one ?? []);
      return [{ name, first: start, others: operands.map((one, index) => [rest[2 * index] ?? "", one] as const) }];
    });
  });
}

const OPERATOR = / (plus|minus|less|times) /;
