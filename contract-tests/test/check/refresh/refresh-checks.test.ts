import type { JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { sandboxTarget } from "../../../src/check/sandbox-target.js";
import type { CheckTarget } from "../../../src/check/session/check.js";
import { changedJson, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isTokenRequest = ({ path }: Sent) => path.startsWith("/oauth2/token");

/** Sends a token request with other fields. */
const changed = (sent: Sent, fields: Record<string, string>) => {
  const form = new URLSearchParams(sent.body);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return sent.forward({ body: form.toString() });
};

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const USABLE = "refreshAccessToken/returns-usable-tokens";
/** The first value of each field. */
const formOf = (sent: Sent): Record<string, string> => {
  const pairs = [...new URLSearchParams(isTokenRequest(sent) && !sent.body?.startsWith("{") ? sent.body : "")];
  return Object.fromEntries(pairs.toReversed());
};
const textsOf = (body: JsonObject) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));

/** Changes members of the responses to token requests. */
function withMembers(change: (body: JsonObject) => JsonObject): Misbehave {
  return async (sent) => {
    const response = await sent.forward();
    return isTokenRequest(sent) ? changedJson(response, (body) => ({ ...body, ...change(body) })) : response;
  };
}

function readingQuery(sent: Sent): Promise<Response> {
  const query = Object.fromEntries(new URLSearchParams(sent.path.split("?")[1]));
  const form = new URLSearchParams({ ...formOf(sent), ...query });
  return isTokenRequest(sent) ? sent.forward({ body: form.toString() }) : sent.forward();
}

const defects: [defect: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "a refresh token works twice",
    "refreshAccessToken/works-once",
    "refresh-token-single-use",
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
  [
    "a spent token is rejected for another reason",
    "refreshAccessToken/works-once",
    "refresh-token-single-use",
    async (sent) => {
      const response = await sent.forward();
      return isTokenRequest(sent) && !response.ok
        ? changedJson(response, (body) => ({ ...body, error: "invalid_request" }))
        : response;
    },
  ],
  [
    "the new access token does not work",
    "refreshAccessToken/works-once",
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      return isTokenRequest(sent) && response.ok
        ? changedJson(response, (body) => ({ ...body, access_token: "another" }))
        : response;
    },
  ],
  [
    "the new refresh token does not work",
    "refreshAccessToken/works-once",
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      return isTokenRequest(sent) && response.ok
        ? changedJson(response, (body) => ({ ...body, refresh_token: "another" }))
        : response;
    },
  ],
  [
    "no new refresh token works",
    "refreshAccessToken/works-once",
    "state-kept",
    (sent) =>
      isTokenRequest(sent) && formOf(sent)["refresh_token"] !== "refresh-admin"
        ? changed(sent, { refresh_token: "another" })
        : sent.forward(),
  ],
  [
    "the secret is not checked",
    "refreshAccessToken/rejects-a-wrong-secret",
    "wrong-request-rejected",
    (sent) => changed(sent, { client_secret: "sandbox-secret" }),
  ],
  [
    "a truncated secret is enough",
    "refreshAccessToken/rejects-a-truncated-secret",
    "wrong-request-rejected",
    (sent) =>
      "sandbox-secret".startsWith(formOf(sent)["client_secret"] ?? "-")
        ? changed(sent, { client_secret: "sandbox-secret" })
        : sent.forward(),
  ],
  [
    "any client may use a refresh token",
    "refreshAccessToken/rejects-a-foreign-token",
    "wrong-request-rejected",
    (sent) => changed(sent, { client_id: "sandbox-client", client_secret: "sandbox-secret" }),
  ],
  [
    "the client id is not checked",
    "refreshAccessToken/rejects-an-unknown-client",
    "wrong-request-rejected",
    (sent) => changed(sent, { client_id: "sandbox-client" }),
  ],
  [
    "a truncated refresh token is enough",
    "refreshAccessToken/rejects-a-truncated-token",
    "wrong-request-rejected",
    (sent) =>
      "refresh-admin".startsWith(formOf(sent)["refresh_token"] ?? "-")
        ? changed(sent, { refresh_token: "refresh-admin" })
        : sent.forward(),
  ],
  [
    "a refresh token may have a suffix",
    "refreshAccessToken/rejects-a-longer-token",
    "wrong-request-rejected",
    (sent) =>
      formOf(sent)["refresh_token"]?.startsWith("refresh-admin") === true
        ? changed(sent, { refresh_token: "refresh-admin" })
        : sent.forward(),
  ],
  [
    "an access token works as a refresh token",
    "refreshAccessToken/rejects-an-access-token",
    "wrong-request-rejected",
    (sent) =>
      formOf(sent)["refresh_token"] === "token-admin"
        ? changed(sent, { refresh_token: "refresh-admin" })
        : sent.forward(),
  ],
  [
    "an unknown token is an unknown client",
    "refreshAccessToken/rejects-an-unknown-token",
    "wrong-request-rejected",
    withMembers((body) => (body["error"] === "invalid_grant" ? { error: "invalid_client" } : {})),
  ],
  [
    "a missing token has the code of a spent one",
    "refreshAccessToken/rejects/body/refresh_token/missing",
    "wrong-request-rejected",
    withMembers((body) => (body["error"] === "invalid_request" ? { error: "invalid_grant" } : {})),
  ],
  [
    "another grant type has the code of an invalid form",
    "refreshAccessToken/rejects/body/grant_type/not-in-the-enum",
    "wrong-request-rejected",
    withMembers((body) => ("error" in body ? { error: "invalid_request" } : {})),
  ],
  [
    "a JSON body is accepted",
    "refreshAccessToken/rejects-a-json-body",
    "wrong-request-rejected",
    (sent) =>
      sent.forward({ headers: FORM, body: new URLSearchParams({ ...formOf(sent), ...textsOf(sent.json) }).toString() }),
  ],
  ["the query is read", "refreshAccessToken/rejects-parameters-in-the-query", "wrong-request-rejected", readingQuery],
  [
    "a secret in the query is read",
    "refreshAccessToken/rejects-a-secret-in-the-query",
    "wrong-request-rejected",
    readingQuery,
  ],
  [
    "the first of two tokens is used",
    "refreshAccessToken/rejects-a-repeated-parameter",
    "wrong-request-rejected",
    (sent) => sent.forward({ body: new URLSearchParams(formOf(sent)).toString() }),
  ],
  ["the lifetime is in milliseconds", USABLE, "token-response", withMembers(() => ({ expires_in: 3_600_000 }))],
  ["the lifetime is a time", USABLE, "token-response", withMembers(() => ({ expires_in: 1_790_000_000 }))],
  ["the lifetime is zero", USABLE, "token-response", withMembers(() => ({ expires_in: 0 }))],
  ["the token has another type", USABLE, "token-response", withMembers(() => ({ token_type: "mac" }))],
  ["the token is of another user", USABLE, "token-response", withMembers(() => ({ access_token: "token-owner" }))],
  [
    "the next token is of another user",
    "refreshAccessToken/",
    "token-response",
    ((): Misbehave => {
      let count = 0;
      return async (sent) => {
        const response = await sent.forward();
        if (!isTokenRequest(sent) || !response.ok) return response;
        count += 1;
        return changedJson(response, (body) => (count === 2 ? { ...body, access_token: "token-owner" } : body));
      };
    })(),
  ],
  [
    "the response may be cached",
    USABLE,
    "token-response",
    async (sent) => {
      const response = await sent.forward();
      if (isTokenRequest(sent)) response.headers.set("cache-control", "private, max-age=3600");
      return response;
    },
  ],
  [
    "an unknown parameter is rejected",
    "refreshAccessToken/ignores-unknown-parameters",
    "call-succeeds",
    (sent) => (sent.body?.includes("unknown_parameter") ? changed(sent, { client_id: "" }) : sent.forward()),
  ],
  [
    "two refreshes at once succeed",
    "refreshAccessToken/works-once",
    "refresh-token-single-use",
    ((): Misbehave => {
      const used = new Map<string, Promise<Response>>();
      return async (sent) => {
        const { refresh_token: token = "" } = formOf(sent);
        const other = used.get(token);
        if (!isTokenRequest(sent) || token === "refresh-admin") return sent.forward();
        if (other !== undefined) return (await other).clone();
        const response = sent.forward();
        used.set(token, response);
        return (await response).clone();
      };
    })(),
  ],
  [
    "the grant type is not checked",
    "refreshAccessToken/rejects/body/grant_type",
    "wrong-request-rejected",
    (sent) => changed(sent, { grant_type: "refresh_token" }),
  ],
  [
    "the secret may be missing",
    "refreshAccessToken/rejects/body/client_secret",
    "wrong-request-rejected",
    (sent) => changed(sent, { client_secret: "sandbox-secret" }),
  ],
];

test.each(defects)("finds that %s", async (_, check, rule, misbehave) => {
  const { rules } = await runOnBroken([check], misbehave);
  expect(rules).toEqual([rule]);
});

test.each([
  ["another letter case", { token_type: "Bearer" }],
  ["a day", { expires_in: 86_400 }],
  ["60 days", { expires_in: 5_184_000 }],
  ["no lifetime", { expires_in: null }],
])("accepts a token response with %s", async (_, members) => {
  const { results } = await runOnBroken(
    [USABLE],
    withMembers((body) => ("error" in body ? {} : members)),
  );
  expect(results).toMatchObject([{ outcome: "passed" }]);
});

test("skips the comparison of users when the refresh token may be of another user", async () => {
  const refresh = { ...sandboxTarget().refresh, refreshToken: "refresh-owner" };
  const { results } = await runOnBroken([USABLE], undefined, { refresh, parameters: {} });
  expect(results).toMatchObject([
    { outcome: "skipped", reason: expect.stringContaining("refreshAccessToken.user_id") },
  ]);
});

test("continues with the new token when an invalid request spends the given one", async () => {
  const { results } = await runOnBroken(["refreshAccessToken/"], (sent) =>
    new URLSearchParams(sent.body).get("grant_type") === "no_such_value"
      ? changed(sent, { grant_type: "refresh_token" })
      : sent.forward(),
  );
  const failed = results.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);
  expect(failed).toEqual(["refreshAccessToken/rejects/body/grant_type/not-in-the-enum"]);
});

test("passes on each pair of tokens, and reports none of them", async () => {
  const given: string[] = [];
  const refresh = {
    ...sandboxTarget().refresh,
    onTokens: ({ accessToken, refreshToken }) => void given.push(accessToken, refreshToken),
  } satisfies CheckTarget["refresh"];
  const outcome = await runOnBroken(
    ["refreshAccessToken/"],
    async (sent) => {
      const response = await sent.forward();
      return isTokenRequest(sent) && response.ok
        ? changedJson(response, (body) => ({ ...body, expires_in: "soon" }))
        : response;
    },
    { refresh },
  );
  expect(outcome.rules).toEqual(["response-body"]);
  expect(given).toHaveLength(10);
  const reported = JSON.stringify([outcome.results, outcome.leftBehind]);
  for (const secret of [...given, refresh.refreshToken, refresh.clientSecret]) expect(reported).not.toContain(secret);
});

test("skips the checks without a refresh token", async () => {
  const { results } = await runOnBroken(["refreshAccessToken/"], undefined, { refresh: undefined });
  expect(results.map(({ id, reason }) => [id, reason])).toEqual([
    ["refreshAccessToken/works-once", "Missing refresh token: give --client-id, --client-secret and --refresh-token"],
  ]);
});
