import {
  arrayAt,
  type CallInput,
  type Contract,
  callInput,
  inputRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  type RecordAccess,
  remembered,
  segmentsOf,
  stringAt,
  stringsAt,
  valueAt,
  withValue,
} from "content-service-contract";
import { bodySites } from "../../cases/body-sites.js";
import { parseExpression } from "../runtime-expressions.js";
import type { CheckTarget, Session } from "./check.js";
import type { PathRequest } from "./send.js";
import { NO_ID, targetInput } from "./target-input.js";

/** What the requests of an operation that writes get their values from. */
export interface OwnSource {
  readonly contract: Contract;
  readonly target: CheckTarget;
  readonly name: string;
  /** The value for a name that the target does not give, or an end of the check. */
  readonly missing: (reason: string, schema: JsonObject) => string;
}

/** The source of a check that is skipped when the target does not give a value. */
export function ownSource({ contract, target, skip, uniqueName }: Session): OwnSource {
  return { contract, target, name: uniqueName(), missing: skip };
}

/** The source of requests that are planned before a run, with values of no record for those that the target does not give. */
export function plannedSource(contract: Contract, target: CheckTarget, name: string): OwnSource {
  const missing: OwnSource["missing"] = (_, schema) =>
    stringAt(schema, "format") === "email" ? "nobody@contract-check.example" : NO_ID;
  return { contract, target, name, missing };
}

/** A valid request of the target's own: a write has records that checks may change, and unknown ids for missing ones. */
export function validRequest(session: Session, operation: Operation): PathRequest {
  const { contract, target } = session;
  const input = operation.isSafe
    ? session.inputFor(operation.id).input
    : ownInput(plannedSource(contract, target, session.uniqueName()), operation);
  return inputRequest(operation, input, target);
}

export function exampleBody(operation: Operation, name: string | undefined): Json | undefined {
  return operation.requestMedia?.examples.find((one) => one.name === name)?.value;
}

/** Skips a check when the target has no record to work on, or none of its own for a call that succeeds once for a record. */
export function requireOwn(session: Session, operation: Operation): void {
  const { contract, target, skip } = session;
  if (namesRecords(contract) && target.workspace === undefined)
    skip("Missing workspace: give the ids of records to work on");
  if (operation.access.records.some(({ once }) => once)) ownPath(ownSource(session), operation);
}

export function namesRecords({ operations }: Contract): boolean {
  return operations.some(({ access }) => access.records.length > 0);
}

/** The input of a valid call of an operation that writes, for records that checks may change. */
export function ownInput(source: OwnSource, operation: Operation): CallInput {
  const { path } = targetInput(source.contract, operation, source.target).input;
  const { body, ...input } = callInput(operation, { optional: false });
  return {
    ...input,
    path: { ...path, ...ownPath(source, operation) },
    ...(body === undefined ? {} : { body: ownBody(source, operation, body) }),
  };
}

/** The parameters of the path: the ids of records that checks may change, and values that permit any property (`x-open`). */
export function ownPath(source: OwnSource, operation: Operation): Record<string, string> {
  const { contract, target } = source;
  const values = operation.parameters.flatMap(({ in: place, name, pointer: at, schema }): [string, string][] => {
    if (place !== "path") return [];
    const record = operation.access.records.find((one) => one.at === `$request.path.${name}`);
    const given = target.parameters?.[`${operation.id}.${name}`];
    const value =
      record === undefined
        ? (given ?? stringAt(contract.nodeAt(at), "x-open"))
        : idOf(source, operation, name, record.type, contract.schemaAt(schema), record.once);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

/** The body with own values in its places, except the named one. */
export function ownBody(source: OwnSource, operation: Operation, body: Json, except = ""): Json {
  return placesIn(source.contract, operation).reduce((whole, place) => {
    const example = valueAt(whole, place.at);
    if (!["string", "number"].includes(typeof example) || place.at === except) return whole;
    const value = valueFor(source, operation, place, whole);
    if (value === undefined) return whole;
    return withValue(whole, place.at, typeof example === "number" ? Number(value) : value);
  }, body);
}

/** The places in a body that have the id of a record, or a text that must be new. */
export function ownPlaces(contract: Contract, operation: Operation, body: Json): readonly Place[] {
  return placesIn(contract, operation).filter(
    ({ at, schema, record, typed }) =>
      valueAt(body, at) !== undefined && (record ?? typed ?? schema["x-record"] ?? schema["x-unique"]) !== undefined,
  );
}

export function ownNames(contract: Contract, operation: Operation): string[] {
  if (operation.isSafe) return [];
  return placesIn(contract, operation).flatMap(({ at, schema }) => {
    const record = schema["x-record"];
    return isJsonObject(record) ? Object.values(record).map(String) : [nameOf(at)];
  });
}

export function ownValue(source: OwnSource, operation: Operation, at: string, body: Json): string | undefined {
  const place = placesIn(source.contract, operation).find((one) => one.at === at);
  return place && valueFor(source, operation, place, body);
}

/** A text or a number in the body of a request. */
export interface Place {
  readonly at: string;
  readonly schema: JsonObject;
  /** The record whose id it is. */
  readonly record: RecordAccess | undefined;
  /** The record whose type it is. */
  readonly typed: RecordAccess | undefined;
}

/** The types of records come first, since ids depend on them. An operation with the examples of a target has the same ones. */
function placesIn(contract: Contract, { id }: Operation): readonly Place[] {
  return findPlaces(contract, contract.operation(id));
}

const findPlaces = remembered((contract: Contract, operation: Operation): Place[] => {
  const media = operation.requestMedia;
  if (media?.schema === undefined) return [];
  const { records } = operation.access;
  const bodies = media.examples.map(({ value }) => value);
  const places = bodySites(contract, media.schema, bodies).map(({ at, schema }): Place => {
    const record = records.find((one) => one.at === `$request.body#${at}`);
    const typed = records.find(({ type }) => type === `$request.body#${at}`);
    return { at, schema: contract.schemaAt(schema), record, typed };
  });
  return [...places.filter(({ typed }) => typed), ...places.filter(({ typed }) => !typed)];
});

function valueFor(source: OwnSource, operation: Operation, place: Place, body: Json): string | undefined {
  const { at, schema, record, typed } = place;
  const name = nameOf(at);
  const given = source.target.parameters?.[`${operation.id}.${name}`];
  // A type of which the target has a record to change.
  if (typed !== undefined)
    return stringsAt(schema, "enum").find((type) => source.target.workspace?.[`${type}Id`] !== undefined);
  if (record !== undefined) {
    const type = parseExpression(record.type)?.name;
    const named = type === undefined ? record.type : String(valueAt(body, type));
    return idOf(source, operation, name, named, schema, record.once);
  }
  const kind = schema["x-record"];
  if (typeof kind === "string") return idOf(source, operation, name, kind, schema);
  if (isJsonObject(kind)) {
    const type = valueAt(body, at.replace(/[^/]*$/, "type"));
    const parameter = stringAt(kind, String(type)) ?? Object.values(kind).find((one) => typeof one === "string");
    return idOf(source, operation, parameter ?? name, String(type), schema);
  }
  if ("x-unique" in schema) return uniqueText(source, operation, name, schema);
  const avoided = arrayAt(schema, "x-avoid");
  if (avoided.includes(valueAt(body, at) ?? null))
    return stringsAt(schema, "enum").find((one) => !avoided.includes(one));
  return given;
}

/** The name of a parameter for a place: its last part, such as `policy_id`, or the last two, such as `parent_id`. */
function nameOf(at: string): string {
  const parts = segmentsOf(at);
  const last = parts.at(-1) ?? "";
  return last === "id" ? [...parts.slice(-2, -1), last].join("_") : last;
}

function idOf(
  { target, missing }: OwnSource,
  { id }: Operation,
  name: string,
  type: string,
  schema: JsonObject,
  isOnce = false,
): string {
  // What succeeds once for a record needs one of its own.
  const shared = isOnce ? undefined : target.workspace?.[`${type}Id`];
  const own = target.parameters?.[`${id}.${name}`] ?? shared;
  return own ?? missing(`Missing ${id}.${name}, the id of a ${type}: give it in --parameters`, schema);
}

/** A text that no other record has. An address must be of a mailbox that the target names. */
function uniqueText({ target, name, missing }: OwnSource, operation: Operation, parameter: string, schema: JsonObject) {
  const given = target.parameters?.[`${operation.id}.${parameter}`];
  const format = stringAt(schema, "format");
  if (format === "uri") return `https://contract-check.example/${name}`;
  if (format !== "email") return name.slice(0, Number(schema["maxLength"] ?? name.length));
  const reason = `Missing ${operation.id}.${parameter}, an address that may get mail: give it in --parameters`;
  return withTag(given ?? missing(reason, schema), name);
}

/** A unique address of the same mailbox (subaddress, RFC 5233), within the length limit of RFC 5321. */
export function withTag(address: string, name: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${name.slice(-12)}${address.slice(at)}`;
}
