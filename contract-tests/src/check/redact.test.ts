import { expect, test } from "vitest";
import { checkBroken } from "../../test/check-broken.js";
import { loadContract } from "../load-contract.js";
import { createRedaction } from "./redact.js";

const target = {
  baseUrl: "https://api.content.example/2.0",
  token: "the-token",
  parameters: { ServiceApi: "shared_link=https%3A%2F%2Fa.example%2Fs%2F1&shared_link_password=p%26ssword" },
  refresh: { clientId: "the-client", clientSecret: "the-secret", refreshToken: "the-refresh" },
};
const { exchange: redact, text } = createRedaction(loadContract(), target);

test("replaces what authorizes, cookies, and the passwords of shared links in headers", () => {
  const headers = {
    authorization: "Bearer another-token",
    cookie: "session=1",
    serviceapi: "shared_link=https%3A%2F%2Fa.example%2Fs%2F2&shared_link_password=other",
  };
  const answer = { status: 200, headers: { "set-cookie": "session=2", "x-echo": "got the-token" } };
  expect(redact({ request: { method: "GET", url: "https://a.example", headers }, response: answer })).toEqual({
    request: {
      method: "GET",
      url: "https://a.example",
      body: undefined,
      headers: {
        authorization: "Bearer [secret]",
        cookie: "[secret]",
        serviceapi: "shared_link=https%3A%2F%2Fa.example%2Fs%2F2&shared_link_password=[secret]",
      },
    },
    response: { status: 200, headers: { "set-cookie": "[secret]", "x-echo": "got [secret]" }, body: undefined },
  });
});

test("replaces the bodies' tokens and passwords, in forms, in JSON, and in JSON that breaks off", () => {
  const bodiesOf = (sent: string, came: string) => {
    const { request, response } = redact({
      request: { method: "POST", path: "/oauth2/token?refresh_token=r1&x=1", body: sent },
      response: { status: 200, body: came },
    });
    return [request.path, request.body, response.body];
  };
  expect(
    bodiesOf(
      "grant_type=refresh_token&refresh_token=r2&client_secret=s",
      '{ "access_token": "a\\"b", "expires_in": 1 }',
    ),
  ).toEqual([
    "/oauth2/token?refresh_token=[secret]&x=1",
    "grant_type=refresh_token&refresh_token=[secret]&client_secret=[secret]",
    '{ "access_token": "[secret]", "expires_in": 1 }',
  ]);
  expect(bodiesOf('{"shared_link":{"password":"12345678"}}', '{"refresh_token":"abc').slice(1)).toEqual([
    '{"shared_link":{"password":"[secret]"}}',
    '{"refresh_token":"[secret]"',
  ]);
});

test("replaces the target's own secrets wherever they stand", () => {
  expect(text("the-token, the-secret, the-refresh, p&ssword, p%26ssword, the-client")).toBe(
    "[secret], [secret], [secret], [secret], [secret], the-client",
  );
});

test("keeps no secret in the findings of a run", async () => {
  const report = await checkBroken(
    async (sent) =>
      Response.json({ echo: sent.headers.get("authorization"), link: sent.headers.get("serviceapi") }, { status: 418 }),
    { operations: ["findSharedItem"] },
  );
  const kept = JSON.stringify(report);
  expect(report.checks.some(({ findings }) => findings.length > 0)).toBe(true);
  expect([kept.includes("token-admin"), kept.includes("correct-horse")]).toEqual([false, false]);
});
