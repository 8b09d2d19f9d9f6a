import { createCoverage, type Exchange, loadContract } from "../src/index.js";
import { writeLedgerPart } from "./ledger.js";
import { metConditions } from "./met-conditions.js";

/** Hands over what the exchanges of one scenario have shown. What this process has handed over before is left out. */
export function noteScenario(
  ledger: string,
  exchanges: readonly Exchange[],
  addresses: { baseUrl: string; authUrl: string },
) {
  const contract = loadContract();
  const coverage = createCoverage(contract, addresses);
  for (const exchange of exchanges) {
    coverage.record(exchange);
    for (const example of metConditions(contract, exchange, addresses)) coverage.record(exchange, { example });
  }
  const seen = coverage.seen().filter((one) => !handedOver.has(`${ledger} ${one}`));
  for (const one of seen) handedOver.add(`${ledger} ${one}`);
  if (seen.length > 0) writeLedgerPart(ledger, { seen });
}

const handedOver = new Set<string>();
