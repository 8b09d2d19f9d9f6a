import { expect, test } from "vitest";
import { sandboxTarget } from "../../../src/check/sandbox-calls.js";
import type { CheckTarget } from "../../../src/check/session/check.js";
import { changedJson, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isExchange = ({ path }: Sent) => path.startsWith("/oauth2/token");

/** Sends an exchange with other fields of the form. */
const changed = (sent: Sent, fields: Record<string, string>) => {
  const form = new URLSearchParams(sent.body);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return sent.answer({ body: form.toString() });
};

const flaws: [flaw: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "a refresh token works twice",
    "refreshAccessToken/works-once",
    "refresh-token-single-use",
    async (sent, sandbox) => {
      const { refresh_tokens: before } = sandbox.snapshot();
      const answer = await sent.answer();
      const world = sandbox.snapshot();
      const isOld = (token: string) => before?.some((one) => one.token === token);
      const fresh = world.refresh_tokens?.map((one) => (isOld(one.token) ? { ...one, state: "fresh" as const } : one));
      if (isExchange(sent) && answer.ok) sandbox.restore({ ...world, refresh_tokens: fresh ?? [] });
      return answer;
    },
  ],
  [
    "a spent token is refused for another reason",
    "refreshAccessToken/works-once",
    "refresh-token-single-use",
    async (sent) => {
      const answer = await sent.answer();
      return isExchange(sent) && !answer.ok
        ? changedJson(answer, (body) => ({ ...body, error: "invalid_request" }))
        : answer;
    },
  ],
  [
    "the new access token does not work",
    "refreshAccessToken/works-once",
    "state-kept",
    async (sent) => {
      const answer = await sent.answer();
      return isExchange(sent) && answer.ok
        ? changedJson(answer, (body) => ({ ...body, access_token: "another" }))
        : answer;
    },
  ],
  [
    "the new refresh token does not work",
    "refreshAccessToken/works-once",
    "state-kept",
    async (sent) => {
      const answer = await sent.answer();
      return isExchange(sent) && answer.ok
        ? changedJson(answer, (body) => ({ ...body, refresh_token: "another" }))
        : answer;
    },
  ],
  [
    "no refresh token works",
    "refreshAccessToken/works-once",
    "call-succeeds",
    (sent) => (isExchange(sent) ? changed(sent, { refresh_token: "another" }) : sent.answer()),
  ],
  [
    "the secret is not looked at",
    "refreshAccessToken/rejects-a-wrong-secret",
    "wrong-request-rejected",
    (sent) => changed(sent, { client_secret: "sandbox-secret" }),
  ],
  [
    "the grant type is not looked at",
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

test.each(flaws)("finds that %s", async (_, check, rule, misbehave) => {
  const { rules } = await runOnBroken([check], misbehave);
  expect(rules).toEqual([rule]);
});

test("goes on with the new token when a wrong form has spent the one that was given", async () => {
  const { results } = await runOnBroken(["refreshAccessToken/"], (sent) =>
    new URLSearchParams(sent.body).get("grant_type") === "no_such_value"
      ? changed(sent, { grant_type: "refresh_token" })
      : sent.answer(),
  );
  const failed = results.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);
  expect(failed).toEqual(["refreshAccessToken/rejects/body/grant_type/not-in-the-enum"]);
});

test("hands over each pair of tokens, and names none in what it finds", async () => {
  const given: string[] = [];
  const refresh = {
    ...sandboxTarget().refresh,
    onTokens: ({ accessToken, refreshToken }) => void given.push(accessToken, refreshToken),
  } satisfies CheckTarget["refresh"];
  const outcome = await runOnBroken(
    ["refreshAccessToken/"],
    async (sent) => {
      const answer = await sent.answer();
      return isExchange(sent) && answer.ok ? changedJson(answer, (body) => ({ ...body, expires_in: -1 })) : answer;
    },
    { refresh },
  );
  expect(outcome.rules).toEqual(["response-body"]);
  expect(given).toHaveLength(4);
  const told = JSON.stringify([outcome.results, outcome.leftBehind]);
  for (const secret of [...given, refresh.refreshToken, refresh.clientSecret]) expect(told).not.toContain(secret);
});

test("leaves the token alone that was not given", async () => {
  const { results } = await runOnBroken(["refreshAccessToken/"], undefined, { refresh: undefined });
  expect(results.map(({ id, reason }) => [id, reason])).toEqual([
    ["refreshAccessToken/works-once", "Missing refresh token"],
  ]);
});
