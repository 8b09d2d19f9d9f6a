import { ApiError, type Client } from "content-service-client";
import { callInput, type Json, loadContract, type Operation } from "content-service-contract-tests";
import { expect, test } from "vitest";
import { callOperation } from "../../../../contract-tests/suites/call-operation.js";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const { operations } = loadContract();

test.each([400, 402, 404, 409, 410, 418, 422, 428, 451, 499])(
  "a refusal with %i reaches the caller of any operation as an ApiError, with status, code and request id [ER-34]",
  async (status) => {
    const { as, sandbox, exchanges } = await startSandbox();
    const before = sandbox.snapshot();
    sandbox.faults.add({ kind: "status", status, times: null });
    for (const operation of operations) {
      const error = await failureOf(as("admin"), operation);
      expect(error).toBeInstanceOf(ApiError);
      const body = JSON.parse(exchanges.at(-1)?.response.body ?? "");
      expect(body.error ?? body.code).toEqual(expect.any(String));
      expect(error).toMatchObject({
        status,
        operation: operation.id,
        code: body.error ?? body.code,
        requestId: body.request_id,
        attempts: 1,
      });
      // The form of RFC 6749 knows no request id.
      if (!("error" in body)) expect(body.request_id).toMatch(/^r\d+$/);
    }
    expect(sandbox.snapshot()).toEqual(before);
  },
);

test("a refusal that nobody has heard of is an ApiError with the code that it has [ER-34]", async () => {
  const { as, sandbox } = await startSandbox({ strange: true });
  const body = { code: "moon_is_full", message: "Come back later.", request_id: "r-from-the-moon" };
  sandbox.faults.add({ kind: "status", status: 423, body, times: null });
  for (const operation of operations) {
    expect(await failureOf(as("admin"), operation)).toMatchObject({
      name: "ApiError",
      status: 423,
      code: "moon_is_full",
      requestId: "r-from-the-moon",
      message: expect.stringContaining("Come back later."),
    });
  }
});

test.each<[string, Json, string | undefined]>([
  ["nothing", null, undefined],
  ["text that is no error", "no", '"no"'],
  ["an error without a code", { message: "No." }, '{"message":"No."}'],
])("a refusal with %s is an ApiError without a code [ER-34]", async (_, body, excerpt) => {
  const { as, sandbox } = await startSandbox({ strange: true });
  sandbox.faults.add({ kind: "status", status: 406, body });
  const refusal = await apiErrorOf(as("admin").getCurrentUser());
  expect(refusal).toMatchObject({ status: 406, code: undefined, requestId: undefined, excerpt });
});

function failureOf(client: Client, operation: Operation): Promise<unknown> {
  return callOperation(client, operation, callInput(operation, { optional: false })).then(
    () => new Error(`${operation.id} did not fail`),
    (error: unknown) => error,
  );
}
