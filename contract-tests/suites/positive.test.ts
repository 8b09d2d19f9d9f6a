import { ApiError, createClient } from "content-service-client";
import { parseJson } from "content-service-contract";
import { afterAll, describe, expect, inject, test } from "vitest";
import {
  checkExchange,
  type Exchange,
  errorCodeOf,
  isJsonObject,
  type Json,
  loadContract,
  type PositiveCase,
  positiveCases,
  recordExchange,
} from "../src/index.js";
import { callOperation } from "./call-operation.js";
import { requirementIds } from "./requirement-ids.js";
import { prepareSuccess, sandboxSuccesses } from "./sandbox-successes.js";
import { startSandbox } from "./targets.js";

const onSandbox = inject("target").kind === "sandbox";
// Its cases reset the store, and suites run in parallel.
const own = onSandbox ? await startSandbox() : undefined;
const target = own ?? inject("target");
const contract = loadContract();
const cases = onSandbox ? sandboxSuccesses(positiveCases(contract)) : positiveCases(contract);

afterAll(() => own?.close());

describe.each(contract.operations)("$id", (operation) => {
  const own = cases.filter((one) => one.operation === operation);
  test.each(own.map((one) => [titleOf(one), one] as const))("%s", async (_, positive) => {
    const { outcome, exchange } = await run(positive);
    expect(exchange.response.status, exchange.response.body).toBe(positive.status);
    expect(checkExchange(exchange, { contract, ...target, closed: true, listed: true })).toEqual([]);
    expectOutcome(positive, outcome, exchange);
  });
});

function titleOf({ operation, status, response, example, requestExample }: PositiveCase): string {
  const body = example === undefined ? "without a body" : `${onSandbox ? "as in" : "with"} the example ${example.name}`;
  const request = requestExample === undefined ? "" : ` when asked to ${requestExample.name.replaceAll("_", " ")}`;
  const ids = onSandbox ? [] : [...response.requirements, ...(example?.requirements ?? [])];
  return `responds ${status} ${body}${request}${requirementIds(operation, ids)}`;
}

async function run(positive: PositiveCase) {
  const { operation } = positive;
  const input = onSandbox ? await prepareSuccess(target, positive) : positive.input;
  const exchanges: Exchange[] = [];
  const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
  const client = createClient({
    baseUrl: target.baseUrl,
    authUrl: target.authUrl,
    auth: target.token,
    retry: false,
    fetch: onSandbox ? recording : (url, init) => recording(url, { ...init, headers: preferring(positive, init) }),
  });
  const outcome = await callOperation(client, operation, input).catch((error: unknown) => error);
  const [exchange] = exchanges;
  if (exchange === undefined || exchanges.length > 1)
    throw new Error(`${exchanges.length} requests were sent; expected 1`, { cause: outcome });
  return { outcome, exchange };
}

/** The headers with a `Prefer` header that selects the example of a mock. */
function preferring({ status, example }: PositiveCase, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.set("prefer", example === undefined ? `code=${status}` : `code=${status}, example=${example.name}`);
  return headers;
}

function expectOutcome({ operation, status, example }: PositiveCase, outcome: unknown, { response }: Exchange): void {
  const body = onSandbox ? bodyOf(response) : example?.value;
  if (status < 400) {
    expect(outcome).toEqual(body);
    return;
  }
  expect(outcome).toBeInstanceOf(ApiError);
  const header = new Headers(response.headers).get("x-request-id") ?? undefined;
  const requestId = (isJsonObject(body) ? body["request_id"] : undefined) ?? header;
  expect(outcome).toMatchObject({ status, code: errorCodeOf(body), operation: operation.id, body });
  expect(outcome).toHaveProperty("requestId", requestId);
}

function bodyOf({ body = "" }: Exchange["response"]): Json | undefined {
  return parseJson(body);
}
