import { checkExchange, createContract, type Exchange, recordExchange } from "content-service-contract";
import type { Seed } from "content-service-sandbox";
import { expect, onTestFinished } from "vitest";
import controlDocument from "../../generated/control.json" with { type: "json" };
import { openSandbox } from "./start-sandbox.js";

const controlContract = createContract(controlDocument);

/**
 * Starts a sandbox for one test. After the test, every control response, and every request that succeeded, must match the
 * document of the control interface.
 */
export async function startControlledSandbox() {
  const setup = await openSandbox({ strange: true });
  const controlled: Exchange[] = [];
  const recording = recordExchange(setup.sandbox.fetch, (exchange) => controlled.push(exchange));
  onTestFinished(() => {
    const options = { contract: controlContract, baseUrl: setup.server.url, closed: true, timeoutMs: 60_000 };
    const violations = controlled.flatMap((exchange) =>
      checkExchange(exchange, options).filter(({ at }) => exchange.response.status < 400 || at.startsWith("/response")),
    );
    expect(violations).toEqual([]);
  });
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/json" };
    const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body), headers };
    const response = await recording(`${setup.server.url}/_sandbox${path}`, { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json";
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : undefined };
  };
  return {
    ...setup,
    send,
    /** Expects a request to be rejected with an error at this place, and to change nothing. */
    async expectRejected(method: string, path: string, body: unknown, at: string): Promise<void> {
      const state = () => [setup.sandbox.snapshot(), setup.sandbox.faults.list()];
      const before = state();
      const response = await send(method, path, body);
      const errors = expect.arrayContaining([{ at, message: expect.any(String) }]);
      expect(response).toEqual({ status: 400, body: { message: expect.stringContaining("Invalid"), errors } });
      const { errors: issues } = response.body as { errors: unknown };
      if (path === "/state")
        expect(() => setup.sandbox.restore(body as Seed)).toThrow(expect.objectContaining({ issues }));
      expect(state()).toEqual(before);
    },
  };
}
