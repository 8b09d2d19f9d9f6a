import type { components } from "content-service-client";
import { describe, expect, test } from "vitest";
import { apiErrorOf, errorNames, unchecked } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

type MetadataQuery = components["schemas"]["MetadataQuery"];

const contracts = (query: Partial<MetadataQuery> = {}): MetadataQuery => ({
  from: "enterprise_7001.contract",
  ancestor_folder_id: "0",
  ...query,
});

describe("a query is refused", () => {
  test.each([
    ["global.properties", 400],
    ["enterprise.contract", 400],
    ["contract", 400],
    ["enterprise_7001", 400],
    ["enterprise_7001.no-such-key", 404],
    ["enterprise_7001.Contract", 404],
    ["enterprise_7002.partnership", 404],
    ["enterprise_7002.contract", 404],
    ["enterprise_7777.contract", 404],
  ])("when it asks from %s, with %i [ER-29] [CO-4]", async (from, status) => {
    const { as } = await startSandbox();
    const refusal = await apiErrorOf(as("admin").queryMetadata({ body: contracts({ from }) }));
    expect(refusal).toMatchObject({ status, code: status === 400 ? "bad_request" : "not_found" });
    expect(errorNames(refusal)).toEqual(["from"]);
  });

  test.each([
    ["amount = :a", undefined, "a"],
    ["amount = :amount", {}, "amount"],
    ["amount = :a OR amount = :b", { a: 1, c: 2 }, "b"],
    ["amount = :a", { ":a": 1, A: 1 }, "a"],
    ["amount = :constructor", {}, "constructor"],
    ["status IN :__proto__", {}, "__proto__"],
  ])("when an argument has no value: %s [ER-30]", async (query, query_params, name) => {
    const { as } = await startSandbox();
    const body = contracts(query_params === undefined ? { query } : { query, query_params: unchecked(query_params) });
    const refusal = await apiErrorOf(as("admin").queryMetadata({ body }));
    expect(refusal).toMatchObject({ status: 400, code: "unexpected_json_type" });
    expect(refusal.body).toMatchObject({ context_info: { errors: [{ reason: "missing_argument" }] } });
    expect(errorNames(refusal)).toEqual([`query_params.${name}`]);
  });

  test("without a folder to look in [ER-31]", async () => {
    const { as } = await startSandbox();
    const refusal = await apiErrorOf(as("admin").queryMetadata({ body: unchecked({ from: contracts().from }) }));
    expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
    expect(errorNames(refusal)).toEqual(["ancestor_folder_id"]);
  });

  test("alike in a folder that is hidden, missing, in the trash or a file [BE-22]", async () => {
    const { as } = await startSandbox();
    const answers = new Set<string>();
    for (const ancestor_folder_id of ["3005", "3999", "3003", "4001"]) {
      const refusal = await apiErrorOf(as("owner").queryMetadata({ body: contracts({ ancestor_folder_id }) }));
      expect(refusal).toMatchObject({ status: 404, code: "not_found" });
      answers.add(JSON.stringify({ ...refusal.body, request_id: "" }));
    }
    expect(answers.size).toBe(1);
  });
});
