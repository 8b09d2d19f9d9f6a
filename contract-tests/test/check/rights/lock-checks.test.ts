import { expect, test } from "vitest";
import {
  errorBody,
  isUpdate,
  type Misbehave,
  replaces,
  responseOf,
  responses,
  runOn,
  type Sent,
} from "../../support/defects.js";

const CHECK = "updateFile/respects-locks";
const isRejectedUpdate = ({ status }: Response, sent: Sent) => status === 403 && isUpdate(sent);

/** Lets the creator of each lock make some changes for everyone. */
const allowing = (isAllowed: (sent: Sent) => boolean) =>
  replaces(
    (response, sent) => isRejectedUpdate(response, sent) && isAllowed(sent),
    async (sent) => {
      const as = (token: string) => ({ headers: { "as-user": undefined, authorization: `Bearer ${token}` } });
      const [first, second] = [await sent.forward(as("token-admin")), await sent.forward(as("token-owner"))];
      return first.ok ? first : second;
    },
  );

test.each<[defect: string, misbehave: Misbehave]>([
  ["everyone may rename a locked file", allowing(({ json }) => "name" in json && !("lock" in json))],
  ["everyone may replace a lock", allowing(({ json }) => json["lock"] !== null && "lock" in json)],
  ["everyone may remove a lock with a change", allowing(({ json }) => json["lock"] === null && "name" in json)],
  [
    "an admin may change a locked file",
    allowing(({ headers, json }) => headers["authorization"] === "Bearer token-admin" && "tags" in json),
  ],
  ["the code is another one", responses((body) => ({ ...body, code: "forbidden" }), isRejectedUpdate)],
])("finds that %s", async (_, misbehave) => {
  const { checks, rules, sandbox } = await runOn([CHECK], misbehave);
  expect(checks).toMatchObject([{ id: CHECK, outcome: "failed" }]);
  expect(rules).toEqual(["caller-respected"]);
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")?.lock ?? null).toBeNull();
});

test("finds a call that is rejected for a lock that does not forbid it", async () => {
  const { messages } = await runOn(["createTask/ignores-locks"], async (sent, sandbox) => {
    const isLocked = sandbox.snapshot().files?.find(({ id }) => id === "10001")?.lock != null;
    const isRejected = isLocked && sent.method === "POST" && sent.path.startsWith("/tasks");
    return isRejected ? responseOf(403, errorBody(403, "forbidden")) : sent.forward();
  });
  expect(messages).toEqual([
    "Expected a 201 response for a file that the owner locked, as for an unlocked one; received 403",
  ]);
});

test.each([
  ["named callers", {}],
  ["a second token", { callers: undefined, secondToken: "token-owner" }],
])("passes on a healthy sandbox with %s, and restores the file", async (_, target) => {
  const { checks, leftBehind, sandbox } = await runOn([CHECK], undefined, { target });
  expect([checks.map(({ outcome }) => outcome), leftBehind]).toEqual([["passed"], []]);
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")?.lock ?? null).toBeNull();
});

test.each([[{ callers: undefined, secondToken: "token-partner" }], [{ callers: undefined, parameters: {} }]])(
  "is skipped without another user who may lock the file: %o",
  async (target) => {
    expect((await runOn([CHECK], undefined, { target })).checks).toMatchObject([{ outcome: "skipped" }]);
  },
);
