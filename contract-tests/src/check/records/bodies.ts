import { type Contract, type Json, type Operation, sameJson, valueAt, withValue } from "content-service-contract";
import { invalidValues } from "../../cases/invalid-values.js";
import { isValidBody, type Leaf, leastBody, leavesSent, wholeData, without } from "../resources/bodies.js";
import { plain } from "../resources/payload.js";
import { isReference, type Resource, resourceNamed } from "../resources/resources.js";
import { referredIn } from "../sentences/references.js";
import { mentions, mentionsLoosely } from "../sentences/words.js";
import { jsonOf } from "../session/check.js";
import { type Choice, newBody } from "./new-values.js";
import type { Step } from "./trace.js";

/**
 * Bodies that create a record: with new values, then with only what must be new. The last ones have no optional references to
 * records that are not known.
 */
export function newBodies(contract: Contract, operation: Operation, chosen: Choice, own: Resource) {
  if (operation.requestMedia === undefined) return [undefined];
  const varied = newBody(contract, operation, chosen) ?? {};
  const plainBody = newBody(contract, operation, { ...chosen, number: 0 }) ?? {};
  const [first, ...others] = [varied, plainBody].map((body) => withoutReferences(contract, operation, body, own));
  const isUnknown = ({ name, at }: Leaf) => isReference(name) && chosen.reference(name, at) === undefined;
  const bare = [varied, plainBody].map((body) => without(contract, operation, body, isUnknown));
  const bodies = [first ?? varied, ...others, plainBody, ...bare];
  return bodies.filter((body, index) => !bodies.slice(0, index).some((one) => sameJson(one, body)));
}

/** The properties of a body that the response names where it rejects them. Those that were sent with other values are none. */
export function rejectedNames(contract: Contract, body: Json, { operation, input, exchange }: Step): string[] {
  if (![400, 422].includes(exchange.response.status)) return [];
  const text = namingText(exchange);
  return leavesSent(contract, operation, body).flatMap(({ name, at, value }) => {
    const isSent = sameJson(valueAt(input.body ?? null, at) ?? null, value);
    return isSent && mentions(text, name) ? name : [];
  });
}

/** The properties that a body does not have, where the response says that they are required. */
export function missingNames(contract: Contract, { operation, sent, exchange }: Step): string[] {
  const isRejected = [400, 422].includes(exchange.response.status) && REQUIRED.test(exchange.response.body ?? "");
  const names = isRejected ? Object.keys(wholeData(contract, operation)) : [];
  return names.filter((name) => !(name in (sent ?? {})) && mentions(namingText(exchange), name));
}

/** What names properties in a rejection: not the `required` of "is required". */
function namingText(exchange: Step["exchange"]): string {
  return JSON.stringify(jsonOf(exchange) ?? "").replaceAll(/\b(?:is|are|be) (?:required|missing|null|empty)\b/gi, "");
}

const REQUIRED =
  /required|missing|(?:can ?not|must not|may not|should not) be (?:null|empty|blank|undefined)|is (?:null|blank)/i;

/**
 * Other bodies for a rejected request: with the number of its record that the rejection names too ("exceeds `requested`") or the
 * least one, for its only number or the one that the rejection names; and without an optional property that it names.
 */
export function correctedBodies(
  contract: Contract,
  { operation, input: { body }, exchange }: Step,
  record: Readonly<Record<string, Json>>,
) {
  if (body === undefined || ![400, 409, 422].includes(exchange.response.status)) return [];
  const text = exchange.response.body ?? "";
  const all = leavesSent(contract, operation, body);
  const numbers = all.filter(({ value }) => typeof value === "number");
  const named = all.filter(({ name }) => mentionsLoosely(text, name));
  const leaf = numbers.find((one) => named.includes(one)) ?? (numbers.length === 1 ? numbers[0] : undefined);
  const limits = Object.entries(record).flatMap(([name, value]) => (mentions(text, name) ? value : []));
  const values = leaf === undefined ? [] : [...limits, contract.schemaAt(leaf.schema)["minimum"] ?? 1];
  const bodies = [
    ...values.map((value) => withValue(body, leaf?.at ?? "", value)),
    ...named.map(({ at }) => withValue(body, at, undefined)),
  ];
  return bodies.flatMap((one) => (one !== undefined && isValidBody(contract, operation, one) ? [one] : []));
}

/** Whether a request had no properties that it may omit. */
export function isLeast(contract: Contract, { operation, input: { body = {} } }: Step): boolean {
  return sameJson(leastBody(contract, operation, body), body);
}

/** Without optional references to records of the same kind, which need not exist. */
export function withoutReferences(contract: Contract, operation: Operation, body: Json, own: Resource): Json {
  const isOwn = ({ name }: Leaf) =>
    isReference(name) && resourceNamed([own], name) !== undefined && plain(name) !== plain(own.parameter ?? "");
  return without(contract, operation, body, isOwn);
}

/** Whether the creation of a resource names a record of another one. */
export function refersTo(contract: Contract, { create, read }: Resource, other: Resource): boolean {
  return read !== undefined && referredIn(contract, [other], create).length > 0;
}

/** The resources whose records are below one of a resource, or refer to it. */
export function partsOf(contract: Contract, resources: readonly Resource[], own: Resource): Resource[] {
  const isOf = (one: Resource) => one.parent === own || refersTo(contract, one, own);
  return resources.filter((one) => one !== own && one.create !== undefined && one.producer === undefined && isOf(one));
}

/** A body that a schema rejects, and why. */
export interface WrongBody {
  readonly body: Json;
  /** Completes "a body …". */
  readonly what: string;
}

/** Bodies with one fault each: without a property, with an object in its place, and with a value beyond its limits. */
export function wrongBodies(contract: Contract, operation: Operation, body: Json): WrongBody[] {
  const leaves = leavesSent(contract, operation, body);
  const shortened = leaves.map(({ at, name }) => ({
    body: withValue(body, at, undefined),
    what: `without \`${name}\``,
  }));
  // In a form, an object is a text.
  const isJson = /json$/.test(operation.requestMedia?.type ?? "");
  const typed = leaves.filter(({ value }) => isJson || typeof value !== "string");
  const emptied = typed.map(({ at, name }) => ({
    body: withValue(body, at, { wrong: true }),
    what: `with an object as \`${name}\``,
  }));
  const beyond = leaves.flatMap(({ at, name, schema: own }) => {
    const invalid = invalidValues(contract, own).at(-1);
    return invalid === undefined
      ? []
      : { body: withValue(body, at, invalid.value), what: `with a \`${name}\` that is ${invalid.kind}` };
  });
  const all = [...shortened.slice(0, 4), ...emptied.slice(-2), ...beyond.slice(-4)];
  return all.filter((one) => !isValidBody(contract, operation, one.body));
}
