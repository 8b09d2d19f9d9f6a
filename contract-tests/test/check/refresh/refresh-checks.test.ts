import type { JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { sandboxTarget } from "../../../src/check/sandbox-target.js";
import type { CheckTarget } from "../../../src/check/session/check.js";
import { type Misbehave, requests, responses, runOn, type Sent } from "../../support/defects.js";

const isTokenRequest = ({ path }: Sent) => path.startsWith("/oauth2/token");
const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields).toString() });
/** The first value of each field. */
const formOf = ({ body = "" }: Sent): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(body.startsWith("{") ? "" : body)].toReversed());

/** Changes the fields of token requests that meet a condition. */
const sending = (
  fields: Record<string, string>,
  isMeant: (form: Record<string, string>, sent: Sent) => boolean = () => true,
) =>
  requests((sent) => {
    const own = formOf(sent);
    return isTokenRequest(sent) && isMeant(own, sent) && form({ ...own, ...fields });
  });
/** Changes members of successful token responses, or of errors. */
const withMembers = (change: (body: JsonObject) => JsonObject, of: "token" | "error" = "token") =>
  responses(
    (body) => ({ ...body, ...change(body) }),
    ({ ok }, sent) => isTokenRequest(sent) && ok === (of === "token"),
  );
const withError = (from: string, error: string) =>
  withMembers((body) => (body["error"] === from ? { error } : {}), "error");
const readingQuery = requests(
  (sent) => isTokenRequest(sent) && form({ ...formOf(sent), ...Object.fromEntries(sent.query) }),
);

const SECRET = { client_secret: "sandbox-secret" };
const CLIENT = { client_id: "sandbox-client" };
const TOKEN = { refresh_token: "refresh-admin" };

/** By the rule and the check that find them. */
const defects: Readonly<Record<string, Readonly<Record<string, [defect: string, misbehave: Misbehave][]>>>> = {
  "refresh-token-single-use": {
    "works-once": [
      [
        "a refresh token works twice",
        async (sent, sandbox) => {
          const { refresh_tokens: before } = sandbox.snapshot();
          const response = await sent.forward();
          const records = sandbox.snapshot();
          const isOld = (token: string) => before?.some((one) => one.token === token);
          const fresh = records.refresh_tokens?.map((one) =>
            isOld(one.token) ? { ...one, state: "fresh" as const } : one,
          );
          if (isTokenRequest(sent) && response.ok) sandbox.restore({ ...records, refresh_tokens: fresh ?? [] });
          return response;
        },
      ],
      ["a spent token is rejected for another reason", withMembers(() => ({ error: "invalid_request" }), "error")],
      ["two refreshes at once succeed", sharing()],
    ],
  },
  "state-kept": {
    "works-once": [
      ["the new access token does not work", withMembers(() => ({ access_token: "another" }))],
      ["the new refresh token does not work", withMembers(() => ({ refresh_token: "another" }))],
      [
        "no new refresh token works",
        sending({ refresh_token: "another" }, (own) => own["refresh_token"] !== TOKEN.refresh_token),
      ],
    ],
  },
  "wrong-request-rejected": {
    "rejects-a-client-secret-with-another-character-after-it": [["the secret is not checked", sending(SECRET)]],
    "rejects-a-client-secret-in-another-letter-case": [
      ["the letter case of a secret is ignored", sending(SECRET, (own) => own["client_secret"] === "SANDBOX-SECRET")],
    ],
    "rejects-a-refresh-token-in-another-letter-case": [
      ["the letter case of a token is ignored", sending(TOKEN, (own) => own["refresh_token"] === "REFRESH-ADMIN")],
    ],
    "rejects-a-refresh-token-with-another-character-before-it": [
      ["the end of a token is enough", sending(TOKEN, (own) => own["refresh_token"] === `x${TOKEN.refresh_token}`)],
    ],
    "rejects-a-client-secret-without-its-end": [
      [
        "a truncated secret is enough",
        sending(SECRET, (own) => SECRET.client_secret.startsWith(own["client_secret"] ?? "-")),
      ],
    ],
    "rejects-a-foreign-token": [["any client may use a refresh token", sending({ ...CLIENT, ...SECRET })]],
    "rejects-an-unknown-client": [["the client id is not checked", sending(CLIENT)]],
    "rejects-a-refresh-token-without-its-end": [
      [
        "a truncated refresh token is enough",
        sending(TOKEN, (own) => TOKEN.refresh_token.startsWith(own["refresh_token"] ?? "-")),
      ],
    ],
    "rejects-a-refresh-token-with-another-character-after-it": [
      [
        "a refresh token may have a suffix",
        sending(TOKEN, (own) => own["refresh_token"]?.startsWith(TOKEN.refresh_token) === true),
      ],
    ],
    "rejects-an-access-token": [
      ["an access token works as a refresh token", sending(TOKEN, (own) => own["refresh_token"] === "token-admin")],
    ],
    "rejects-an-unknown-token": [
      ["an unknown token is an unknown client", withError("invalid_grant", "invalid_client")],
    ],
    "rejects/body/refresh_token/missing": [
      ["a missing token has the code of a spent one", withError("invalid_request", "invalid_grant")],
    ],
    "rejects/body/grant_type/not-in-the-enum": [
      [
        "another grant type has the code of an invalid form",
        withMembers(() => ({ error: "invalid_request" }), "error"),
      ],
    ],
    "rejects/body/grant_type*": [["the grant type is not checked", sending({ grant_type: "refresh_token" })]],
    "rejects/body/client_secret*": [["the secret may be missing", sending(SECRET)]],
    "rejects-a-json-body": [
      [
        "a JSON body is accepted",
        requests((sent) => ({
          headers: { "content-type": "application/x-www-form-urlencoded" },
          // A JSON object of strings.
          ...form({ ...formOf(sent), ...(sent.json as Record<string, string>) }),
        })),
      ],
    ],
    "rejects-parameters-in-the-query": [["the query is read", readingQuery]],
    "rejects-a-secret-in-the-query": [["a secret in the query is read", readingQuery]],
    "rejects-a-repeated-parameter": [["the first of two tokens is used", sending({})]],
  },
  "token-response": {
    "returns-usable-tokens": [
      ["the lifetime is in milliseconds", withMembers(() => ({ expires_in: 3_600_000 }))],
      ["the lifetime is a time", withMembers(() => ({ expires_in: 1_790_000_000 }))],
      ["the lifetime is zero", withMembers(() => ({ expires_in: 0 }))],
      ["the token has another type", withMembers(() => ({ token_type: "mac" }))],
      ["the token is of another user", withMembers(() => ({ access_token: "token-owner" }))],
      ["the token is accepted once", acceptedOnce()],
      [
        "the response may be cached",
        async (sent) => {
          const response = await sent.forward();
          if (isTokenRequest(sent)) response.headers.set("cache-control", "private, max-age=3600");
          return response;
        },
      ],
    ],
    "*": [["the next token is of another user", secondOfOther()]],
  },
  "call-succeeds": {
    "ignores-unknown-parameters": [
      [
        "an unknown parameter is rejected",
        sending({ client_id: "" }, (_, { body }) => body?.includes("unknown_parameter") === true),
      ],
    ],
  },
};

/** Two requests with one token get one response. */
function sharing(): Misbehave {
  const used = new Map<string, Promise<Response>>();
  return async (sent) => {
    const { refresh_token: token = "" } = formOf(sent);
    const other = used.get(token);
    if (!isTokenRequest(sent) || token === TOKEN.refresh_token) return sent.forward();
    if (other !== undefined) return (await other).clone();
    const response = sent.forward();
    used.set(token, response);
    return (await response).clone();
  };
}

function secondOfOther(): Misbehave {
  let count = 0;
  return withMembers((): JsonObject => (++count === 2 ? { access_token: "token-owner" } : {}));
}

const rows = Object.entries(defects).flatMap(([rule, checks]) =>
  Object.entries(checks).flatMap(([check, all]) => all.map((one) => [...one, check, rule] as const)),
);

test.each(rows)("finds that %s", async (_, misbehave, check, rule) => {
  expect((await runOn([`refreshAccessToken/${check}`], misbehave)).rules).toEqual([rule]);
});

/** Rejects a new access token from its second call on. */
function acceptedOnce(): Misbehave {
  const used = new Set<string>();
  return async (sent) => {
    const token = sent.headers["authorization"] ?? "";
    const isNew = sent.path === "/users/me" && token.includes("access-token");
    if (isNew && used.has(token)) return sent.forward({ headers: { authorization: "Bearer token-expired" } });
    if (isNew) used.add(token);
    return sent.forward();
  };
}

const USABLE = ["refreshAccessToken/returns-usable-tokens"];

test.each([
  ["another letter case", { token_type: "Bearer" }],
  ["a day", { expires_in: 86_400 }],
  ["60 days", { expires_in: 5_184_000 }],
  ["no lifetime", { expires_in: null }],
])("accepts a token response with %s", async (_, members) => {
  const { checks } = await runOn(
    USABLE,
    withMembers(() => members),
  );
  expect(checks).toMatchObject([{ outcome: "passed" }]);
});

test("skips the comparison of users when the refresh token may be of another user", async () => {
  const refresh = { ...sandboxTarget().refresh, refreshToken: "refresh-owner" };
  const { checks } = await runOn(USABLE, undefined, { target: { refresh, parameters: {} } });
  expect(checks).toMatchObject([{ outcome: "skipped", reason: expect.stringContaining("refreshAccessToken.user_id") }]);
});

test("continues with the new token when an invalid request spends the given one", async () => {
  const misbehave = sending({ grant_type: "refresh_token" }, (own) => own["grant_type"] === "no_such_value");
  const { checks } = await runOn(["refreshAccessToken/*"], misbehave);
  const failed = checks.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);
  expect(failed).toEqual(["refreshAccessToken/rejects/body/grant_type/not-in-the-enum"]);
});

test("passes on each pair of tokens, and reports none of them", async () => {
  const given: string[] = [];
  const refresh = {
    ...sandboxTarget().refresh,
    onTokens: ({ accessToken, refreshToken }) => void given.push(accessToken, refreshToken),
  } satisfies CheckTarget["refresh"];
  const misbehave = withMembers(() => ({ expires_in: "soon" }));
  const { checks, leftBehind, rules } = await runOn(["refreshAccessToken/*"], misbehave, { target: { refresh } });
  expect(rules).toEqual(["response-body"]);
  expect(given).toHaveLength(10);
  const reported = JSON.stringify([checks, leftBehind]);
  for (const secret of [...given, refresh.refreshToken, refresh.clientSecret]) expect(reported).not.toContain(secret);
});

test("skips the checks without a refresh token", async () => {
  const { checks } = await runOn(["refreshAccessToken/*"], undefined, { target: { refresh: undefined } });
  expect(checks.map(({ id, reason }) => [id, reason])).toEqual([
    ["refreshAccessToken/works-once", "Missing refresh token: give --client-id, --client-secret and --refresh-token"],
  ]);
});
