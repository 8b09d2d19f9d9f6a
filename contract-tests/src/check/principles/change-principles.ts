import {
  type Contract,
  isJsonObject,
  type JsonObject,
  type Operation,
  objectAt,
  placeAt,
  schemaProperties,
  stringsAt,
} from "content-service-contract";
import { matches } from "../session/expectations.js";
import { plain, valueNamed } from "./payload.js";
import { differingNames, isVolatile, type Principle, readsInPairs, shown } from "./principle.js";
import { etagIn, type Step } from "./trace.js";

/** The principles of changes: entity tags, and what an action does. */
export const changePrinciples: readonly Principle[] = [
  {
    id: "etag-changes",
    rule: "precondition-respected",
    concerns: ["read", "patch", "replace"],
    statement: "a record has another etag after a change, and the same one without",
    observe(trace, report) {
      for (const { before, after, writes } of readsInPairs(trace)) {
        const [one, other] = [etagIn(before.exchange), etagIn(after.exchange)];
        const [was, is] = [before.shown?.record, after.shown?.record];
        if (one === undefined || other === undefined || was === undefined || is === undefined) continue;
        const operation = writes.at(-1)?.operation ?? after.operation;
        report.compared(operation);
        const isChanged = differingNames(was, is).some((name) => !isVolatile(name));
        if (isChanged === (one !== other) || (writes.some(({ isSuccess }) => isSuccess) && !isChanged)) continue;
        const message = isChanged
          ? `Expected a new etag after a change; received ${other} again`
          : `Expected the etag ${one} of an unchanged record; received ${other}`;
        report.find(operation, { message, exchange: after.exchange, at: "/response/headers/etag" });
      }
    },
  },
  {
    id: "precondition-respected",
    rule: "precondition-respected",
    concerns: ["patch", "replace"],
    statement: "a change with the current etag is made, and one with an old etag is not",
    observe({ steps }, report) {
      for (const { purpose, operation, exchange, isSuccess } of steps) {
        const { status } = exchange.response;
        if (purpose?.kind === "current-etag") {
          report.compared(operation);
          if (status === 412)
            report.find(operation, {
              message: "Expected a 2xx response for the current etag in `If-Match`; received 412",
              exchange,
            });
        } else if (purpose?.kind === "old-etag") {
          report.compared(operation);
          if (isSuccess)
            report.find(operation, {
              message: `Expected a 412 response for an old etag in \`If-Match\`; received ${status}`,
              exchange,
            });
        }
      }
    },
  },
  {
    id: "action-takes-effect",
    rule: "state-kept",
    concerns: ["action"],
    statement: "a successful action leaves the record in the state that its name or the contract says",
    observe({ steps }, report) {
      for (const [index, step] of steps.entries()) {
        if (step.kind !== "action" || !step.isSuccess) continue;
        const next = steps.slice(index + 1).find((one) => one.kind === "read" && one.subject === step.subject);
        const record = next?.isSuccess ? next.shown?.record : undefined;
        if (next === undefined || record === undefined) continue;
        for (const [name, value] of Object.entries(effectOf(report.contract, step, next))) {
          report.compared(step.operation);
          if (matches(valueNamed(record, name), value)) continue;
          const message = `Expected the \`${name}\` ${shown(value)} after ${step.operation.id}; received ${shown(valueNamed(record, name))}`;
          report.find(step.operation, {
            message,
            exchange: next.exchange,
            at: `/response/body${next.shown?.at ?? ""}/${name}`,
          });
        }
      }
    },
  },
];

/** What an action sets: `x-sets` of the contract, or the one documented value of a property that its name resembles. */
function effectOf(contract: Contract, { operation }: Step, { operation: read, shown: payload }: Step): JsonObject {
  const declared = objectAt(placeAt(contract.document, operation.pointer).node, "x-sets");
  if (Object.keys(declared).length > 0) return declared;
  const verb = plain(operation.path.slice(operation.path.lastIndexOf("/") + 1));
  return Object.fromEntries(
    Object.entries(documentedValues(contract, read, payload?.record ?? {})).flatMap(([name, values]) => {
      const [value, ...others] = values.filter((one) => resembles(plain(one), verb));
      return value === undefined || others.length > 0 ? [] : [[name, value]];
    }),
  );
}

/** `closed` resembles `close`, and `lent` resembles `lend`. */
function resembles(value: string, verb: string): boolean {
  const shared = [...verb].findIndex((letter, index) => letter !== value[index]);
  const length = shared < 0 ? verb.length : shared;
  return length >= Math.max(3, verb.length - 2);
}

/** The values that the contract lists for the properties of a record. */
function documentedValues(contract: Contract, { responses }: Operation, record: JsonObject): Record<string, string[]> {
  const schema = responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  const properties = schema === undefined ? new Map<string, string>() : schemaProperties(contract, schema, record);
  const inner = [...properties.values()].flatMap((one) => [...schemaProperties(contract, one, {})]);
  return Object.fromEntries(
    [...properties, ...inner].flatMap(([name, one]): [string, string[]][] => {
      const values = stringsAt(contract.schemaAt(one), "enum");
      return values.length > 1 && !isJsonObject(record[name]) ? [[name, values]] : [];
    }),
  );
}
