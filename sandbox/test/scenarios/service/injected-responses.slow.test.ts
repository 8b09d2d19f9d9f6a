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
import type { Fault } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { callById } from "../../support/requests.js";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox, startSandboxVia, transports } from "../../support/start-sandbox.js";

describe("unusual responses", () => {
  const contract = loadContract();
  const FIND = { from: "enterprise_7001.contract", ancestor_folder_id: "0" };

  describe.each(transports)("%s", (way) => {
    test("pagination continues after an empty page with a marker [PG-2]", async () => {
      const { sandbox, as } = await startSandboxVia(way);
      sandbox.faults.add({ kind: "empty_page", skip: 1 });
      const sizes: number[] = [];
      const list = paginate(as("admin").listCollaborationAllowlistEntries, { query: { limit: 50 } });
      const ids: string[] = [];
      for await (const { entries } of list.pages()) {
        sizes.push(entries.length);
        ids.push(...entries.map(({ id }) => id));
      }
      expect([sizes, new Set(ids).size]).toEqual([[50, 0, 50, 22], 122]);
    });

    test("a repeated marker ends the pagination with an error [PG-2]", async () => {
      const { sandbox, as, exchanges } = await startSandboxVia(way);
      sandbox.faults.add({ kind: "repeated_marker", skip: 1, times: null });
      const walk = async () => {
        for await (const _ of paginate(as("admin").listCollaborationAllowlistEntries, { query: { limit: 50 } }));
      };
      await expect(walk()).rejects.toThrow(ApiError);
      expect(sandbox.faults.list()).toMatchObject([{ happened: 1 }]);
      expect(exchanges.length).toBeLessThan(5);
    });

    test.each(["offset", "marker"])(
      "pagination by %s finds every entry when the service lowers the limit [PG-4]",
      async (scheme) => {
        const { sandbox, as } = await startSandboxVia(way);
        sandbox.faults.add({ kind: "lowered_limit", limit: 7, skip: 1, times: 3 });
        const query = scheme === "offset" ? { limit: 50, offset: 0 } : { limit: 50 };
        const sizes: number[] = [];
        const ids: string[] = [];
        for await (const page of paginate(as("admin").listCollaborationAllowlistEntries, { query }).pages()) {
          sizes.push(page.entries.length);
          ids.push(...page.entries.map(({ id }) => id));
        }
        expect([sizes, new Set(ids).size]).toEqual([[50, 7, 7, 7, 50, 1], 122]);
      },
    );

    test("a query without an order has a random order, the same on all pages and for the same seed [LM-07]", async () => {
      const { sandbox, as } = await startSandboxVia(way);
      const { queryMetadata } = as("owner");
      const idsOf = async (body: object = {}) => {
        const ids: string[] = [];
        for await (const { id } of paginate(queryMetadata, { body: { ...FIND, limit: 50, ...body } })) ids.push(id);
        return ids;
      };
      const shuffled = async (seed: number) => {
        sandbox.faults.add({ kind: "shuffled_order", seed });
        return idsOf();
      };
      const plain = await idsOf();
      const first = await shuffled(1);
      expect(first).not.toEqual(plain);
      expect(first.toSorted()).toEqual(plain.toSorted());
      expect(await shuffled(1)).toEqual(first);
      expect(await shuffled(2)).not.toEqual(first);
      sandbox.faults.add({ kind: "shuffled_order" });
      const order_by = [{ field_key: "amount", direction: "asc" }];
      const ordered = await idsOf({ order_by });
      sandbox.faults.clear();
      expect(ordered).toEqual(await idsOf({ order_by }));
    });

    test("unknown properties and enum values reach the caller", async () => {
      const { sandbox, as } = await startSandboxVia(way);
      sandbox.faults.add({ kind: "unknown_field" });
      expect(await as("owner").getCurrentUser()).toMatchObject({ id: "1003", unheard_of: expect.any(String) });
      sandbox.faults.add({ kind: "unknown_enum_value" });
      const { entries } = await as("admin").listCollaborationAllowlistEntries({ query: { limit: 3 } });
      expect(entries.map(({ direction }) => direction)).toEqual(Array.from({ length: 3 }, () => "unheard_of"));
      expect(entries[0]).toMatchObject({ type: "collaboration_whitelist_entry", domain: "example.org" });
    });
  });

  describe("an undocumented value", () => {
    const fits = async (fault: Fault, id: string, closed: boolean) => {
      const { sandbox, as, server, exchanges } = await startSandbox({ strange: true });
      sandbox.faults.add(fault);
      const operation = contract.operation(id);
      await callById(as("admin"), operation.id, callInput(operation, { optional: false }));
      const [exchange] = exchanges;
      if (exchange === undefined) throw new Error("Nothing was sent");
      return checkExchange(exchange, { contract, baseUrl: server.baseUrl, authUrl: server.authUrl, closed });
    };

    test.each(["getCurrentUser", "updateFile", "listCollaborationAllowlistEntries", "createTask", "queryMetadata"])(
      "is valid in a response of %s, and a violation in the closed check",
      async (id) => {
        expect(await fits({ kind: "unknown_field" }, id, false)).toEqual([]);
        const found = await fits({ kind: "unknown_field" }, id, true);
        expect(new Set(found.map(({ rule }) => rule))).toContain("response-body-closed");
        expect(found.some(({ at }) => at.endsWith("/unheard_of"))).toBe(true);
      },
    );

    test.each([
      ["listCollaborationAllowlistEntries", "/direction"],
      ["createTask", "/action"],
      ["getTaskAssignment", "/resolution_state"],
      ["createTermsOfService", "/status"],
    ])("is in a response of %s at %s", async (id, at) => {
      expect(await fits({ kind: "unknown_enum_value" }, id, false)).toEqual([]);
      const found = await fits({ kind: "unknown_enum_value" }, id, true);
      expect(found.map((violation) => violation.at)).toContainEqual(expect.stringMatching(new RegExp(`${at}$`)));
    });
  });
});

describe("documented errors", () => {
  const operations = loadContract().operations.map((operation) => [operation.id, operation] as const);

  test.each(operations)(
    "%s returns each documented error that only a fault can cause, and changes nothing [ER-34]",
    async (_, operation) => {
      const { sandbox, as } = await startSandbox();
      const before = sandbox.snapshot();
      for (const { status, code } of commonErrors(operation)) {
        sandbox.faults.add({ kind: "status", operation: operation.id, status });
        const error = await apiErrorOf(callById(as("admin"), operation.id, callInput(operation)));
        expect(error).toMatchObject({ status, code, requestId: expect.stringMatching(/^r\d+$/) });
      }
      expect(sandbox.snapshot()).toEqual(before);
    },
  );

  /** What no handler responses with: too many requests, what is documented for a failing service, and `default`. */
  function commonErrors(operation: Operation): { status: number; code: string | undefined }[] {
    const common = exampleResponses(operation).filter(
      ({ status, response }) => status === 429 || status >= 500 || response.status === "default",
    );
    return common.map(({ status, example }) => ({ status, code: errorCodeOf(example?.value) }));
  }
});

describe("undocumented errors", () => {
  const { operations } = loadContract();

  test.each([
    400, 401, 402, 403, 404, 405, 408, 409, 410, 412, 413, 415, 418, 422, 428, 429, 451, 499, 500, 501, 503, 504, 599,
  ])("every operation rejects with an ApiError for %i, with status, code and request id [ER-34]", async (status) => {
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
        // The form of RFC 6749 knows no request id; the header has it.
        requestId: body.request_id ?? expect.stringMatching(/^r\d+$/),
        attempts: 1,
      });
      if (!("error" in body)) expect(body.request_id).toMatch(/^r\d+$/);
    }
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("an undocumented error response is an ApiError with its code [ER-34]", async () => {
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
  ])("an error response with %s is an ApiError without a code [ER-34]", async (_, body, excerpt) => {
    const { as, sandbox } = await startSandbox({ strange: true });
    sandbox.faults.add({ kind: "status", status: 406, body });
    const rejection = await apiErrorOf(as("admin").getCurrentUser());
    expect(rejection).toMatchObject({
      status: 406,
      code: undefined,
      requestId: expect.stringMatching(/^r\d+$/),
      excerpt,
    });
  });

  function failureOf(client: Client, operation: Operation): Promise<unknown> {
    return callById(client, operation.id, callInput(operation, { optional: false })).then(
      () => new Error(`${operation.id} did not fail`),
      (error: unknown) => error,
    );
  }
});
