import { withValue } from "../../cases/body-sites.js";
import type { NegativeCase } from "../../cases/broken-requests.js";
import type { Contract } from "../../contract/contract.js";
import { isJsonObject, type Json } from "../../contract/json.js";
import { valueAt } from "../../contract/json-pointer.js";
import type { Operation, Parameter } from "../../contract/operation.js";
import { checkExchange } from "../../rules/check-exchange.js";
import type { CheckTarget } from "../check.js";
import { wrongRequests } from "../checks/wrong-requests.js";
import { type TargetValues, targetValues } from "./target-values.js";

/**
 * The wrong requests of operations, made to lead to what a target was given: so each has one fault only, and does its
 * harm there when a broken service takes it.
 */
export function fittedWrongRequests(
  contract: Contract,
  operations: readonly Operation[],
  target: CheckTarget,
  name: string,
): NegativeCase[] {
  const values = targetValues(contract, target, name);
  const fitted = operations.map((operation) => withPath(operation, values[operation.id]?.path ?? {}));
  // What was given for calls that only read is not for these.
  const cases = wrongRequests({ ...contract, operations: fitted }, { ...target, parameters: {} });
  return cases.map((negative) => {
    const body = fittedBody(negative, values[negative.operation.id]?.body ?? {});
    const fitted = { ...negative, request: { ...negative.request, body } };
    // A token that nobody was given looks right to a contract.
    return isWrong(contract, fitted) || !isWrong(contract, negative) ? fitted : negative;
  });
}

/** Whether it has its fault. One value can decide what another one may be: the text of disabled terms may be empty. */
function isWrong(contract: Contract, { request, rule, at }: NegativeCase): boolean {
  const violations = checkExchange({ request, response: { status: 599 } }, { contract });
  return violations.some((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

/** What is optional could be a second fault, such as the etag or the user of the examples. */
function withPath(operation: Operation, path: NonNullable<TargetValues["path"]>): Operation {
  const parameters = operation.parameters.map((parameter): Parameter => {
    if (!parameter.required) return { ...parameter, example: undefined };
    return parameter.in === "path" ? { ...parameter, example: path[parameter.name] ?? parameter.example } : parameter;
  });
  return { ...operation, parameters };
}

/** Replaces texts that are there, and leaves the wrong one alone. */
function fittedBody({ at, request: { body } }: NegativeCase, values: NonNullable<TargetValues["body"]>) {
  const right = Object.entries(values).filter(([place]) => `/request/body${place}` !== at);
  const json = jsonIn(body);
  if (isJsonObject(json)) {
    const fitted = right.reduce<Json>(
      (whole, [place, value]) => (typeof valueAt(whole, place) === "string" ? withValue(whole, place, value) : whole),
      json,
    );
    return JSON.stringify(fitted);
  }
  if (body?.startsWith("grant_type=") !== true && body?.includes("&") !== true) return body;
  const form = new URLSearchParams(body);
  for (const [place, value] of right) if (form.has(place.slice(1))) form.set(place.slice(1), value);
  return form.toString();
}

function jsonIn(body: string | undefined): Json | undefined {
  try {
    // What was parsed from JSON is JSON.
    return JSON.parse(body ?? "") as Json;
  } catch {
    return undefined;
  }
}
