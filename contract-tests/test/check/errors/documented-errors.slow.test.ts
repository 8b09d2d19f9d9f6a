import { expect, test } from "vitest";
import { findRoute, loadContract } from "../../../src/index.js";
import { replaces, responseOf, runAllOn, type Sent } from "../../support/defects.js";

/** A service that sends another status, code or name than the contract documents for a cause. */
const defects = [
  "queryMetadata sends 400 bad_request for unexpected_json_type",
  "queryMetadata sends 404 not_found for unexpected_json_type",
  "queryMetadata sends 400 unexpected_json_type of from for unexpected_json_type",
  "queryMetadata sends 400 bad_request for invalid_query",
  "queryMetadata sends 403 forbidden for not_found",
  "queryMetadata sends 400 bad_request for not_found",
  "updateFile sends 400 bad_request for not_found",
  "updateFile sends 403 forbidden for not_found",
  "updateFile sends 404 not_found of lock for not_found",
  "updateFile sends 412 conflict for precondition_failed",
  "updateFile sends 409 conflict for precondition_failed",
  "createFileMetadata sends 400 bad_request for schema_validation_failed",
  "createFileMetadata sends 409 tuple_already_exists for schema_validation_failed",
  "createFileMetadata sends 404 not_found for instance_tuple_not_found",
  "createFileMetadata sends 400 schema_validation_failed for instance_tuple_not_found",
  "createFileMetadata sends 409 conflict for tuple_already_exists",
  "getFileMetadata sends 404 not_found for instance_not_found",
  "getFileMetadata sends 404 instance_not_found for not_found",
  "deleteFileMetadata sends 404 not_found for instance_not_found",
  "createCollaboration sends 403 forbidden for not_found",
  "createCollaboration sends 404 not_found of item.id for not_found",
  "createCollaboration sends 409 item_name_in_use for conflict",
  "createWebLink sends 400 bad_request for not_found",
  "createWebLink sends 409 conflict for item_name_in_use",
  "createTask sends 403 access_denied_insufficient_permissions for not_found",
  "addEmailAlias sends 400 bad_request for not_found",
  "assignLegalHoldPolicy sends 400 bad_request for not_found",
  "assignLegalHoldPolicy sends 404 not_found of policy_id for not_found",
  "createTermsOfService sends 409 conflict for bad_request",
  "createMetadataTemplate sends 400 bad_request for forbidden",
  "createMetadataTemplate sends 409 conflict for tuple_already_exists",
  "deleteUser sends 403 forbidden for not_found",
  "restoreFolder sends 400 bad_request for not_found",
  "updateFile rejects a charset",
  "createWebLink rejects a charset",
  "queryMetadata rejects a charset",
];

test.each(defects)("finds that %s", async (defect) => {
  const [, operation = "", status = "415", other = "bad_request", named, from = "charset"] =
    /^(\w+) (?:sends (\d+) (\w+)(?: of (\S+))? for (\w+)|rejects a charset)$/.exec(defect) ?? [];
  const rules = new Set<string>();
  const errors = [{ reason: "invalid_parameter", name: named ?? "", message: "It is not valid." }];
  const isMeant = (response: Response, { method, path }: Sent) => {
    const route = findRoute(loadContract(), method, path);
    return route.kind === "operation" && route.operation.id === operation && response.status >= 400;
  };
  const misbehave = replaces(isMeant, async (sent, response) => {
    const body = await response.clone().json();
    if (from === "charset" ? !sent.headers["content-type"]?.includes("charset") : body.code !== from) return response;
    const rejected = Number(status) === response.status ? "error-consistent" : "wrong-request-rejected";
    rules.add(from === "charset" ? "call-succeeds" : rejected);
    return responseOf(Number(status), {
      ...{ ...body, code: other },
      ...("status" in body ? { status: Number(status) } : {}),
      ...(named === undefined ? {} : { context_info: { errors } }),
    });
  });
  const others = operation.endsWith("FileMetadata") ? ["createFileMetadata", "deleteFileMetadata"] : [];
  const { checks } = await runAllOn(misbehave, {
    operations: [...new Set([...others, operation])],
    effects: "lasting",
  });
  const found = checks.flatMap(({ findings }) => findings.map((one) => `${one.operation} ${one.rule}`));
  expect([...rules]).toHaveLength(1);
  expect(found).toContain(`${operation} ${[...rules][0]}`);
});
