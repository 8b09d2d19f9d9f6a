import { ApiError, type components, createClient } from "content-service-client";
import { expect, inject, test } from "vitest";
import {
  type CallInput,
  callInput,
  checkExchange,
  type Exchange,
  loadContract,
  type Operation,
  recordExchange,
} from "../src/index.js";
import { callOperation, withParameters } from "./call-operation.js";
import { requirementIds } from "./requirement-ids.js";

/** The examples match their schema. */
type QueryBody = components["schemas"]["MetadataQuery"];

const target = inject("target");
const { baseUrl, authUrl, token } = target;
const contract = loadContract();
// A test must not change a live service, so only safe operations are called.
const reading = contract.operations.filter(({ isSafe }) => isSafe);

test.each(reading.map((operation) => [operation.id, requirementIds(operation), operation] as const))(
  "every response of %s matches the contract%s",
  async (_, __, operation) => {
    const exchanges: Exchange[] = [];
    const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
    const client = createClient({ baseUrl, authUrl, auth: token, fetch: recording });
    const outcome = await callOperation(client, operation, inputFor(operation)).catch((error: unknown) => error);
    if (outcome instanceof Error && !(outcome instanceof ApiError)) throw outcome;
    expect(exchanges.length).toBeGreaterThan(0);
    expect(exchanges.flatMap((exchange) => checkExchange(exchange, { contract, ...target, closed: true }))).toEqual([]);
  },
);

test.each([2 ** 31, Number.MAX_SAFE_INTEGER])("the limit %i gets a page [LM-05]", async (limit) => {
  const client = createClient({ baseUrl, authUrl, auth: token });
  const from = contract.operation("queryMetadata").requestBody?.content[0]?.examples[0]?.value;
  const body = { ...(from as QueryBody), limit };
  expect(await client.listEnterpriseMetadataTemplates({ query: { limit } })).toHaveProperty("entries");
  if (target.kind !== "live") expect(await client.queryMetadata({ body })).toHaveProperty("entries");
});

/** A live service gets required parameters and given ids only; the examples do not exist there. */
function inputFor(operation: Operation): CallInput {
  return withParameters(operation, callInput(operation, { optional: target.kind !== "live" }), target);
}
