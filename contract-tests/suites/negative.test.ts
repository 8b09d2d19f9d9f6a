import { afterAll, describe, expect, inject, test } from "vitest";
import {
  checkExchange,
  createCoverage,
  type Exchange,
  loadContract,
  type NegativeCase,
  negativeCases,
  recordExchange,
} from "../src/index.js";
import { rejectionStatus, rejectionViolations } from "./expected-rejection.js";
import { writeLedgerPart } from "./ledger.js";
import { limitFor } from "./mock-limits.js";
import { requirementIds } from "./requirement-ids.js";
import { controlSandbox } from "./targets.js";

const target = inject("target");
const contract = loadContract();
const coverage = createCoverage(contract, target);
const cases = negativeCases(contract, target.token);
const limits: Record<string, number> = {};
const stateBefore = await state();

afterAll(async () => {
  writeLedgerPart(inject("ledger"), { seen: coverage.seen(), limits });
  // A rejected request changes nothing.
  expect(await state()).toEqual(stateBefore);
});

describe.each(contract.operations)("$id", (operation) => {
  const own = cases.filter((one) => one.operation === operation);
  test.each(own.map((one) => [titleOf(one), one] as const))("%s", async (_, negative) => {
    const exchange = await send(negative);
    const violations = checkExchange(exchange, { contract, ...target, closed: true });
    const found = violations.filter(({ rule, at }) => rule === negative.rule && `${at}/`.startsWith(`${negative.at}/`));
    expect(found, JSON.stringify(violations)).not.toEqual([]);
    const limit = limitFor(target.kind, negative);
    if (limit !== undefined) limits[limit.name] = (limits[limit.name] ?? 0) + 1;
    if (limit?.instead === "accepts it") return;
    const isNotModeled = target.kind === "sandbox" && negative.rule === "operation-known";
    expect(exchange.response.status).toBeGreaterThanOrEqual(400);
    if (!isNotModeled) expect(exchange.response.status).toBeLessThan(500);
    if (limit === undefined) expect(violations.filter(({ at }) => at.startsWith("/response/"))).toEqual([]);
    coverage.record(exchange);
    if (target.kind !== "sandbox") return;
    expect(exchange.response.status).toBe(rejectionStatus(negative));
    // The sandbox does not have the credentials of the example, so this error would hide the expected one.
    expect(exchange.response.body ?? "").not.toMatch(/"invalid_(client|grant)"/);
    expect(rejectionViolations(contract, negative, exchange, target)).toEqual([]);
  });
});

function titleOf({ operation, kind, at }: NegativeCase): string {
  return `rejects a request that is invalid at ${at.slice("/request".length)}: ${kind}${requirementIds(operation)}`;
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

/** The state of a sandbox. A mock has none. */
async function state(): Promise<unknown> {
  return target.kind === "sandbox" ? controlSandbox(target, "GET /state") : undefined;
}
