import { randomUUID } from "node:crypto";
import {
  type Contract,
  checkExchange,
  isJsonObject,
  type JsonObject,
  type Operation,
  type Parameter,
  parseJson,
  serializeBody,
  withValue,
} from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import { CASTABLE } from "../../cases/invalid-values.js";
import { leftBy } from "../reads/call-checks.js";
import { expectRejection, rejectionCheck, wrongRequests } from "../reads/wrong-requests.js";
import type { Check, CheckTarget } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { namesRecords, type OwnSource, ownBody, ownPath, ownValue, plannedSource } from "../session/own-request.js";
import { targetInput } from "../session/target-input.js";
import { guardOf } from "./guard.js";

/**
 * The invalid requests of an operation that writes. A service that accepts one executes it, so each names a record that
 * the checks may change: the workspace, or an id that the target gives for this operation.
 */
export function wrongWriteChecks(contract: Contract, target: CheckTarget, operation: Operation): Check[] {
  const { effects, guard } = guardOf(contract, operation);
  const name = `contract-check-${randomUUID()}`;
  return fittedWrongRequests(contract, operation, target, name).map((negative) => ({
    ...rejectionCheck(negative),
    effects,
    run: (session) =>
      guard(session, async () => {
        const exchange = await session.sendWrong(operation.id, negative.request);
        expectRejection(session, negative, exchange);
        const { status } = exchange.response;
        if (!isSuccess(status)) return status >= 400;
        const { path = {} } = session.inputFor(operation.id).input;
        return (await leftBy(session, operation, { path }, exchange)) === undefined;
      }),
  }));
}

/** Invalid requests with the ids of the target: each has one fault only, and a broken service changes only those records. */
export function fittedWrongRequests(
  contract: Contract,
  operation: Operation,
  target: CheckTarget,
  name: string,
): NegativeCase[] {
  const source = plannedSource(contract, target, name);
  // Where the contract names records, the ids for safe operations are not for these.
  const known = namesRecords(contract) ? { ...target, parameters: {} } : target;
  const path = { ...targetInput(contract, operation, known).input.path, ...ownPath(source, operation) };
  return wrongRequests(contract, known, withPath(operation, path)).map((negative) => {
    const changed = { ...negative, request: { ...negative.request, body: fittedBody(source, negative) } };
    // A request with an unknown token is valid by the contract.
    return isWrong(contract, changed) || !isWrong(contract, negative) ? changed : negative;
  });
}

/** Whether the fault is still there. A value can make another one valid: the text of disabled terms may be empty. */
function isWrong(contract: Contract, { request, rule, at }: NegativeCase): boolean {
  const violations = checkExchange({ request, response: { status: 599 } }, { contract });
  return violations.some((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

/** Without optional parameters, which could be a second fault, such as the etag or the user of the examples. */
function withPath(operation: Operation, path: JsonObject): Operation {
  const parameters = operation.parameters.map((parameter): Parameter => {
    if (!parameter.required) return { ...parameter, example: undefined };
    return parameter.in === "path" ? { ...parameter, example: path[parameter.name] ?? parameter.example } : parameter;
  });
  return { ...operation, parameters };
}

/** The body with own values, except at the invalid place: an id as a number is that of the target, too. */
function fittedBody(source: OwnSource, { at, kind, operation, request: { body } }: NegativeCase): string | undefined {
  const place = /^\/request\/body(\/.*)$/.exec(at)?.[1];
  const json = parseJson(body);
  if (isJsonObject(json)) {
    const fitted = ownBody(source, operation, json, place);
    const cast = place !== undefined && kind === CASTABLE ? ownValue(source, operation, place, fitted) : undefined;
    const isNumber = place !== undefined && cast !== undefined && /^\d{1,15}$/.test(cast);
    return JSON.stringify(isNumber ? withValue(fitted, place, Number(cast)) : fitted);
  }
  const [media] = operation.requestBody?.content ?? [];
  if (media?.type !== "application/x-www-form-urlencoded" || body?.includes("=") !== true) return body;
  const form = Object.fromEntries(new URLSearchParams(body));
  return serializeBody(media, ownBody(source, operation, form, place));
}
