import type {
  Contract,
  Json,
  JsonObject,
  Operation,
  Parameter,
  Violation,
} from "content-service-contract-tests/contract";
import {
  findMediaType,
  type RequestContext,
  readBody,
  readParameter,
  readValue,
  requestBody,
  requestContentType,
  requestParameter,
} from "content-service-contract-tests/contract";
import type { RefusedPart } from "./refusal.js";

/** A request as it came. */
export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Headers;
  readonly body: string;
}

/** What a request says, by the names and types of the contract, and what in it the contract does not allow. */
export interface ReadRequest {
  readonly path: JsonObject;
  readonly query: JsonObject;
  readonly header: JsonObject;
  readonly body: Json | undefined;
  /** Faults of parameters. */
  readonly parameters: readonly RefusedPart[];
  /** Faults of the body. */
  readonly bodies: readonly RefusedPart[];
}

/** Reads a request and checks all of it against the contract. */
export function readRequest(contract: Contract, operation: Operation, raw: RawRequest): ReadRequest {
  const body = readBody(raw.headers, raw.body);
  const media = findMediaType(operation.requestBody?.content ?? [], body.type);
  const context: RequestContext = { contract, operation, request: { ...raw, body, media } };
  const partOf = (violation: Violation) => refusedPart(operation, violation);
  const broken = { reason: "invalid_parameter", name: "body", message: "The body is not JSON." };
  return {
    path: valuesOf(context, "path"),
    query: valuesOf(context, "query"),
    header: valuesOf(context, "header"),
    body: readValue(body),
    parameters: requestParameter(context).map(partOf),
    bodies: body.kind === "broken" ? [broken] : [...requestContentType(context), ...requestBody(context)].map(partOf),
  };
}

/** A JSON pointer as people write it in code, such as `fields[0].key`. */
export function dotted(pointer: string): string {
  const parts = pointer.split("/").filter((part) => part !== "");
  return parts
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? "." : ""}${part}`))
    .join("");
}

function refusedPart(operation: Operation, { contract, at, message }: Violation): RefusedPart {
  const missing = contract.endsWith("/required") || operation.parameters.some(({ pointer }) => pointer === contract);
  const [, , part = "", parameter = ""] = at.split("/");
  // A parameter is named as a whole, also where one item of a list is wrong.
  const place = dotted(part === "body" ? at.slice("/request/body".length) : parameter);
  const header = operation.parameters.find((one) => one.in === "header" && one.name.toLowerCase() === place);
  const name = header?.name ?? place;
  const reason = missing ? "missing_parameter" : "invalid_parameter";
  return { reason, name: name === "" ? "body" : name, message: `${message}.` };
}

function valuesOf({ contract, operation, request }: RequestContext, place: Parameter["in"]): JsonObject {
  const values: JsonObject = {};
  for (const parameter of operation.parameters) {
    if (parameter.in !== place) continue;
    const sent = sentFor(request, parameter);
    if (sent.length > 0) values[parameter.name] = readParameter(contract, parameter, sent);
    else {
      const standard = defaultOf(contract, parameter);
      if (standard !== undefined) values[parameter.name] = standard;
    }
  }
  return values;
}

function sentFor({ path, query, headers }: RequestContext["request"], { in: place, name }: Parameter): string[] {
  if (place === "query") return query.filter(([key]) => key === name).map(([, value]) => value);
  const value = place === "path" ? path[name] : headers.get(name);
  return typeof value === "string" ? [value] : [];
}

function defaultOf({ schemaAt }: Contract, { schema }: Parameter): Json | undefined {
  return schemaAt(schema)["default"];
}
