import { errorCodeOf, type HeaderValues, inputRequest, loadContract } from "content-service-contract-tests";
import { createSandbox } from "content-service-sandbox";
import { expect, test } from "vitest";
import { answerOf } from "../../samples/answer-of.js";
import { FRESH_REFUSALS } from "../../samples/fresh-sandbox.js";
import { sampleCalls } from "../../samples/sample-calls.js";
import { samplesOf } from "../../samples/samples-of.js";
import { SANDBOX } from "../../samples/sandbox-address.js";

/** Years after the examples were written, and before what they speak of has passed. */
const LATER_MS = Date.UTC(2035, 0, 4, 8);
const contract = loadContract();
const calls = contract.operations.flatMap((operation) => sampleCalls(contract, operation));

test.each(calls.map((call) => [titleOf(call), call] as const))(
  "a new sandbox answers %s as its page says",
  async (title, { name, operation, input }) => {
    const sandbox = await createSandbox({ now: () => LATER_MS });
    const { path, method, headers = {}, body: data = null } = inputRequest(operation, input, SANDBOX.token);
    const base = operation.server === "auth" ? sandbox.authUrl : sandbox.baseUrl;
    const response = await sandbox.fetch(`${base}${path}`, { method, headers: textsOf(headers), body: data });
    const body = await response.text();
    const refusal = FRESH_REFUSALS[title];
    expect(response.status, body).toBe(refusal?.status ?? answerOf(contract, operation).status);
    if (refusal !== undefined) expect(errorCodeOf(JSON.parse(body))).toBe(refusal.code);
    expect(samplesOf(operation.id).find((sample) => sample.name === name)?.note).toBe(refusal?.note);
  },
);

test("no note is left of a sample that there is not", () => {
  expect(Object.keys(FRESH_REFUSALS).filter((title) => !calls.some((call) => titleOf(call) === title))).toEqual([]);
});

function textsOf(headers: HeaderValues): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function titleOf({ operation, name }: (typeof calls)[number]): string {
  return `${operation.id} ${name}`;
}
