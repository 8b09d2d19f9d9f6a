import { parameterValue, type ReadBody, readSent, type SentParameters } from "../exchange/read-values.js";
import type { RequestContext } from "../exchange/rule-context.js";
import type { Violation } from "../exchange/violation.js";
import type { Contract } from "../model/contract.js";
import type { Json, JsonObject } from "../model/json.js";
import type { Operation, Parameter } from "../model/operation.js";
import { limitedViolations } from "./fully-checked.js";
import { requestBody, requestContentType, requestParameter } from "./request-rules.js";

/** A request as a server receives it, once the operation is known. */
export interface ReceivedRequest extends SentParameters {
  /** The text of the body; empty when there is none. */
  readonly body: string;
}

/** A request as values of the contract's types, with its violations. */
export interface ReadRequest {
  /** Path parameters by name. */
  readonly path: JsonObject;
  /** Query parameters by name, with the defaults of their schemas. */
  readonly query: JsonObject;
  /** Header parameters by their documented names, with the defaults of their schemas. */
  readonly header: JsonObject;
  readonly body: ReadBody;
  /** Violations of parameters, content type and body. Whether a token was sent is not checked. */
  readonly violations: readonly Violation[];
}

/**
 * Parses a request by the types of the contract and validates it, for a server. Throws an `Error` when the contract
 * itself is invalid.
 *
 * @example
 * const route = findRoute(contract, method, url);
 * if (route.kind === "operation") {
 *   const { query, violations } = readRequest(contract, route.operation, { path: route.path, query: queryOf(url), headers, body });
 * }
 */
export function readRequest(contract: Contract, operation: Operation, received: ReceivedRequest): ReadRequest {
  const { body, media } = readSent(contract, operation, received.headers, received.body);
  const context: RequestContext = { contract, operation, request: { ...received, body, media } };
  return {
    path: valuesOf(context, "path"),
    query: valuesOf(context, "query"),
    header: valuesOf(context, "header"),
    body,
    violations: limitedViolations({}, (check) =>
      check([requestParameter, requestContentType, requestBody], context, {
        at: "/request",
        contract: operation.pointer,
      }),
    ),
  };
}

function valuesOf({ contract, operation, request }: RequestContext, place: Parameter["in"]): JsonObject {
  const values: JsonObject = {};
  for (const parameter of operation.parameters) {
    if (parameter.in !== place) continue;
    const value: Json | undefined =
      parameterValue(contract, request, parameter) ?? contract.schemaAt(parameter.schema)["default"];
    if (value !== undefined) values[parameter.name] = value;
  }
  return values;
}
