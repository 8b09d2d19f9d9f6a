import { isDeepStrictEqual } from "node:util";
import {
  arrayAt,
  type Contract,
  type Exchange,
  errorCodeOf,
  exampleResponses,
  isJsonObject,
  type Json,
  type Operation,
  parseJson,
  pointer,
  type RecordAccess,
  statusesByCode,
  valueAt,
  withValue,
} from "content-service-contract";
import { withParameter } from "../../cases/broken-requests.js";
import { parseExpression } from "../runtime-expressions.js";
import { jsonOf, type Session } from "./check.js";
import { expectStatus } from "./expectations.js";
import type { PathRequest } from "./send.js";

export type ExampleNames = readonly (string | undefined)[];

/** Expects one of the named errors, or any 403 or 404 without a name. Returns whether the request was rejected. */
export function expectRejected(session: Session, exchange: Exchange, examples: ExampleNames, what: string): boolean {
  const { status } = exchange.response;
  const operation = session.contract.operation(session.operationOf(exchange));
  const documented = errorsNamed(operation, examples);
  const statuses = documented.length === 0 ? [403, 404] : [...new Set(documented.map((one) => one.status))];
  const code = errorCodeOf(jsonOf(exchange));
  const contract = documented[0]?.response.pointer ?? pointer(operation.pointer, "responses");
  const violation = { rule: "caller-respected", contract } as const;
  if (!expectStatus(session, exchange, statuses, what, violation)) return status >= 400;
  const codes = documented.filter((one) => one.status === status).map((one) => one.code);
  // A service can have codes of its own.
  if (code !== undefined && codes.length > 0 && !codes.includes(code) && statusesByCode(session.contract).has(code)) {
    const message = `Expected the code ${codes.join(" or ")} for ${what}; received ${code}`;
    session.find({ ...violation, message, at: "/response/body/code", exchange });
  }
  return true;
}

export function isError(operation: Operation, exchange: Exchange, examples: ExampleNames): boolean {
  const code = errorCodeOf(jsonOf(exchange));
  const named = errorsNamed(operation, examples);
  return named.some((one) => one.status === exchange.response.status && (code === undefined || code === one.code));
}

export function errorsNamed(operation: Operation, names: ExampleNames) {
  return exampleResponses(operation).flatMap(({ status, response, example }) =>
    example !== undefined && names.includes(example.name)
      ? [{ status, response, example, code: errorCodeOf(example.value) }]
      : [],
  );
}

/** The records whose ids a request has: those of the contract, or those of its path by the names of the parameters. */
export function recordsIn(operation: Operation): readonly RecordAccess[] {
  if (operation.access.records.length > 0) return operation.access.records;
  const unnamed = { right: undefined, hidden: "", denied: undefined, locked: undefined, once: false };
  return operation.parameters
    .filter((one) => one.in === "path")
    .map(({ name }) => ({ at: `$request.path.${name}`, type: typeOfId(name), ...unnamed }));
}

export function typeOfId(name: string): string {
  return name.replace(/(?<=.)[-_]?id$/i, "");
}

export function valueIn(operation: Operation, request: PathRequest, at: string): string | undefined {
  const { place, name = "" } = parseExpression(at) ?? {};
  const [path = "", query = ""] = request.path.split("?");
  if (place === "path") return path.split("/")[operation.path.split("/").indexOf(`{${name}}`)];
  if (place === "query") return new URLSearchParams(query).get(name) ?? undefined;
  if (place === "header") return new Headers(request.headers).get(name) ?? undefined;
  const value = valueAt(parseJson(request.body) ?? null, name);
  return typeof value === "string" ? value : undefined;
}

export function schemaOf(contract: Contract, operation: Operation, at: string): string | undefined {
  const { place, name = "" } = parseExpression(at) ?? {};
  if (place !== "body") return operation.parameters.find((one) => one.in === place && one.name === name)?.schema;
  const parts = name.split("/").slice(1);
  return parts.reduce<string | undefined>(
    (schema, part) => (schema === undefined ? undefined : contract.propertiesOf(schema).get(part)),
    operation.requestMedia?.schema,
  );
}

/** The request with another value at a runtime expression. A body without the inner place becomes an example that has it. */
export function withValueAt(operation: Operation, request: PathRequest, at: string, value: Json): PathRequest {
  const { place, name = "" } = parseExpression(at) ?? {};
  if (place === "path" || place === "query" || place === "header")
    return withParameter(operation, request, { in: place, name }, String(value));
  const json = parseJson(request.body);
  if (place !== "body" || !isJsonObject(json)) return request;
  const examples = (operation.requestMedia?.examples ?? []).map((one) => one.value);
  const isOwn = name.lastIndexOf("/") === 0;
  const fitting = isOwn ? json : ([json, ...examples].find((one) => valueAt(one, name) !== undefined) ?? json);
  return { ...request, body: JSON.stringify(withValue(fitting, name, value)) };
}

export interface Target {
  readonly type: string;
  readonly id: string;
}

/** The request for a record of a type. Undefined where it takes another type. */
export function withRecord(operation: Operation, request: PathRequest, { at, type }: RecordAccess, record: Target) {
  if (!type.startsWith("$")) return type === record.type ? withValueAt(operation, request, at, record.id) : undefined;
  return withValueAt(operation, withValueAt(operation, request, at, record.id), type, record.type);
}

/** The request, and one for each other value of an enum in its body: who may do one may lack the right for another. */
export function ofEachKind(contract: Contract, operation: Operation, request: PathRequest): PathRequest[] {
  const schema = operation.requestMedia?.schema;
  const body = parseJson(request.body);
  if (schema === undefined || !isJsonObject(body)) return [request];
  const others = [...contract.propertiesOf(schema)].flatMap(([name, at]) =>
    arrayAt(contract.schemaAt(at), "enum").map((value) => ({ ...body, [name]: value })),
  );
  const valid = others.filter((one) => !isDeepStrictEqual(one, body) && contract.isValid(schema, one));
  return [request, ...valid.map((one) => ({ ...request, body: JSON.stringify(one) }))];
}
