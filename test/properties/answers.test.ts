import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { anyAnswer, responseOf } from "./support/answers.js";
import { check } from "./support/check.js";
import { expectReadable } from "./support/failures.js";
import { jsonText } from "./support/json-texts.js";
import { settled } from "./support/settled.js";

const token = {
  grant_type: "refresh_token",
  client_id: "app",
  client_secret: "a-secret",
  refresh_token: "r-1",
} as const;
const operations = fc.constantFrom(
  "getCurrentUser",
  "deleteUser",
  "updateFile",
  "createFileMetadata",
  "queryMetadata",
  "refreshAccessToken",
);

describe("any answer", () => {
  it("is a success or an error that can be read, logged and shown, and changes no other object", async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    const property = fc.asyncProperty(
      operations,
      fc.array(anyAnswer, { minLength: 1, maxLength: 3 }),
      async (name, answers) => {
        const fetch = scriptedFetch((_, index) =>
          responseOf(answers[Math.min(index, answers.length - 1)] ?? expect.fail()),
        );
        const { client, clock, events } = clientWith(fetch, { authUrl: "https://auth.content.example" });
        const path = { user_id: "1001", file_id: "4001", scope: "global", template_key: "properties" };
        // The same options for all of them: each takes what it knows.
        const call = client[name] as (options: object) => Promise<unknown>;
        const result = await settled(clock, call({ path, body: token }));
        if (result.status === "rejected") expectReadable(result.reason);
        expect(JSON.stringify(events)).toContain('"response"');
        expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
      },
    );
    await check(property);
  });

  it("of 200 with JSON comes back as the JSON that it is", async () => {
    const property = fc.asyncProperty(jsonText, fc.integer({ min: 200, max: 299 }), async (text, status) => {
      fc.pre(![204, 205].includes(status) && JSON.parse(text) !== null);
      const { client } = clientWith(scriptedFetch(() => new Response(text, { status })));
      // The contract knows another shape.
      const value: unknown = await client.getCurrentUser();
      expect(isSame(value, JSON.parse(text))).toBe(true);
    });
    await check(property);
  });
});

/** Whether two values of JSON are the same, however deep they are. */
function isSame(first: unknown, second: unknown): boolean {
  const pairs: [unknown, unknown][] = [[first, second]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [one, other] = pair;
    if (Object.is(one, other)) continue;
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    const [members, others] = [Object.entries(one), Object.entries(other)];
    if (members.length !== others.length) return false;
    for (const [index, [name, value]] of members.entries()) {
      if (others[index]?.[0] !== name) return false;
      pairs.push([value, others[index]?.[1]]);
    }
  }
  return true;
}
