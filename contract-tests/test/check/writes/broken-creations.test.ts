import type { JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { changedJson, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

/** Returns a success, then restores the records. */
const forgets = async (sent: Sent, ...[, sandbox]: Parameters<Misbehave>) => {
  if (sent.method === "GET") return sent.forward();
  const before = sandbox.snapshot();
  const response = await sent.forward();
  if (response.ok) sandbox.restore(before);
  return response;
};

test.each([
  "createWebLink/creates",
  "createCollaboration/invites-an-address",
  "createCollaboration/invites-a-user",
  "createMetadataTemplate/creates",
  "assignLegalHoldPolicy/creates",
  "addEmailAlias/creates",
  "restoreFolder/restores-once",
  "deleteUser/deletes-once",
])("%s finds that nothing is stored", async (check) => {
  const { rules } = await runOnBroken([check], (sent, sandbox) => forgets(sent, sent, sandbox));
  expect(rules).toEqual(["state-kept"]);
});

const shown: [check: string, change: JsonObject][] = [
  ["createWebLink/creates", { url: "https://elsewhere.example/" }],
  ["createCollaboration/invites-an-address", { role: "editor" }],
  ["createCollaboration/invites-with-fields", { role: "editor" }],
  ["createTask/creates", { due_at: null }],
  ["createMetadataTemplate/creates", { fields: [] }],
  ["createTermsOfService/creates", { text: "Something else" }],
  ["addEmailAlias/creates", { email: "somebody.else@example.com" }],
  ["restoreFolder/restores-once", { item_status: "trashed" }],
];

test.each(shown)("%s finds that the response shows another value", async (check, change) => {
  const { rules } = await runOnBroken([check], async (sent) => {
    const response = await sent.forward();
    return sent.method === "POST" && response.ok ? changedJson(response, (body) => ({ ...body, ...change })) : response;
  });
  expect(rules).toEqual(["state-kept"]);
});

test.each(["createWebLink/creates", "createTask/creates", "deleteUser/deletes-once", "restoreFolder/restores-once"])(
  "%s finds that the call fails",
  async (check) => {
    const { rules, leftBehind } = await runOnBroken([check], (sent) =>
      sent.method === "GET"
        ? sent.forward()
        : sent.forward({ headers: { ...sent.headers, authorization: "Bearer token-member" } }),
    );
    expect(rules).toEqual(["call-succeeds"]);
    expect(leftBehind).toEqual([]);
  },
);

test("skips checks for admins only when the token is not an admin's", async () => {
  const check = ["createTermsOfService/creates"];
  const member = await runOnBroken(check, undefined, { token: "token-owner" });
  expect(member.results.map(({ reason }) => reason)).toEqual(["The token is not an admin's: give one with --token"]);
  const admin = await runOnBroken(check, (sent) =>
    sent.method === "POST"
      ? sent.forward({ headers: { ...sent.headers, authorization: "Bearer token-owner" } })
      : sent.forward(),
  );
  expect(admin.rules).toEqual(["call-succeeds"]);
});

test("skips a hold that exists already", async () => {
  const hold = { "assignLegalHoldPolicy.policy_id": "8002" };
  const { results } = await runOnBroken(["assignLegalHoldPolicy/creates"], undefined, { parameters: hold });
  expect(results.map(({ reason }) => reason)).toEqual(["The record exists already"]);
});

test.each([
  "createWebLink/creates",
  "createCollaboration/invites-an-address",
  "createMetadataTemplate/creates",
  "addEmailAlias/creates",
])("%s finds that a rejected creation creates the record", async (check) => {
  const { rules } = await runOnBroken([check], async (sent) => {
    const { no_such_property: _, ...valid } = sent.json;
    const response = await sent.forward();
    if (sent.method === "POST" && "no_such_property" in sent.json) await sent.forward({ body: valid });
    return response;
  });
  expect(rules).toEqual(["state-kept"]);
});

test.each(["force=true", "force=false"])("finds that a deletion with %s is rejected as invalid", async (parameter) => {
  const { rules } = await runOnBroken(["deleteUser/deletes-once"], (sent) =>
    sent.path.includes(parameter) ? sent.forward({ method: "PATCH" }) : sent.forward(),
  );
  expect(rules).toContain("state-kept");
});

test("finds that a restore without a body fails", async () => {
  const { rules } = await runOnBroken(["restoreFolder/restores-with-fields"], (sent) =>
    sent.body === undefined ? sent.forward({ method: "PATCH" }) : sent.forward(),
  );
  expect(rules).toContain("call-succeeds");
});

test("finds that a restored folder has a name without its letters", async () => {
  const { rules } = await runOnBroken(["restoreFolder/restores-once"], async (sent) => {
    const response = await sent.forward();
    return response.ok
      ? changedJson(response, (body) => ({ ...body, name: String(body["name"]).normalize("NFD") }))
      : response;
  });
  expect(rules).toContain("state-kept");
});
