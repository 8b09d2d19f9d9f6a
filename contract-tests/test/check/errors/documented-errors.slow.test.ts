import { findRoute, isJsonObject, type JsonObject, loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { replaces, responseOf, runOn, type Sent } from "../../support/defects.js";

const contract = loadContract();
const CHECKS = [
  ...contract.operations.map(({ id }) => `${id}/documented-errors*`),
  ...["createFileMetadata/applied-once", "createFileMetadata/accepts-typed-values", "createWebLink/creates"],
];

type Change = (body: JsonObject, status: number, operation: string, sent: Sent) => Response | undefined;

// One code in a run: the kit reports each place once.
const CODES = [
  ...["bad_request", "unexpected_json_type", "invalid_query", "schema_validation_failed", "forbidden", "not_found"],
  ...["instance_not_found", "tuple_already_exists", "item_name_in_use", "precondition_failed"],
  ...["instance_tuple_not_found", "user_owns_content"],
];
const NAMES: Readonly<Record<string, string>> = {
  ...{ queryMetadata: "from", updateFile: "lock" },
  ...{ createCollaboration: "item.id", assignLegalHoldPolicy: "policy_id" },
};
const otherName: Change = (body, status, operation) => {
  const errors = [{ reason: "invalid_parameter", name: NAMES[operation] ?? "", message: "It is not valid." }];
  return operation in NAMES ? responseOf(status, { ...body, context_info: { errors } }) : undefined;
};
const unknownCharset: Change = (body, _status, _operation, { headers }) =>
  headers["content-type"]?.includes("charset") ? responseOf(415, body) : undefined;

test.each<[what: string, rule: string, change: Change]>([
  ...CODES.map((code): [string, string, Change] => [
    `another code in place of ${code}`,
    "error-consistent",
    (body, status) => (body["code"] === code ? responseOf(status, { ...body, code: "conflict" }) : undefined),
  ]),
  ["another status", "wrong-request-rejected", (body, status) => responseOf(status === 404 ? 400 : 404, body)],
  ["the name of another parameter", "error-consistent", otherName],
  ["another error for a charset", "call-succeeds", unknownCharset],
])("finds each operation that sends %s", async (_, rule, change) => {
  const changed = new Set<string>();
  const misbehave = replaces(
    ({ status }) => status >= 400,
    async (sent, response) => {
      const route = findRoute(contract, sent.method, sent.path);
      const body: unknown = await response.clone().json();
      if (route.kind !== "operation" || !isJsonObject(body)) return response;
      const other = change(body, response.status, route.operation.id, sent);
      if (other !== undefined) changed.add(route.operation.id);
      return other ?? response;
    },
  );
  const { checks } = await runOn(CHECKS, misbehave);
  const found = checks.flatMap(({ findings }) => findings.map((one) => `${one.operation} ${one.rule}`));
  expect(changed.size).toBeGreaterThan(0);
  expect([...changed].filter((operation) => !found.includes(`${operation} ${rule}`))).toEqual([]);
});
