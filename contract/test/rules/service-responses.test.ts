import { describe, expect, test } from "vitest";
import {
  type CheckOptions,
  callInput,
  checkExchange,
  inputRequest,
  isJsonObject,
  type Json,
  loadContract,
  objectAt,
  stringsAt,
} from "../../src/index.js";
import { serviceErrors, serviceResponses } from "../support/service-responses.js";

const contract = loadContract();

/** The violations of a response to a call with the examples of the contract. */
function check(
  id: string,
  status: number,
  body: Json,
  { fields, ...options }: CheckOptions & { fields?: readonly string[] | undefined } = {},
) {
  const operation = contract.operation(id);
  const input = callInput(operation, { optional: fields !== undefined, fields });
  const { path, ...request } = inputRequest(operation, input, "token");
  const address = operation.server === "auth" ? "https://auth.content.example" : "https://api.content.example/2.0";
  const headers = { "content-type": "application/json" };
  const response = { status, headers, body: JSON.stringify(body) };
  return checkExchange({ request: { ...request, url: address + path }, response }, options);
}

function documentedStatus(id: string): number {
  return Number(contract.operation(id).responses.find(({ status }) => status.startsWith("2"))?.status);
}

describe.each(Object.entries(serviceResponses))("%s accepts from a service of this family", (id, responses) => {
  test.each(responses)("$what [RS-1] [RS-2]", ({ status = documentedStatus(id), body, fields }) => {
    expect(check(id, status, body, { fields })).toEqual([]);
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

test("the code of another operation is accepted, unless closed [RS-1] [RS-2]", () => {
  const body = { code: "instance_not_found" };
  expect(check("createTask", 404, body)).toEqual([]);
  expect(check("createTask", 404, body, { closed: true }).map(({ rule }) => rule)).toEqual(["error-consistent"]);
});

test("the error of the token operation needs no description [RS-1]", () => {
  expect(check("refreshAccessToken", 400, { error: "unauthorized_client" })).toEqual([]);
});

test("a type that the interface states is still checked", () => {
  const [violation] = check("getCurrentUser", 200, { type: "group", id: "1" });
  expect(violation?.rule).toBe("response-body");
  expect(check("getFileMetadata", 200, { $type: "contract" })).not.toEqual([]);
});

test("whatever the interface lists and one of them omits is in x-listed, and reported with listed [RS-5]", () => {
  const reported = Object.entries(serviceResponses).flatMap(([id, responses]) =>
    responses.flatMap(({ status = documentedStatus(id), body, fields }) =>
      check(id, status, body, { fields, listed: true }),
    ),
  );
  reported.push(
    ...["createTask", "getFileMetadata"].flatMap((id) => check(id, 404, { message: "Gone" }, { listed: true })),
  );
  const found = reported.map(({ rule, contract: place, at }) => [rule, place, at.split("/").at(-1)]);
  const listed = Object.entries(objectAt(objectAt(contract.document, "components"), "schemas")).flatMap(
    ([name, schema]) => (isJsonObject(schema) ? stringsAt(schema, "x-listed") : []).map((one) => [name, one]),
  );
  expect(new Set(found.map((one) => one.join(" ")))).toEqual(
    new Set(listed.map(([name, one]) => `response-body-listed /components/schemas/${name}/x-listed ${one}`)),
  );
});
