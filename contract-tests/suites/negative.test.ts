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
import { faultsOfRefusal, refusalStatus } from "./expected-rejection.js";
import { writeLedgerPart } from "./ledger.js";
import { metConditions } from "./met-conditions.js";
import { limitFor } from "./mock-limits.js";
import { requirementIds } from "./requirement-ids.js";
import { controlSandbox } from "./targets.js";

const target = inject("target");
const contract = loadContract();
const coverage = createCoverage(contract, target);
const cases = negativeCases(contract, target.token);
const limits: Record<string, number> = {};
const worldBefore = await world();

afterAll(async () => {
  writeLedgerPart(inject("ledger"), { seen: coverage.seen(), limits });
  // A request that is refused changes nothing.
  expect(await world()).toEqual(worldBefore);
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
    if (limit?.instead === "takes it") return;
    expect(exchange.response.status).toBeGreaterThanOrEqual(400);
    expect(exchange.response.status).toBeLessThan(500);
    if (limit === undefined) expect(violations.filter(({ at }) => at.startsWith("/response/"))).toEqual([]);
    coverage.record(exchange);
    if (target.kind !== "sandbox") return;
    expect(exchange.response.status).toBe(refusalStatus(negative));
    // A token request has one status for everything: nobody has the credentials of its example.
    expect(exchange.response.body ?? "").not.toMatch(/"invalid_(client|grant)"/);
    expect(faultsOfRefusal(contract, negative, exchange, target)).toEqual([]);
    for (const example of metConditions(contract, exchange, target)) coverage.record(exchange, { example });
  });
});

function titleOf({ operation, kind, at }: NegativeCase): string {
  return `refuses a request that is wrong at ${at.slice("/request".length)}: ${kind}${requirementIds(operation)}`;
}

async function send({ operation, request }: NegativeCase): Promise<Exchange> {
  const { method, path, headers, body } = request;
  const url = `${operation.server === "auth" ? target.authUrl : target.baseUrl}${path}`;
  const exchanges: Exchange[] = [];
  const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
  await recording(url, { method, headers: new Headers(headers), body: body ?? null });
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error("Nothing was sent");
  return exchange;
}

/** Everything that a sandbox keeps. A mock keeps nothing. */
async function world(): Promise<unknown> {
  return target.kind === "sandbox" ? controlSandbox(target, "GET /state") : undefined;
}
