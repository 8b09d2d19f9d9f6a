import {
  type Contract,
  documentedResponse,
  isJsonObject,
  type Json,
  type Operation,
  pointer,
  sameJson,
} from "content-service-contract";
import { cutText } from "content-service-contract/text";
import { type CheckTarget, checkOf, jsonOf } from "../session/check.js";
import { expectStatus } from "../session/expectations.js";
import { targetInput } from "../session/target-input.js";

/** Checks the records of `target.expect`. Throws a `TypeError` for an unknown operation or parameter, and for a write. */
export function expectedRecordChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]) {
  return (target.expect ?? []).flatMap((expected, index) => {
    const operation = contract.operations.find(({ id }) => id === expected.operation);
    if (operation === undefined) throw new TypeError(`expect: the contract has no operation ${expected.operation}`);
    if (!operation.isSafe) throw new TypeError(`expect: ${operation.id} does not only read`);
    const input = inputOf(contract, operation, target, expected.parameters ?? {});
    if (!operations.includes(operation)) return [];
    const title = `shows the expected record ${index + 1}`;
    const check = checkOf(operation, [`shows-record-${index + 1}`, title, "none"], async (session) => {
      const exchange = await session.call(operation.id, input);
      const documented = documentedResponse(operation, exchange.response.status);
      const violation = { rule: "expected-record", contract: documented?.pointer ?? operation.pointer } as const;
      if (!expectStatus(session, exchange, "2xx", "the expected record", violation)) return;
      for (const { at, message } of missingFrom(jsonOf(exchange), expected.shows, "/response/body"))
        session.find({ ...violation, at, message, exchange });
    });
    return [check];
  });
}

function inputOf(contract: Contract, operation: Operation, target: CheckTarget, given: Readonly<Record<string, Json>>) {
  const unknown = Object.keys(given).find((name) => !operation.parameters.some((one) => one.name === name));
  if (unknown !== undefined) throw new TypeError(`expect: ${operation.id} has no parameter ${unknown}`);
  const { input } = targetInput(contract, operation, target);
  const places = ["path", "query", "header", "cookie"] as const;
  const withGiven = places.map((place) => {
    const own = operation.parameters.filter((one) => one.in === place && given[one.name] !== undefined);
    return [place, { ...input[place], ...Object.fromEntries(own.map(({ name }) => [name, given[name]])) }];
  });
  return { ...input, ...Object.fromEntries(withGiven) };
}

/** The expected values that a received one lacks. */
function missingFrom(received: Json | undefined, expected: Json, at: string): { at: string; message: string }[] {
  if (isJsonObject(expected) && isJsonObject(received)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      missingFrom(Object.hasOwn(received, name) ? received[name] : undefined, value, pointer(at, name)),
    );
  }
  if (Array.isArray(expected) && Array.isArray(received)) {
    return expected
      .filter((value) => !received.some((entry) => missingFrom(entry, value, at).length === 0))
      .map((value) => ({ at, message: `Expected an entry ${shown(value)}; received none like it` }));
  }
  if (received !== undefined && sameJson(received, expected)) return [];
  const found = received === undefined ? "nothing" : shown(received);
  return [{ at, message: `Expected ${shown(expected)}, as the operator knows; received ${found}` }];
}

const shown = (value: Json) => cutText(JSON.stringify(value), 200);
