import { expect, test } from "vitest";
import { changedJson, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const CHECK = "updateFile/respects-locks-of-others";
const isUpdate = ({ method, path }: Sent) => method === "PUT" && path.startsWith("/files/");

/** Lets the creator of each lock make some changes for everyone. */
const allowing =
  (isAllowed: (sent: Sent) => boolean): Misbehave =>
  async (sent) => {
    const response = await sent.forward();
    if (!isUpdate(sent) || response.status !== 403 || !isAllowed(sent)) return response;
    const { "as-user": _, ...headers } = sent.headers;
    const tokens = ["token-admin", "token-owner"].map((token) => ({ ...headers, authorization: `Bearer ${token}` }));
    const [first, second] = [
      await sent.forward({ headers: tokens[0] ?? {} }),
      await sent.forward({ headers: tokens[1] ?? {} }),
    ];
    return first.ok ? first : second;
  };

const defects: [defect: string, misbehave: Misbehave][] = [
  ["everyone may rename a locked file", allowing(({ json }) => "name" in json)],
  ["everyone may describe a locked file", allowing(({ json }) => "description" in json && !("lock" in json))],
  ["everyone may replace a lock", allowing(({ json }) => json["lock"] !== null && "lock" in json)],
  [
    "everyone may remove a lock with another change",
    allowing(({ json }) => json["lock"] === null && "description" in json),
  ],
  [
    "an admin may change a locked file",
    allowing(({ headers, json }) => headers["authorization"] === "Bearer token-admin" && "tags" in json),
  ],
  [
    "the code is another one",
    async (sent) => {
      const response = await sent.forward();
      return isUpdate(sent) && response.status === 403
        ? changedJson(response, (body) => ({ ...body, code: "forbidden" }))
        : response;
    },
  ],
];

test.each(defects)("finds that %s", async (_, misbehave) => {
  const { results, rules, leftBehind } = await runOnBroken([CHECK], misbehave);
  expect(results).toMatchObject([{ id: CHECK, outcome: "failed" }]);
  expect([rules, leftBehind]).toEqual([["state-kept"], []]);
});

test.each([
  ["a second token", { secondToken: "token-owner" }],
  ["As-User", { secondToken: undefined, parameters: { "As-User": "1002" } }],
])("passes on a healthy sandbox with %s, and restores the file", async (_, given) => {
  const { results, leftBehind, sandbox } = await runOnBroken([CHECK], undefined, given);
  expect([results.map(({ outcome }) => outcome), leftBehind]).toEqual([["passed"], []]);
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")?.lock ?? null).toBeNull();
});

test("is skipped without another user who may lock the file", async () => {
  for (const given of [{ secondToken: "token-partner" }, { secondToken: undefined, parameters: {} }]) {
    const { results } = await runOnBroken([CHECK], undefined, given);
    expect(results).toMatchObject([{ outcome: "skipped" }]);
  }
});
