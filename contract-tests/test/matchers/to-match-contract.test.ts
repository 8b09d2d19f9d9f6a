import type { Exchange } from "content-service-contract";
import { describe, expect, test } from "vitest";
import "../../src/matchers/vitest.js";

const holding: Exchange = {
  request: { method: "DELETE", path: "/users/1003", headers: { authorization: "Bearer secret-token" } },
  response: { status: 204 },
};
const wrong: Exchange = { ...holding, response: { status: 307 } };

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

test("passes for an exchange that holds, and with not for one that does not", () => {
  expect(holding).toMatchContract();
  expect(wrong).not.toMatchContract();
  expect({ exchanges: [holding] }).toEqual({ exchanges: [expect.toMatchContract()] });
});

test("tells every violation with its rule, its pointers, the request and the status", () => {
  const message = messageOf(() => expect(wrong).toMatchContract());
  expect(message).toContain("found 1 violation");
  expect(message).toContain("DELETE /users/1003, status 307");
  expect(message).toContain("status-documented: deleteUser does not document status 307; expected ");
  expect(message).toContain("at        /response/status");
  expect(message).toContain("contract  /paths/~1users~1{user_id}/delete/responses");
  const two: Exchange = { ...wrong, request: { method: "DELETE", path: "/users/1003?color=red" } };
  const both = messageOf(() => expect(two).toMatchContract());
  expect(both).toContain("found 3 violations");
  expect(both.match(/, status \d/g)).toHaveLength(1);
  expect(both).toContain("request-security");
});

test("shows no secrets: no header, no value of a query, no body, no password of a URL", () => {
  const secret = "s3cr3t";
  const broken: Exchange = {
    request: {
      method: "POST",
      url: `https://me:${secret}@api.content.example/2.0/users/me?token=${secret}`,
      headers: { authorization: `Basic ${secret}`, "content-type": "application/json" },
      body: `{${secret}`,
    },
    response: { status: 200, headers: { "content-type": "application/json" }, body: `${secret}"access_token"` },
  };
  const request = { ...broken.request, method: "GET", url: undefined, path: `/users/me?token=${secret}` };
  const messages = [broken, { ...broken, request }].map((one) => messageOf(() => expect(one).toMatchContract()));
  expect(messages[1]).toContain("response-json: The response body is not JSON");
  expect(messages.join("\n")).not.toContain(secret);
});

test("takes what checkExchange takes: the closed form, addresses, and another contract", () => {
  const me = { type: "user", id: "1003", name: "n", login: "a@b.example", favourite: "tea" };
  const url = "http://127.0.0.1:9/x/users/me?fields=login,favourite";
  const request = { method: "GET", url, headers: { authorization: "Bearer t" } };
  const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(me) };
  expect({ request, response }).toMatchContract({ baseUrl: "http://127.0.0.1:9/x" });
  expect({ request, response }).not.toMatchContract({ baseUrl: "http://127.0.0.1:9/x", closed: true });
  expect({ request, response }).not.toMatchContract();
});

test("an unknown option is rejected, since it would check against another contract", () => {
  const options = { contrct: {} } as object;
  expect(() => expect(holding).toMatchContract(options)).toThrow("Unknown option contrct: the options are contract,");
});

describe("anything else is rejected, also with not", () => {
  const given: [name: string, value: unknown, says: string][] = [
    ["a Response", new Response("{}"), "a Response, which has no request. Record exchanges with"],
    ["a Request", new Request("http://a.example"), "a Request, which has no response"],
    ["a promise", Promise.resolve(holding), "a promise: await it first"],
    ["undefined", undefined, "Received undefined."],
    ["a Response in an exchange", { request: holding.request, response: new Response("{}") }, "bodies have to be read"],
    ["an exchange without a URL", { request: { method: "GET" }, response: {} }, "an object with request, response"],
    ["a list", [], "nothing in it"],
  ];
  test.each(given)("%s", (_, value, says) => {
    expect(messageOf(() => expect(value).toMatchContract())).toContain(says);
    expect(messageOf(() => expect(value).not.toMatchContract())).toContain(says);
  });
});
