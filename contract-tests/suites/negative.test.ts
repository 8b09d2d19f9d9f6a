import { afterAll, describe, expect, inject, test } from "vitest";
import {
  checkExchange,
  type Exchange,
  loadContract,
  type NegativeCase,
  negativeCases,
  recordExchange,
} from "../src/index.js";
import { requirementIds } from "./requirement-ids.js";

const target = inject("target");
const contract = loadContract();
const cases = negativeCases(contract, target.token);
const readState = async () => (await fetch(`${target.controlUrl}/state`)).json();
const stateBefore = await readState();

afterAll(async () => {
  // A rejected request changes nothing.
  expect(await readState()).toEqual(stateBefore);
});

describe.each(contract.operations)("$id", (operation) => {
  const own = cases.filter((one) => one.operation === operation);
  test.each(own.map((one) => [titleOf(one), one] as const))("%s", async (_, negative) => {
    const { request, response } = await send(negative);
    const check = (method = request.method) =>
      checkExchange({ request: { ...request, method }, response }, { contract, ...target, closed: true });
    expect(response.status).toBe(rejectionStatus(negative));
    expect(check().filter(({ at }) => at.startsWith("/response/"))).toEqual([]);
    // The sandbox does not have the credentials of the example, so this error would hide the expected one.
    expect(response.body ?? "").not.toMatch(/"invalid_(client|grant)"/);
    // The response to a method that is not allowed is checked as one of the operation. One to HEAD has no body to check.
    if (negative.rule !== "method-allowed" || request.method === "HEAD") return;
    expect(check(operation.method).filter(({ at }) => at.startsWith("/response/"))).toEqual([]);
  });
});

function titleOf({ operation, kind, at }: NegativeCase): string {
  return `rejects a request that is invalid at ${at.slice("/request".length)}: ${kind}${requirementIds(operation)}`;
}

/** The status of an invalid request, which is rejected before the store is read. */
function rejectionStatus({ rule, at, operation }: NegativeCase): number {
  if (rule === "operation-known") return 501;
  // D45: a file id that is not a number makes the method not allowed.
  if (rule === "method-allowed" || at === "/request/path/file_id") return 405;
  if (rule === "request-security" && operation.secured) return 401;
  return 400;
}

async function send({ operation, request }: NegativeCase): Promise<Exchange> {
  const { method, path, headers, body } = request;
  const url = `${operation.server === "auth" ? target.authUrl : target.baseUrl}${path}`;
  const exchanges: Exchange[] = [];
  const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
  await recording(url, { method, headers: new Headers(headers), body: body ?? null });
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error("Expected one request, received none");
  return exchange;
}
