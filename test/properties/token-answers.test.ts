import { AuthError } from "content-service-client";
import { memoryTokenStore, refreshingAuth, type Tokens } from "content-service-client/refreshing-auth";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authUrl } from "../support/auth-with.js";
import { manualClock } from "../support/manual-clock.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { type Answer, anyAnswer, responseOf } from "./support/answers.js";
import { check } from "./support/check.js";
import { expectReadable } from "./support/failures.js";
import { object, plainJson } from "./support/json-texts.js";
import { settled } from "./support/settled.js";
import { visibleText } from "./support/texts.js";

/** What a token server may say, in some of the members that it should have. */
const token = visibleText.map((text) => JSON.stringify(text));
const good: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom("access_token", "refresh_token"), token),
  fc.tuple(fc.constant("expires_in"), fc.integer().map(String)),
);
const bad: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom("access_token", "refresh_token", "expires_in", "error", "error_description"),
  plainJson,
);
const tokenAnswer: fc.Arbitrary<Answer> = fc.record({
  status: fc.constantFrom(200, 200, 200, 400, 401, 503),
  body: fc.array(fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad }), { maxLength: 5 }).map(object),
  headers: fc.constant<Answer["headers"]>([]),
});

describe("any answer of a token server", () => {
  it("is a token or an AuthError, and the store keeps a refresh token whatever comes", async () => {
    const answers = fc.array(fc.oneof({ weight: 3, arbitrary: tokenAnswer }, { weight: 1, arbitrary: anyAnswer }), {
      minLength: 1,
      maxLength: 3,
    });
    const property = fc.asyncProperty(answers, async (answers) => {
      const clock = manualClock();
      const memory = memoryTokenStore({ refreshToken: "refresh-1" });
      const saved: Tokens[] = [];
      const save = async (tokens: Tokens) => {
        saved.push(tokens);
        await memory.save(tokens);
      };
      const fetch = scriptedFetch((_, index) =>
        responseOf(answers[Math.min(index, answers.length - 1)] ?? expect.fail()),
      );
      const store = { ...memory, save };
      const auth = refreshingAuth({
        authUrl,
        clientId: "client-id",
        clientSecret: "client-secret",
        store,
        fetch,
        clock,
      });
      let rejected: string | undefined;
      for (const _ of answers) {
        const result = await settled(clock, Promise.resolve(auth({ rejected })));
        if (result.status === "fulfilled") {
          expect(result.value).toMatch(/^[!-~]+$/);
          expect((await memory.load())?.accessToken).toBe(result.value);
          rejected = result.value;
        } else {
          expect(result.reason).toBeInstanceOf(AuthError);
          expect(result.reason.code).toBeTypeOf("string");
          // The store never fails here.
          expect(result.reason.code).not.toBe("token_store_failed");
          expectReadable(result.reason);
        }
      }
      for (const tokens of [...saved, await memory.load()]) {
        expect(tokens?.refreshToken).toBeTypeOf("string");
        expect(tokens?.refreshToken).not.toBe("");
      }
      const sent = fetch.sent.map(({ body }) => new URLSearchParams(body ?? "").get("refresh_token"));
      for (const used of sent) expect(["refresh-1", ...saved.map(({ refreshToken }) => refreshToken)]).toContain(used);
    });
    await check(property);
  });
});
