import { loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { createErrorResponses, ErrorResponse, errorBody } from "../src/responses/error-response.js";

const contract = loadContract();
const errorResponsesOf = (id: string) => createErrorResponses(contract, contract.operation(id));

describe("a named error response", () => {
  test("is the example of the contract, without its request id", () => {
    const error = errorResponsesOf("updateFile").named("item_locked");
    expect(error).toBeInstanceOf(ErrorResponse);
    expect(error).toMatchObject({ status: 403, body: { type: "error", code: "access_denied_item_locked" } });
  });

  test("says what is given in place of what the example says, and the parts where it has room for them", () => {
    const errors = [{ reason: "invalid_parameter", name: "tags", message: "Too many." }];
    const full = errorResponsesOf("updateFile").named("bad_request", { message: "No.", errors });
    expect(full.body).toMatchObject({ status: 400, message: "No.", context_info: { errors } });
    const short = errorResponsesOf("getFileMetadata").named("instance_not_found", { errors });
    expect(short.body).not.toHaveProperty("context_info");
  });

  test("has to be in the contract", () => {
    expect(() => errorResponsesOf("getCurrentUser").named("item_locked")).toThrow("getCurrentUser has no example");
  });
});

test("a plain error response has the form of its operation", () => {
  const bodyOf = (id: string, status: number) => Object.keys(errorResponsesOf(id).plain(status, "c", "m").body);
  expect(bodyOf("updateFile", 400)).toContain("help_url");
  expect(bodyOf("getFileMetadata", 400)).toEqual(["code", "message"]);
  expect(bodyOf("refreshAccessToken", 400)).toEqual(["error", "error_description"]);
});

test("the short forms tell the parts in their message", () => {
  const said = { status: 400, code: "c", message: "No.", errors: [{ reason: "r", name: "n", message: "Too long." }] };
  expect(errorBody("MetadataError", said)).toEqual({ code: "c", message: "No. Too long." });
  expect(errorBody("TokenError", said)).toEqual({ error: "c", error_description: "No. Too long." });
  expect(errorBody("ControlError", said)).toEqual({ message: "No.", errors: [{ at: "n", message: "Too long." }] });
});
