import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type NamedExample,
  type Operation,
  pointer,
  sampleValue,
  valueAt,
  withValue,
} from "content-service-contract";
import { wholeBody } from "../resources/bodies.js";
import { shownProperties, successSchema } from "../resources/payload.js";
import { documentsDuplicates } from "../sentences/conflicts.js";
import type { Session } from "../session/check.js";
import { type OwnSource, ownBody, ownPath, ownPlaces, ownSource } from "../session/own-request.js";
import { tomorrow } from "./valid-values.js";

/** An operation that creates records which the API cannot delete, and a request of it. */
export interface Creation {
  readonly operation: Operation;
  /** Whether it is the first one of its operation. */
  readonly isFirst: boolean;
  readonly example: NamedExample;
  /** The schema of the request. */
  readonly schema: string;
  /** The schema of the record. */
  readonly shown: string;
  /** The `type` of the record. */
  readonly type: string;
  /** The service rejects a duplicate with 409. */
  readonly isOnce: boolean;
}

/**
 * The operations of a contract that create a record with an id, each with its first example, and with others that name
 * other kinds of records.
 */
export function creationsOf(contract: Contract, operations = contract.operations): Creation[] {
  return operations.flatMap((operation) => {
    const { schema, examples = [] } = operation.requestMedia ?? {};
    const shown = successSchema(operation);
    const isCreation = operation.method === "post" && !operation.isSafe && operation.server === "base";
    // A POST to a record is an action on it.
    if (!isCreation || operation.path.endsWith("}") || schema === undefined || shown === undefined) return [];
    const type = typeOf(contract, shown);
    if (type === undefined || !contract.propertiesOf(shown).has("id")) return [];
    const isOnce = documentsDuplicates(contract, operation);
    const places = examples.map(({ value }) => ownPlaces(contract, operation, value).map(({ at }) => at));
    return examples.flatMap((example, index): Creation[] => {
      const isNew = places.slice(0, index).every((others) => places[index]?.some((at) => !others.includes(at)));
      return isNew ? [{ operation, isFirst: index === 0, example, schema, shown, type, isOnce }] : [];
    });
  });
}

/** The `type` of the records of a schema. */
export function typeOf(contract: Contract, schema: string): string | undefined {
  const at = contract.propertiesOf(schema).get("type");
  const type = at === undefined ? undefined : sampleValue(contract.document, at, { properties: "required" });
  return typeof type === "string" ? type : undefined;
}

/**
 * A request that creates a record, with all its properties that no service may reject, and whether it has a text that no
 * other record has.
 */
export function creationInput(
  session: Session,
  { operation, example, schema }: Creation,
  source: OwnSource = ownSource(session),
) {
  const { contract } = session;
  const examples = operation.requestMedia?.examples ?? [];
  const whole = wholeBody(contract, schema, [example, ...examples]);
  const properties = contract.propertiesOf(schema);
  const kept = Object.entries(isJsonObject(whole) ? whole : {}).flatMap(([name, value]): [string, Json][] => {
    const { format, "x-rejected": rejected } = contract.schemaAt(properties.get(name) ?? schema);
    if (rejected !== undefined) return [];
    return [[name, format === "date-time" ? tomorrow(session) : value]];
  });
  const body = ownBody(source, operation, Object.fromEntries(kept));
  const flags = operation.parameters.filter((one) => one.in === "query" && typeof one.example === "boolean");
  return {
    input: {
      path: ownPath(source, operation),
      query: Object.fromEntries(flags.map(({ name, example: flag }) => [name, flag ?? null])),
      body: isJsonObject(body) ? body : {},
    },
    isNew: isNewIn(body, source.name),
  };
}

/** Whether a request has a text with a unique name. */
export function isNewIn(body: Json, name: string): boolean {
  return JSON.stringify(body).toLowerCase().includes(name.slice(-12).toLowerCase());
}

/**
 * The values that the response to a creation must show: those of the request, or the documented defaults, in properties of the
 * same name or at another place (`x-shows`), and those that the service sets (`x-sets`).
 */
export function shownFor(contract: Contract, operation: Operation, body: JsonObject, record: JsonObject): JsonObject {
  const schema = operation.requestMedia?.schema ?? "";
  const set = Object.entries(valuesSet(contract, operation)).map(([name, value]): Shown => {
    return { at: pointer("", name), value, isLate: false };
  });
  const shown = [...placesShown(schema, body, "", false), ...set];
  const whole = shown.reduce<Json>((all, { at, value, isLate }) => {
    const received = record[at.split("/")[1] ?? ""];
    // Some values are null until later, and empty ones may be.
    return received === null && (isLate || !value) ? all : withValue(all, at, value);
  }, {});
  return isJsonObject(whole) ? whole : {};

  function placesShown(schema: string, inner: JsonObject, at: string, isLate: boolean): Shown[] {
    return [...contract.propertiesOf(schema, inner)].flatMap(([name, own]) => {
      const { "x-shows": shows, "x-default": source, default: fixed } = contract.schemaAt(own);
      const initial = typeof source === "string" ? valueAt(body, source.replace(/^\$request\.body#/, "")) : fixed;
      const value = name in inner ? inner[name] : initial;
      const places = shows === undefined ? [pointer(at, name)] : [shows].flat().map(String);
      const isPresent = (one: string) => record[one.split("/")[1] ?? ""] !== undefined;
      const shown = places.find((one) => valueAt(record, one) != null) ?? places.find(isPresent) ?? places[0];
      if (value === undefined || shows === false || shown === undefined) return [];
      const place = shown.replace(/\?$/, "");
      // One of several places has the value now, even within a value that can be null until later.
      const late = shown.endsWith("?") || (isLate && !Array.isArray(shows));
      return isJsonObject(value) ? placesShown(own, value, place, late) : [{ at: place, value, isLate: late }];
    });
  }
}

/** The values that an operation sets, whatever its request has (`x-sets`). */
export function valuesSet(contract: Contract, operation: Operation): JsonObject {
  const facts = contract.objectIn(operation.pointer, "x-sets");
  const values = Object.entries(facts).flatMap(([name, one]): [string, Json][] =>
    isJsonObject(one) && one["const"] !== undefined ? [[name, one["const"]]] : [],
  );
  return Object.fromEntries(values);
}

interface Shown {
  readonly at: string;
  readonly value: Json;
  readonly isLate: boolean;
}

/** The lists that show a new record: of the same type, without parameters but those that its request has. */
export function listsWith(contract: Contract, { type }: Creation, body: JsonObject) {
  return contract.operations.flatMap((one) => {
    const entries = one.isSafe ? shownProperties(contract, one).get("entries") : undefined;
    const items = entries === undefined ? undefined : contract.itemsOf(entries);
    if (items === undefined || typeOf(contract, items) !== type) return [];
    const query = sharedQuery(one, body);
    const isLacking = one.parameters.some((own) => own.required && !(own.in === "query" && own.name in query));
    return isLacking ? [] : [{ operation: one, query }];
  });
}

/** The parameters of a query that the body of another request has, too. */
export function sharedQuery({ parameters }: Operation, body: JsonObject): JsonObject {
  const shared = parameters.filter(({ in: place, name }) => place === "query" && typeof body[name] === "string");
  return Object.fromEntries(shared.map(({ name }) => [name, body[name] ?? null]));
}

/** The operations that read by the id of a record of a type alone, and the name of its parameter. */
export function readersOf(contract: Contract, type: string): { operation: Operation; name: string }[] {
  return contract.operations.flatMap((operation) => {
    const [first, ...others] = operation.parameters.filter(({ required }) => required);
    const at = operation.access.records.find((one) => one.at === `$request.path.${first?.name}`);
    if (!operation.isSafe || first === undefined || others.length > 0 || at?.type !== type) return [];
    return [{ operation, name: first.name }];
  });
}
