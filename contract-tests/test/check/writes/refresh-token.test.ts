import { expect, test } from "vitest";
import { sandboxTarget } from "../../../src/check/sandbox-calls.js";
import type { CheckTarget } from "../../../src/check/session/check.js";
import { changedJson, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isTokenRequest = ({ path }: Sent) => path.startsWith("/oauth2/token");

/** Sends a token request with other fields. */
const changed = (sent: Sent, fields: Record<string, string>) => {
  const form = new URLSearchParams(sent.body);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return sent.forward({ body: form.toString() });
};

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
    "no refresh token works",
    "refreshAccessToken/works-once",
    "call-succeeds",
    (sent) => (isTokenRequest(sent) ? changed(sent, { refresh_token: "another" }) : sent.forward()),
  ],
  [
    "the secret is not checked",
    "refreshAccessToken/rejects-a-wrong-secret",
    "wrong-request-rejected",
    (sent) => changed(sent, { client_secret: "sandbox-secret" }),
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
  expect(given).toHaveLength(4);
  const reported = JSON.stringify([outcome.results, outcome.leftBehind]);
  for (const secret of [...given, refresh.refreshToken, refresh.clientSecret]) expect(reported).not.toContain(secret);
});

test("skips the checks without a refresh token", async () => {
  const { results } = await runOnBroken(["refreshAccessToken/"], undefined, { refresh: undefined });
  expect(results.map(({ id, reason }) => [id, reason])).toEqual([
    ["refreshAccessToken/works-once", "Missing refresh token"],
  ]);
});
