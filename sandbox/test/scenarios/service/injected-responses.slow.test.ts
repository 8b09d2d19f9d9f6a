import { ApiError, type Client } from "content-service-client";
import {
  callInput,
  checkExchange,
  errorCodeOf,
  exampleResponses,
  loadContract,
  type Operation,
} from "content-service-contract";
import type { Fault } from "content-service-sandbox";
import { expect, test } from "vitest";
import { callById } from "../../support/requests.js";
import { openSandbox } from "../../support/start-sandbox.js";

const contract = loadContract();

test.each<[Fault["kind"], string, string]>([
  ["unknown_field", "getCurrentUser", "/unheard_of"],
  ["unknown_field", "queryMetadata", "/unheard_of"],
  ["unknown_enum_value", "listCollaborationAllowlistEntries", "/direction"],
  ["unknown_enum_value", "getTaskAssignment", "/resolution_state"],
  ["unknown_enum_value", "createTermsOfService", "/status"],
])("%s in a response of %s is valid, and a violation in the closed check", async (kind, id, at) => {
  const { sandbox, as, server, exchanges } = await openSandbox({ strange: true });
  // The kind needs no other property.
  sandbox.faults.add({ kind } as Fault);
  await callById(as("admin"), id, callInput(contract.operation(id), { optional: false }));
  const [exchange = expect.fail("Nothing was sent")] = exchanges;
  const check = (closed: boolean) => checkExchange(exchange, { contract, ...server, closed });
  expect(check(false)).toEqual([]);
  expect(check(true).map((violation) => violation.at)).toContainEqual(expect.stringMatching(new RegExp(`${at}$`)));
});

test.each([400, 401, 402, 403, 405, 418, 429, 499, 500, 503, 599])(
  "every operation rejects with an ApiError for %i, with status, code and request id, and changes nothing [ER-34]",
  async (status) => {
    const { as, sandbox, exchanges } = await openSandbox();
    const before = sandbox.snapshot();
    sandbox.faults.add({ kind: "status", status, times: null });
    for (const operation of contract.operations) {
      const error = await failureOf(as("admin"), operation);
      expect(error).toBeInstanceOf(ApiError);
      const body = JSON.parse(exchanges.at(-1)?.response.body ?? "");
      const code = body.error ?? body.code;
      // The form of RFC 6749 knows no request id; the header has it.
      const requestId = body.request_id ?? expect.stringMatching(/^r\d+$/);
      expect(error).toMatchObject({ status, operation: operation.id, code, requestId, attempts: 1 });
      expect(code).toEqual(documentedCode(operation, status) ?? expect.any(String));
      if (!("error" in body)) expect(body.request_id).toMatch(/^r\d+$/);
    }
    expect(sandbox.snapshot()).toEqual(before);
  },
);

/** The code of what no handler responds with: too many requests, and what is documented for a failing service. */
function documentedCode(operation: Operation, status: number): string | undefined {
  if (status !== 429 && status < 500) return undefined;
  return errorCodeOf(exampleResponses(operation).find((one) => one.status === status)?.example?.value);
}

function failureOf(client: Client, operation: Operation): Promise<unknown> {
  return callById(client, operation.id, callInput(operation, { optional: false })).then(
    () => new Error(`${operation.id} did not fail`),
    (error: unknown) => error,
  );
}
