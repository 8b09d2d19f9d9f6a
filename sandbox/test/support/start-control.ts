import {
  type Contract,
  checkExchange,
  createContract,
  type Exchange,
  recordExchange,
} from "content-service-contract-tests";
import { expect, onTestFinished } from "vitest";
import controlDocument from "../../generated/sandbox.json" with { type: "json" };
import { startWorld, type TestWorld } from "./start-world.js";

/** An answer of the control, read. */
export interface ControlAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A sandbox with what sends requests to its control. */
export interface ControlledWorld extends TestWorld {
  readonly contract: Contract;
  /** Every exchange with the control. */
  readonly controlled: readonly Exchange[];
  send(method: string, path: string, body?: unknown): Promise<ControlAnswer>;
}

/** Starts a sandbox for one test. In the end each answer of its control has to fit the control's own document, closed world. */
export async function startControl(): Promise<ControlledWorld> {
  const world = await startWorld({ strange: true });
  const contract = createContract(controlDocument);
  const controlled: Exchange[] = [];
  const recording = recordExchange(globalThis.fetch, (exchange) => controlled.push(exchange));
  onTestFinished(() => {
    const options = { contract, baseUrl: world.server.url, closed: true };
    const violations = controlled.flatMap((exchange) => checkExchange(exchange, options));
    expect(violations.filter(({ at }) => at.startsWith("/response"))).toEqual([]);
  });
  return {
    ...world,
    contract,
    controlled,
    async send(method, path, body) {
      const headers = { "content-type": "application/json" };
      const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body), headers };
      const response = await recording(`${world.server.url}/_sandbox${path}`, { method, ...init });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
    },
  };
}
