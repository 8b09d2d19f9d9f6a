import { ApiError, type Client, createClient } from "content-service-client";
import { describe, expect, inject, test } from "vitest";
import {
  type CallInput,
  checkExchange,
  type Exchange,
  errorCodeOf,
  isJsonObject,
  loadContract,
  type Operation,
  type PositiveCase,
  positiveCases,
  recordExchange,
} from "../src/index.js";
import { requirementIds } from "./requirement-ids.js";

const target = inject("target");
const contract = loadContract();
const cases = positiveCases(contract);

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
  const body = example === undefined ? "without a body" : `with the example ${example.name}`;
  const request = requestExample === undefined ? "" : ` when asked to ${requestExample.name.replaceAll("_", " ")}`;
  const ids = requirementIds(operation, [...response.requirements, ...(example?.requirements ?? [])]);
  return `responds ${status} ${body}${request}${ids}`;
}

async function run(positive: PositiveCase) {
  const exchanges: Exchange[] = [];
  const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
  const client = createClient({
    baseUrl: target.baseUrl,
    authUrl: target.authUrl,
    auth: target.token,
    retry: false,
    fetch: (url, init) => recording(url, { ...init, headers: preferring(positive, init) }),
  });
  const outcome = await callOperation(client, positive).catch((error: unknown) => error);
  const [exchange] = exchanges;
  if (exchange === undefined || exchanges.length > 1)
    throw new Error(`${exchanges.length} requests were sent; expected 1`, { cause: outcome });
  return { outcome, exchange };
}

async function callOperation(client: Client, { operation, input }: PositiveCase): Promise<unknown> {
  // The operation comes from the contract, so its method has no type of its own here.
  const methods = client as unknown as Record<Operation["id"], ((input: CallInput) => Promise<unknown>) | undefined>;
  const method = methods[operation.id] ?? expect.fail(`The client has no method ${operation.id}`);
  return method(input);
}

/** The headers with a `Prefer` header that selects the example of a mock. */
function preferring({ status, example }: PositiveCase, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.set("prefer", example === undefined ? `code=${status}` : `code=${status}, example=${example.name}`);
  return headers;
}

function expectOutcome({ operation, status, example }: PositiveCase, outcome: unknown, { response }: Exchange): void {
  const body = example?.value;
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
