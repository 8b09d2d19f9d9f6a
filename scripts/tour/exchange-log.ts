import { checkExchange, type Exchange, findRoute, loadContract, recordExchange } from "content-service-contract-tests";
import type { Listening } from "content-service-sandbox";

/** What went over the wire. */
export interface ExchangeLog {
  /** Fetches, and keeps the exchange. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** The operations that were called and did what they are for. */
  readonly done: ReadonlySet<string>;
  /**
   * Holds the exchanges since the last time against the contract, closed world, and gives what they were.
   *
   * @throws Error that names everything that does not fit.
   */
  checked(): Call[];
}

/** An operation, and the status of its answer. */
export interface Call {
  readonly operation: string;
  readonly status: number;
}

/** Makes an empty log for a sandbox that listens. */
export function createExchangeLog({ baseUrl, authUrl }: Listening): ExchangeLog {
  const contract = loadContract();
  const exchanges: Exchange[] = [];
  const done = new Set<string>();

  function callOf({ request, response }: Exchange): Call {
    const route = findRoute(contract, request.method, request.url ?? "", { baseUrl, authUrl });
    return { operation: route.kind === "operation" ? route.operation.id : "", status: response.status };
  }

  return {
    fetch: recordExchange(globalThis.fetch, (exchange) => exchanges.push(exchange)),
    done,
    checked() {
      const recent = exchanges.splice(0);
      const violations = recent.flatMap((exchange) =>
        checkExchange(exchange, { contract, baseUrl, authUrl, closed: true }),
      );
      if (violations.length > 0) {
        const texts = violations.map(({ rule, message, at }) => `${rule} at ${at}: ${message}`);
        throw new Error(`The contract does not hold: ${texts.join("; ")}`);
      }
      const calls = recent.map(callOf);
      for (const { operation, status } of calls) if (status < 300) done.add(operation);
      return calls;
    },
  };
}
