import { expect, test } from "vitest";
import { jsonAnswer, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/10001(\?|$)/.test(path);
const isMetadata = ({ path }: Sent) => path.includes("/metadata/global/properties");

const flaws: [flaw: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "a property that nothing knows is passed over",
    "updateFile/rejects/body",
    "wrong-request-rejected",
    (sent) => {
      const { no_such_property: _, ...known } = sent.json;
      return sent.answer(isUpdate(sent) && "no_such_property" in sent.json ? { body: known } : {});
    },
  ],
  [
    "a call without a token is answered",
    "updateFile/rejects/headers/authorization",
    "token-required",
    (sent) => sent.answer({ headers: { authorization: "Bearer token-admin", ...sent.headers } }),
  ],
  [
    "another method does the same",
    "updateFile/rejects/method",
    "method-rejected",
    (sent) =>
      sent.answer({
        method: sent.method === "PATCH" ? "PUT" : sent.method,
        ...(sent.method === "PATCH" ? { body: {} } : {}),
      }),
  ],
  [
    "a wrong request breaks the service",
    "updateFile/rejects/body",
    "wrong-request-rejected",
    async (sent) => {
      const answer = await sent.answer();
      return answer.status === 400 ? failure() : answer;
    },
  ],
  [
    "a refused change of a file is created",
    "updateFile/rejects/body",
    "state-kept",
    async (sent) => {
      const answer = await sent.answer();
      if (isUpdate(sent) && answer.status === 400) await sent.answer({ body: { description: "Made" } });
      return answer;
    },
  ],
  [
    "refused metadata is there",
    "createFileMetadata/rejects/body",
    "state-kept",
    async (sent) => {
      const answer = await sent.answer();
      if (isMetadata(sent) && answer.status === 400) await sent.answer({ body: { status: "made" } });
      return answer;
    },
  ],
  [
    "metadata is deleted without a token",
    "deleteFileMetadata/rejects/headers/authorization",
    "token-required",
    (sent) => sent.answer({ headers: { authorization: "Bearer token-admin", ...sent.headers } }),
  ],
  [
    "metadata is deleted, though that was refused",
    "deleteFileMetadata/rejects/query",
    "state-kept",
    async (sent, sandbox) => {
      const answer = await sent.answer();
      const { metadata_instances: all = [], ...world } = sandbox.snapshot();
      const others = all.filter(({ item, scope }) => item.id !== "10001" || scope !== "global");
      if (sent.method === "DELETE" && answer.status === 400) sandbox.restore({ ...world, metadata_instances: others });
      return answer;
    },
  ],
];

test.each(flaws)("finds that %s, and puts everything back", async (_, check, rule, misbehave) => {
  const { rules, results, leftBehind, sandbox } = await runOnBroken([check], misbehave);
  expect(rules).toEqual([rule]);
  expect(results.map(({ outcome }) => outcome)).toContain("failed");
  expect(leftBehind).toEqual([]);
  const { files = [], metadata_instances = [] } = sandbox.snapshot();
  expect(files.find(({ id }) => id === "10001")).toMatchObject({ name: "invoice-001.pdf", description: "", tags: [] });
  expect(metadata_instances.filter(({ item }) => item.id === "10001")).toHaveLength(1);
});

test("tells that a wrong request was taken where that cannot be put back", async () => {
  const { rules, leftBehind } = await runOnBroken(["createWebLink/rejects/body/url/against-the-pattern"], (sent) =>
    sent.answer({ body: { ...sent.json, url: "https://elsewhere.example/" } }),
  );
  expect(rules).toEqual(["wrong-request-rejected"]);
  expect(leftBehind).toEqual(["createWebLink accepted an invalid request."]);
});

test("sends no wrong request that another value makes right", async () => {
  const { results } = await runOnBroken(["createTermsOfService/rejects"]);
  expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(results.map(({ id }) => id)).toContain("createTermsOfService/rejects/body/text/too-short");
});

test("sends wrong requests to nothing but what was given", async () => {
  const paths = new Set<string>();
  const bodies: string[] = [];
  await runOnBroken(
    ["deleteUser/rejects", "addEmailAlias/rejects", "restoreFolder/rejects", "updateFile/rejects"],
    (sent) => {
      paths.add(sent.path.replace(/\?.*$/, ""));
      bodies.push(sent.body ?? "");
      return sent.answer();
    },
  );
  const ids = [...paths].flatMap((path) => path.match(/\d{4,}/g) ?? []);
  expect(new Set(ids)).toEqual(new Set(["1004", "1005", "3003", "10001"]));
  expect(bodies.filter((body) => /"id":"(?!3006")\d+"|lease\.pdf|office-lease/.test(body))).toEqual([]);
});

function failure(): Response {
  return jsonAnswer(500, {
    type: "error",
    status: 500,
    code: "internal_server_error",
    message: "No.",
    context_info: null,
    help_url: "https://developer.content.example/errors",
    request_id: "r1",
  });
}
