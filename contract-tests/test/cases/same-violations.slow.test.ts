import { isJsonObject, recordsOf, schemaProperties } from "content-service-contract";
import { expect, test } from "vitest";
import { bodyFit } from "../../../contract/src/exchange/rule-context.js";
import {
  mutatedBody,
  plainProperties,
  seededNumbers,
  slowContract,
} from "../../../contract/test/support/full-validator.js";
import { positiveCases } from "../../src/cases/positive-cases.js";
import { checkExchange, type Exchange, inputRequest, type Json, loadContract, negativeCases } from "../../src/index.js";

const contract = loadContract();
const slow = slowContract(contract);
const random = seededNumbers(20_260);

interface Sample {
  readonly exchange: Exchange;
  readonly schema: string | undefined;
  readonly body: Json | undefined;
}

/** Each documented response as it is, and with other bodies; and each wrong request, with a response of its operation. */
const responses = positiveCases(contract).flatMap(({ operation, input, status, media, example }): Sample[] => {
  const request = inputRequest(operation, input, "token");
  const headers = media === undefined ? {} : { "content-type": media.type };
  const responded = (body: Json | undefined): Sample => ({
    exchange: { request, response: { status, headers, body: body === undefined ? undefined : JSON.stringify(body) } },
    schema: media?.schema,
    body,
  });
  const value = example?.value;
  if (value === undefined) return [responded(undefined)];
  const changed = Array.from({ length: status < 300 ? 30 : 3 }, () => responded(mutatedBody(value, random)));
  return [responded(value), ...changed];
});
const rejections = negativeCases(contract, "token").flatMap(({ operation, request }) => {
  const status = operation.responses.some((response) => response.status === "400") ? 400 : 401;
  return { request, response: { status, headers: { "content-type": "application/json" }, body: "{}" } };
});

test("finds the same violations in the same order and words as the slow way", () => {
  const rules = new Set<string>();
  for (const exchange of [...responses.map((one) => one.exchange), ...rejections])
    for (const closed of [false, true]) {
      // Without the limit of time, which the slow way may reach.
      const options = { closed, timeoutMs: 60_000, now: () => 0 };
      const violations = checkExchange(exchange, { contract, ...options });
      expect(violations).toEqual(checkExchange(exchange, { contract: slow, ...options }));
      for (const { rule } of violations) rules.add(rule);
    }
  // Otherwise the samples would prove little.
  expect([...rules]).toEqual(expect.arrayContaining(["response-body", "response-body-closed", "request-body"]));
  expect([...rules]).toContain("standard-representation");
});

test("tells whether a body fits as the slow way does, also where it asks the branches one by one", () => {
  for (const { schema, body } of responses) {
    if (schema === undefined || body === undefined) continue;
    const fits = bodyFit(contract, body);
    for (const shape of ["open", "closed"] as const)
      expect(fits(schema, shape)).toBe(slow.isValid(schema, body, shape));
  }
});

test("finds the properties of a record as they are read from the document", () => {
  for (const { schema, body } of responses) {
    if (schema === undefined || !isJsonObject(body)) continue;
    for (const [, record] of [["", body] as const, ...recordsOf(body)])
      expect([...schemaProperties(contract, schema, record)]).toEqual([
        ...plainProperties(contract.document, schema, record),
      ]);
  }
});
