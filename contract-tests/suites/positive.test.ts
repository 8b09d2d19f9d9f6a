import { ApiError, createClient } from "content-service-client";
import { afterAll, describe, expect, inject, test } from "vitest";
import {
  checkExchange,
  createCoverage,
  type Exchange,
  errorCodeOf,
  isJsonObject,
  loadContract,
  type PositiveCase,
  positiveCases,
  recordExchange,
} from "../src/index.js";
import { callOperation } from "./call-operation.js";
import { writeLedgerPart } from "./ledger.js";
import { requirementIds } from "./requirement-ids.js";

const target = inject("target");
const contract = loadContract();
const coverage = createCoverage(contract, target);
const cases = positiveCases(contract);
let ran = 0;

afterAll(() => {
  writeLedgerPart({ suite: "positive", complete: ran === cases.length, seen: coverage.seen(), limits: {} });
});

describe.each(contract.operations)("$id", (operation) => {
  const own = cases.filter((one) => one.operation === operation);
  test.each(own.map((one) => [titleOf(one), one] as const))("%s", async (_, positive) => {
    ran += 1;
    const { outcome, exchange } = await run(positive);
    expect(exchange.response.status).toBe(positive.status);
    expect(checkExchange(exchange, { contract, ...target, closed: true })).toEqual([]);
    expectOutcome(positive, outcome);
    coverage.record(exchange, { example: positive.example?.name, requestExample: positive.requestExample?.name });
  });
});

function titleOf({ operation, status, response, example, requestExample }: PositiveCase): string {
  const answer = example === undefined ? "without a body" : `with the example ${example.name}`;
  const request = requestExample === undefined ? "" : ` when asked to ${requestExample.name.replaceAll("_", " ")}`;
  const ids = [...response.requirements, ...(example?.requirements ?? [])];
  return `answers ${status} ${answer}${request}${requirementIds(operation, ids)}`;
}

async function run({ operation, status, example, input }: PositiveCase) {
  const exchanges: Exchange[] = [];
  const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
  const prefer = example === undefined ? `code=${status}` : `code=${status}, example=${example.name}`;
  const client = createClient({
    baseUrl: target.baseUrl,
    authUrl: target.authUrl,
    auth: target.token,
    retry: false,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set("prefer", prefer);
      return recording(url, { ...init, headers });
    },
  });
  const outcome = await callOperation(client, operation, input).catch((error: unknown) => error);
  const [exchange] = exchanges;
  if (exchange === undefined || exchanges.length > 1)
    throw new Error(`${exchanges.length} requests were sent`, { cause: outcome });
  return { outcome, exchange };
}

function expectOutcome({ operation, status, example }: PositiveCase, outcome: unknown): void {
  if (status < 400) {
    expect(outcome).toEqual(example?.value);
    return;
  }
  expect(outcome).toBeInstanceOf(ApiError);
  const body = example?.value;
  const requestId = isJsonObject(body) ? body["request_id"] : undefined;
  expect(outcome).toMatchObject({ status, code: errorCodeOf(body), operation: operation.id, body });
  expect(outcome).toHaveProperty("requestId", requestId);
}
