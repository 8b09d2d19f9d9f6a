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
const readingQuery = requests(
  (sent) => isTokenRequest(sent) && form({ ...formOf(sent), ...Object.fromEntries(sent.query) }),
);

const SECRET = { client_secret: "sandbox-secret" };
const CLIENT = { client_id: "sandbox-client" };
const TOKEN = { refresh_token: "refresh-admin" };

/** A JSON body is read as a form. */
const readingJson = requests((sent) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  // A JSON object of strings.
  ...form({ ...formOf(sent), ...(sent.json as Record<string, string>) }),
}));
const cached: Misbehave = async (sent) => {
  const response = await sent.forward();
  if (isTokenRequest(sent)) response.headers.set("cache-control", "private, max-age=3600");
  return response;
};
/** Accepts another text in place of the refresh token. */
const accepting = (text: string) => sending(TOKEN, (own) => own["refresh_token"] === text);
const refreshingOnce = sending({ refresh_token: "-" }, (own) => own["refresh_token"] !== TOKEN.refresh_token);
const renamingError = withMembers(
  ({ error }) => (error === "invalid_grant" ? { error: "invalid_client" } : {}),
  "error",
);
const BEFORE = "with-another-character-before-it";
/** Uses up the refresh token before the secret of the client is compared. */
const spendingFirst: Misbehave = async (sent) => {
  const own = formOf(sent);
  const isWrong = own["client_secret"] !== undefined && own["client_secret"] !== SECRET.client_secret;
  if (isTokenRequest(sent) && isWrong) await sent.forward(form({ ...own, ...SECRET }));
  return sent.forward();
};
const forbiddingUnknown = sending({ client_id: "" }, (_, { body }) => body?.includes("unknown_parameter") === true);

const [ONCE, USABLE] = ["works-once", "returns-usable-tokens"];
const [SINGLE, KEPT] = ["refresh-token-single-use", "state-kept"];
const [WRONG, RESPONSE] = ["wrong-request-rejected", "token-response"];

test.each<[defect: string, check: string, rule: string, misbehave: Misbehave]>([
  ["a spent token has another error", ONCE, SINGLE, withMembers(() => ({ error: "invalid_request" }), "error")],
  ["two refreshes at once succeed", ONCE, SINGLE, sharing()],
  ["the new access token does not work", ONCE, KEPT, withMembers(() => ({ access_token: "another" }))],
  ["no new refresh token works", ONCE, KEPT, refreshingOnce],
  ["the secret is not checked", "rejects-a-client-secret-with-another-character-after-it", WRONG, sending(SECRET)],
  ["the end of a token is enough", `rejects-a-refresh-token-${BEFORE}`, WRONG, accepting(`x${TOKEN.refresh_token}`)],
  ["any client may use a refresh token", "rejects-a-foreign-token", WRONG, sending({ ...CLIENT, ...SECRET })],
  ["an expired token refreshes", "rejects-an-expired-token", WRONG, accepting("refresh-expired")],
  ["the client id is not checked", "rejects-an-unknown-client", WRONG, sending(CLIENT)],
  ["an access token refreshes", "rejects-an-access-token", WRONG, accepting("token-admin")],
  ["an unknown token is an unknown client", "rejects-an-unknown-token", WRONG, renamingError],
  ["the grant type is not checked", "rejects/body/grant_type*", WRONG, sending({ grant_type: "refresh_token" })],
  ["a JSON body is accepted", "rejects-a-json-body", WRONG, readingJson],
  ["the query is read", "rejects-parameters-in-the-query", WRONG, readingQuery],
  ["the first of two tokens is used", "rejects-a-repeated-parameter", WRONG, sending({})],
  ["the lifetime is in milliseconds", USABLE, RESPONSE, withMembers(() => ({ expires_in: 3_600_000 }))],
  ["the token has another type", USABLE, RESPONSE, withMembers(() => ({ token_type: "mac" }))],
  ["the token is of another user", USABLE, RESPONSE, withMembers(() => ({ access_token: "token-owner" }))],
  ["the token is accepted once", USABLE, RESPONSE, acceptedOnce()],
  ["the response may be cached", USABLE, RESPONSE, cached],
  ["the next token is of another user", "*", RESPONSE, secondOfOther()],
  ["a wrong secret spends the token", "*", "call-succeeds", spendingFirst],
  ["an unknown parameter is rejected", "ignores-unknown-parameters", "call-succeeds", forbiddingUnknown],
])("finds that %s", async (_, check, rule, misbehave) => {
  expect((await runOn([`refreshAccessToken/${check}`], misbehave)).rules).toEqual([rule]);
});

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

test.each([
  ["another letter case", { token_type: "Bearer" }],
  ["a day", { expires_in: 86_400 }],
  ["60 days", { expires_in: 5_184_000 }],
  ["no lifetime", { expires_in: null }],
])("accepts a token response with %s", async (_, members) => {
  const misbehave = withMembers((): JsonObject => members);
  expect((await runOn([`refreshAccessToken/${USABLE}`], misbehave)).checks).toMatchObject([{ outcome: "passed" }]);
});

test.each([
  ["passes for a token that ends with its lifetime", {}, undefined],
  ["finds a token that ends early", { expires_in: 7200 }, "rejected after 6480"],
  ["finds a token that is accepted for longer", { expires_in: 600 }, "accepted after 604"],
])("where the run may wait: %s", async (_, members, message) => {
  let advance = (_delayMs: number) => {};
  const changed = withMembers((): JsonObject => members);
  const misbehave: Misbehave = (sent, sandbox) => {
    advance = sandbox.clock.advance;
    return changed(sent, sandbox);
  };
  const target = { clock: { advance: (delayMs: number) => advance(delayMs) } };
  const { messages } = await runOn([`refreshAccessToken/${USABLE}`], misbehave, { target });
  expect(messages).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
});

test("skips the comparison of users when the refresh token may be of another user", async () => {
  const refresh = { ...sandboxTarget().refresh, refreshToken: "refresh-owner" };
  const { checks } = await runOn([`refreshAccessToken/${USABLE}`], undefined, { target: { refresh, parameters: {} } });
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
