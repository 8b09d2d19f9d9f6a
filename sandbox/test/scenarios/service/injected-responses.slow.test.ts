import { ApiError, type Client, paginate } from "content-service-client";
import {
  callInput,
  checkExchange,
  errorCodeOf,
  exampleResponses,
  type Json,
  loadContract,
  type Operation,
} from "content-service-contract";
import { defaultSeed, type Fault } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { callById } from "../../support/requests.js";
import { apiErrorOf } from "../../support/responses.js";
import { openSandbox } from "../../support/start-sandbox.js";

const contract = loadContract();
const { operations } = contract;

describe("unusual responses", () => {
  /** Follows the pages of the allowlist, which has 122 entries. Returns their sizes and the number of entries found. */
  async function scan(fault: Fault, query: { limit: number; offset?: number }) {
    const { sandbox, as } = await openSandbox({ seed: defaultSeed(), strange: true });
    sandbox.faults.add(fault);
    const sizes: number[] = [];
    const ids = new Set<string>();
    for await (const { entries } of paginate(as("admin").listCollaborationAllowlistEntries, { query }).pages()) {
      sizes.push(entries.length);
      for (const { id } of entries) ids.add(id);
    }
    return [sizes, ids.size];
  }

  test("pagination continues after an empty page with a marker [PG-2]", async () => {
    expect(await scan({ kind: "empty_page", skip: 1 }, { limit: 50 })).toEqual([[50, 0, 50, 22], 122]);
  });

  test("a repeated marker ends the pagination with an error [PG-2]", async () => {
    const fault: Fault = { kind: "repeated_marker", skip: 1, times: null };
    await expect(scan(fault, { limit: 50 })).rejects.toThrow(ApiError);
  });

  test.each([{ limit: 50, offset: 0 }, { limit: 50 }])(
    "pagination by %j finds every entry when the service lowers the limit [PG-4]",
    async (query) => {
      const fault: Fault = { kind: "lowered_limit", limit: 7, skip: 1, times: 3 };
      expect(await scan(fault, query)).toEqual([[50, 7, 7, 7, 50, 1], 122]);
    },
  );

  test.each<[Fault["kind"], string, string]>([
    ["unknown_field", "getCurrentUser", "/unheard_of"],
    ["unknown_field", "updateFile", "/unheard_of"],
    ["unknown_field", "queryMetadata", "/unheard_of"],
    ["unknown_enum_value", "listCollaborationAllowlistEntries", "/direction"],
    ["unknown_enum_value", "createTask", "/action"],
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
});

describe("injected errors", () => {
  test.each([400, 401, 402, 403, 405, 418, 429, 499, 500, 503, 599])(
    "every operation rejects with an ApiError for %i, with status, code and request id, and changes nothing [ER-34]",
    async (status) => {
      const { as, sandbox, exchanges } = await openSandbox();
      const before = sandbox.snapshot();
      sandbox.faults.add({ kind: "status", status, times: null });
      for (const operation of operations) {
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

  const full = { code: "moon_is_full", message: "Come back later.", request_id: "r-from-the-moon" };
  test.each<[string, Json, string | undefined, object]>([
    [
      "a code",
      full,
      undefined,
      { code: full.code, requestId: full.request_id, message: expect.stringContaining("Come back later.") },
    ],
    ["nothing", null, undefined, {}],
    ["text that is no error", "no", '"no"', {}],
    ["an error without a code", { message: "No." }, '{"message":"No."}', {}],
  ])("an undocumented error response with %s is an ApiError [ER-34]", async (_, body, excerpt, expected) => {
    const { as, sandbox } = await openSandbox({ strange: true });
    sandbox.faults.add({ kind: "status", status: 406, body });
    const rejection = await apiErrorOf(as("admin").getCurrentUser());
    const others = { code: undefined, requestId: expect.stringMatching(/^r\d+$/), excerpt };
    expect(rejection).toMatchObject({ status: 406, ...others, ...expected });
  });

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
});
