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
import { writeLedgerPart } from "./ledger.js";
import { mockLimits } from "./mock-limits.js";
import { requirementIds } from "./requirement-ids.js";

const target = inject("target");
const contract = loadContract();
const coverage = createCoverage(contract, target);
const cases = negativeCases(contract, target.token);
const limits: Record<string, number> = {};
let ran = 0;

afterAll(() => {
  writeLedgerPart({ suite: "negative", complete: ran === cases.length, seen: coverage.seen(), limits });
});

describe.each(contract.operations)("$id", (operation) => {
  const own = cases.filter((one) => one.operation === operation);
  test.each(own.map((one) => [titleOf(one), one] as const))("%s", async (_, negative) => {
    ran += 1;
    const exchange = await send(negative);
    const violations = checkExchange(exchange, { contract, ...target, closed: true });
    const found = violations.filter(({ rule, at }) => rule === negative.rule && `${at}/`.startsWith(`${negative.at}/`));
    expect(found, JSON.stringify(violations)).not.toEqual([]);
    const limit = mockLimits.find(({ meets }) => meets(negative));
    if (limit !== undefined) limits[limit.name] = (limits[limit.name] ?? 0) + 1;
    if (limit?.instead === "takes it") return;
    expect(exchange.response.status).toBeGreaterThanOrEqual(400);
    expect(exchange.response.status).toBeLessThan(500);
    if (limit === undefined) expect(violations.filter(({ at }) => at.startsWith("/response/"))).toEqual([]);
    coverage.record(exchange);
  });
});

function titleOf({ operation, kind, at }: NegativeCase): string {
  return `refuses a request that is wrong at ${at.slice("/request".length)}: ${kind}${requirementIds(operation)}`;
}

async function send({ request: { method, path, headers, body } }: NegativeCase): Promise<Exchange> {
  const exchanges: Exchange[] = [];
  const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
  await recording(`${target.baseUrl}${path}`, { method, headers: new Headers(headers), body: body ?? null });
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error("Nothing was sent");
  return exchange;
}
