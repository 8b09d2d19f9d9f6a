import { loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { createErrorResponses, errorBody } from "../src/responses/error-response.js";

const contract = loadContract();
const errorResponsesOf = (id: string) => createErrorResponses(contract, contract.operation(id));

test("a named error response says what is given, and the parts where it has room for them", () => {
  const errors = [{ reason: "invalid_parameter", name: "tags", message: "Too many." }];
  const full = errorResponsesOf("updateFile").named("bad_request", { message: "No.", errors });
  expect(full.body).toMatchObject({ status: 400, message: "No.", context_info: { errors } });
  const short = errorResponsesOf("getFileMetadata").named("instance_not_found", { errors });
  expect(short.body).not.toHaveProperty("context_info");
});

test("the short forms tell the parts in their message", () => {
  const said = { status: 400, code: "c", message: "No.", errors: [{ reason: "r", name: "n", message: "Too long." }] };
  expect(errorBody("MetadataError", said)).toEqual({ code: "c", message: "No. Too long." });
  expect(errorBody("TokenError", said)).toEqual({ error: "c", error_description: "No. Too long." });
  expect(errorBody("ControlError", said)).toEqual({ message: "No.", errors: [{ at: "n", message: "Too long." }] });
});
