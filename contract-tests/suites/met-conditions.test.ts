import { expect, test } from "vitest";
import { loadContract } from "../src/index.js";
import { metConditions } from "./met-conditions.js";

const contract = loadContract();
const addresses = { baseUrl: "http://127.0.0.1:1/2.0", authUrl: "http://127.0.0.1:1" };

function met(path: string, status: number, body: object | string): string[] {
  const request = { method: "POST", url: `http://127.0.0.1:1${path}` };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return metConditions(contract, { request, response: { status, body: text } }, addresses);
}

test("knows an error of the contract by its code and its message, whatever its request id", () => {
  const message = "Only an admin or a co-admin may do this.";
  expect(met("/2.0/terms_of_services", 403, { code: "forbidden", message, request_id: "r1" })).toEqual(["forbidden"]);
  expect(met("/2.0/terms_of_services", 403, { code: "forbidden", message: "No." })).toEqual([]);
  expect(met("/2.0/terms_of_services", 404, { code: "forbidden", message })).toEqual([]);
});

test("knows it by the parts of the request that it names, whatever it says of them", () => {
  const naming = (name: string) => ({
    code: "bad_request",
    message: "No.",
    context_info: { errors: [{ reason: "not_enabled", name, message: "No." }] },
  });
  expect(met("/2.0/collaborations", 400, naming("expires_at"))).toEqual(["expiry_not_enabled"]);
  expect(met("/2.0/collaborations", 400, naming("role"))).toEqual([]);
});

test("knows an error of a token request in its own form", () => {
  const body = { error: "invalid_client", error_description: "The client credentials are wrong." };
  expect(met("/oauth2/token", 400, body)).toEqual(["invalid_client"]);
});

test("knows nothing in a success, in what is no JSON, and below a path that the contract does not have", () => {
  const message = "Only an admin or a co-admin may do this.";
  expect(met("/2.0/terms_of_services", 200, { code: "forbidden", message })).toEqual([]);
  expect(met("/2.0/terms_of_services", 403, "<html>")).toEqual([]);
  expect(met("/2.0/no-such-path", 403, { code: "forbidden", message })).toEqual([]);
});
