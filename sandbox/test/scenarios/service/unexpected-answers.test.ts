import { callInput, errorCodeOf, loadContract, type Operation } from "content-service-contract-tests";
import { exampleResponses } from "content-service-contract-tests/contract";
import { expect, test } from "vitest";
import { callOperation } from "../../../../contract-tests/suites/call-operation.js";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const operations = loadContract().operations.map((operation) => [operation.id, operation] as const);

test.each(operations)(
  "%s can be answered with any error that no call alone brings about, and then does nothing [ER-34]",
  async (_, operation) => {
    const { sandbox, as } = await startSandbox();
    const before = sandbox.snapshot();
    for (const { status, code } of commonErrors(operation)) {
      sandbox.faults.add({ kind: "status", operation: operation.id, status });
      const refusal = await apiErrorOf(callOperation(as("admin"), operation, callInput(operation)));
      expect(refusal).toMatchObject({ status, code, requestId: expect.stringMatching(/^r\d+$/) });
    }
    expect(sandbox.snapshot()).toEqual(before);
  },
);

test("a caller who came too fast is told how long to wait", async () => {
  const { sandbox, as, exchanges } = await startSandbox();
  sandbox.faults.add({ kind: "status", status: 429, retry_after: 7 });
  await apiErrorOf(as("admin").getCurrentUser());
  expect(new Headers(exchanges[0]?.response.headers).get("retry-after")).toBe("7");
  expect(await as("admin").getCurrentUser()).toMatchObject({ id: "1001" });
});

/** What no handler answers with: too many requests, what is documented for a failing service, and `default`. */
function commonErrors(operation: Operation): { status: number; code: string | undefined }[] {
  const common = exampleResponses(operation).filter(
    ({ status, response }) => status === 429 || status >= 500 || response.status === "default",
  );
  return common.map(({ status, example }) => ({ status, code: errorCodeOf(example?.value) }));
}
