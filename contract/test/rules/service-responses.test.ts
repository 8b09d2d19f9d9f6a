import { describe, expect, test } from "vitest";
import { callInput, checkExchange, inputRequest, isJsonObject, type Json, loadContract } from "../../src/index.js";
import { serviceErrors, serviceResponses } from "../support/service-responses.js";

const contract = loadContract();

/** The violations of a response to a call with the examples of the contract. */
function check(id: string, status: number, body: Json, fields?: readonly string[]) {
  const operation = contract.operation(id);
  const input = callInput(operation, { optional: fields !== undefined, fields });
  const { path, ...request } = inputRequest(operation, input, "token");
  const address = operation.server === "auth" ? "https://auth.content.example" : "https://api.content.example/2.0";
  const headers = { "content-type": "application/json" };
  return checkExchange({
    request: { ...request, url: address + path },
    response: { status, headers, body: JSON.stringify(body) },
  });
}

function documentedStatus(id: string): number {
  return Number(contract.operation(id).responses.find(({ status }) => status.startsWith("2"))?.status);
}

describe.each(Object.entries(serviceResponses))("%s accepts from a service of this family", (id, responses) => {
  test.each(responses)("$what [RS-1] [RS-2]", ({ status = documentedStatus(id), body, fields }) => {
    expect(check(id, status, body, fields)).toEqual([]);
  });
});

describe.each(Object.entries(serviceErrors))("an error with %s", (_, body) => {
  const ids = contract.operations.map(({ id }) => id).filter((id) => id !== "refreshAccessToken");

  test.each(ids)("is accepted from %s [RS-1]", (id) => {
    const found = [400, 418].flatMap((status) =>
      check(id, status, isJsonObject(body) && "status" in body ? { ...body, status } : body),
    );
    expect(found).toEqual([]);
  });
});

test("the error of the token operation needs no description [RS-1]", () => {
  expect(check("refreshAccessToken", 400, { error: "unauthorized_client" })).toEqual([]);
});

test("a type that the interface states is still checked", () => {
  const [violation] = check("getCurrentUser", 200, { type: "group", id: "1" });
  expect(violation?.rule).toBe("response-body");
  expect(check("getFileMetadata", 200, { $type: "contract" })).not.toEqual([]);
});
