import { exampleResponses } from "../src/contract/documented-responses.js";
import { arrayAt, objectAt, parseJson } from "../src/contract/json.js";
import { type Addresses, type Contract, type Exchange, findRoute, isJsonObject, type Json } from "../src/index.js";

/**
 * The named errors of the contract that a response matches: by status and code, and by the invalid parts of the request
 * or, without these, by message.
 */
export function metConditions(contract: Contract, { request, response }: Exchange, addresses: Addresses): string[] {
  const route = findRoute(contract, request.method, request.url ?? request.path, addresses);
  if (route.kind !== "operation" || response.status < 400) return [];
  const condition = conditionOf(parseJson(response.body));
  if (condition === undefined) return [];
  return exampleResponses(route.operation).flatMap(({ status, example }) =>
    status === response.status && example !== undefined && conditionOf(example.value) === condition
      ? [example.name]
      : [],
  );
}

function conditionOf(body: Json | undefined): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const { code = body["error"], message = body["error_description"] } = body;
  const parts = arrayAt(objectAt(body, "context_info"), "errors").filter(isJsonObject);
  return JSON.stringify([code, parts.length > 0 ? parts.map(({ reason, name }) => [reason, name]) : message]);
}
