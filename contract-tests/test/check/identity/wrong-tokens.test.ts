import { describe, expect, test } from "vitest";
import { wrongTokens } from "../../../src/check/identity/token-checks.js";
import { replaces, requests, responds, runOn } from "../../support/defects.js";

const TOKEN = "token-admin";

const RIGHT = { headers: { authorization: `Bearer ${TOKEN}` } };

/** Accepts some wrong tokens as the right one. */
const accepting = (isAccepted: (token: string) => boolean) =>
  requests(({ headers: { authorization = "" } }) => isAccepted(authorization) && RIGHT);

/** Executes a request before it looks at the token. */
const executingFirst = replaces(
  ({ status }) => status === 401,
  (sent, response) => sent.forward(RIGHT).then(() => response),
);

const accepted: [defect: string, isAccepted: (authorization: string) => boolean][] = [
  ["any token of the right length", (sent) => sent.length === `Bearer ${TOKEN}`.length],
  ["any token that starts with the first characters", (sent) => sent.startsWith("Bearer token-")],
  ["a token that contains the right one", (sent) => sent.startsWith("Bearer ") && sent.includes(TOKEN)],
  ["a token that ends with the right one", (sent) => /^Bearer \S/.test(sent) && sent.endsWith(TOKEN)],
  ["a token in another letter case", (sent) => sent.toLowerCase() === `bearer ${TOKEN}`],
  ["any scheme", (sent) => sent.endsWith(` ${TOKEN}`)],
  ["no scheme", (sent) => sent === TOKEN],
  ["an empty token", (sent) => /^bearer$/i.test(sent)],
  ["a list of tokens with a valid one", (sent) => sent.split(", ").includes(`Bearer ${TOKEN}`) && sent.includes(",")],
  ["a refresh token", (sent) => sent === "Bearer refresh-admin"],
  ["an expired token", (sent) => sent === "Bearer token-expired"],
];

describe("wrong tokens", () => {
  const reads = ["getCurrentUser", "queryMetadata", "listFilesOnHold"];
  const writes = ["updateFile", "createFileMetadata", "deleteFileMetadata", "createTask", "deleteUser"];
  const checks = [...reads, ...writes].map((id) => `${id}/rejects-wrong-tokens`);

  test.each(accepted)("are found where a service accepts %s", async (_, isAccepted) => {
    const { checks: results, rules } = await runOn(checks, accepting(isAccepted));
    expect(rules).toContain("token-required");
    const found = results.map(({ id, outcome }) => `${id} ${outcome}`);
    expect(found.sort()).toEqual(checks.map((id) => `${id} failed`).sort());
  });

  test("are found where a service accepts the token in the query", async () => {
    const right = { query: { access_token: undefined }, ...RIGHT };
    const misbehave = requests(({ query }) => query.has("access_token") && right);
    const { checks: results } = await runOn(checks, misbehave);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["failed"]));
    expect(JSON.stringify(results)).not.toContain(TOKEN);
  });

  const undone = ["updateFile", "createFileMetadata", "deleteFileMetadata"];
  test.each(undone)("are found where %s takes effect before the token is checked", async (id) => {
    const { rules, leftBehind, sandbox } = await runOn([`${id}/rejects-wrong-tokens`], executingFirst);
    expect([rules, leftBehind]).toEqual([["state-kept"], []]);
    const { metadata_instances = [] } = sandbox.snapshot();
    expect(metadata_instances.filter(({ item }) => item.id === "10001")).toHaveLength(1);
  });

  test("pass on a healthy sandbox, also with 400 for a malformed header", async () => {
    const malformed = responds(400, ({ headers }) => /^bearer$|,/i.test(headers["authorization"] ?? ""));
    for (const misbehave of [undefined, malformed]) {
      const { checks: results } = await runOn(checks, misbehave);
      expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
    }
  });

  test.each([
    ["a hexadecimal token", "0123abcd4567"],
    ["a UUID", "11111111-aaaa-4bbb-8ccc-222222222222"],
    ["a Base32 token", "MFRGGZDFMZTWQ2LK"],
  ])("do not change the letter case of %s", (_, token) => {
    const kinds = wrongTokens({ baseUrl: "https://api.content.example/2.0", token }).map(({ kind }) => kind);
    expect(kinds).not.toContain("a token in another letter case");
    expect(kinds).toContain("a token with one changed character");
  });
});
