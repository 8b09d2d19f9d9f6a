import { expect, test } from "vitest";
import { jsonResponse, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/10001(\?|$)/.test(path);
const isMetadata = ({ path }: Sent) => path.includes("/metadata/global/properties");

const defects: [defect: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "an unknown property is ignored",
    "updateFile/rejects/body",
    "wrong-request-rejected",
    (sent) => {
      const { no_such_property: _, ...known } = sent.json;
      return sent.forward(isUpdate(sent) && "no_such_property" in sent.json ? { body: known } : {});
    },
  ],
  [
    "a call without a token is accepted",
    "updateFile/rejects/headers/authorization",
    "token-required",
    (sent) => sent.forward({ headers: { authorization: "Bearer token-admin", ...sent.headers } }),
  ],
  [
    "another method is accepted",
    "updateFile/rejects/method",
    "method-rejected",
    (sent) =>
      sent.forward({
        method: sent.method === "PATCH" ? "PUT" : sent.method,
        ...(sent.method === "PATCH" ? { body: {} } : {}),
      }),
  ],
  [
    "an invalid request gets a 500 response",
    "updateFile/rejects/body",
    "wrong-request-rejected",
    async (sent) => {
      const response = await sent.forward();
      return response.status === 400 ? failure() : response;
    },
  ],
  [
    "a rejected change of a file is made",
    "updateFile/rejects/body",
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      if (isUpdate(sent) && response.status === 400) await sent.forward({ body: { description: "Made" } });
      return response;
    },
  ],
  [
    "rejected metadata is created",
    "createFileMetadata/rejects/body",
    "state-kept",
    async (sent) => {
      const response = await sent.forward();
      if (isMetadata(sent) && response.status === 400) await sent.forward({ body: { status: "made" } });
      return response;
    },
  ],
  [
    "metadata is deleted without a token",
    "deleteFileMetadata/rejects/headers/authorization",
    "token-required",
    (sent) => sent.forward({ headers: { authorization: "Bearer token-admin", ...sent.headers } }),
  ],
  [
    "metadata is deleted by a rejected request",
    "deleteFileMetadata/rejects/query",
    "state-kept",
    async (sent, sandbox) => {
      const response = await sent.forward();
      const { metadata_instances: all = [], ...records } = sandbox.snapshot();
      const others = all.filter(({ item, scope }) => item.id !== "10001" || scope !== "global");
      if (sent.method === "DELETE" && response.status === 400)
        sandbox.restore({ ...records, metadata_instances: others });
      return response;
    },
  ],
];

test.each(defects)("finds that %s, and restores everything", async (_, check, rule, misbehave) => {
  const { rules, results, leftBehind, sandbox } = await runOnBroken([check], misbehave);
  expect(rules).toEqual([rule]);
  expect(results.map(({ outcome }) => outcome)).toContain("failed");
  expect(leftBehind).toEqual([]);
  const { files = [], metadata_instances = [] } = sandbox.snapshot();
  expect(files.find(({ id }) => id === "10001")).toMatchObject({ name: "invoice-001.pdf", description: "", tags: [] });
  expect(metadata_instances.filter(({ item }) => item.id === "10001")).toHaveLength(1);
});

test("reports an accepted invalid request that cannot be undone", async () => {
  const { rules, leftBehind } = await runOnBroken(["createWebLink/rejects/body/url/against-the-pattern"], (sent) =>
    sent.forward({ body: { ...sent.json, url: "https://elsewhere.example/" } }),
  );
  expect(rules).toEqual(["wrong-request-rejected"]);
  expect(leftBehind).toEqual(["createWebLink accepted an invalid request."]);
});

test("sends no invalid request that another value makes valid", async () => {
  const { results } = await runOnBroken(["createTermsOfService/rejects"]);
  expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(results.map(({ id }) => id)).toContain("createTermsOfService/rejects/body/text/too-short");
});

test("sends invalid requests only with the given ids", async () => {
  const paths = new Set<string>();
  const bodies: string[] = [];
  await runOnBroken(
    ["deleteUser/rejects", "addEmailAlias/rejects", "restoreFolder/rejects", "updateFile/rejects"],
    (sent) => {
      paths.add(sent.path.replace(/\?.*$/, ""));
      bodies.push(sent.body ?? "");
      return sent.forward();
    },
  );
  const ids = [...paths].flatMap((path) => path.match(/\d{4,}/g) ?? []);
  expect(new Set(ids)).toEqual(new Set(["1005", "1009", "3003", "10001"]));
  expect(bodies.filter((body) => /"id":"(?!3006")\d+"|lease\.pdf|office-lease/.test(body))).toEqual([]);
});

function failure(): Response {
  return jsonResponse(500, {
    type: "error",
    status: 500,
    code: "internal_server_error",
    message: "No.",
    context_info: null,
    help_url: "https://developer.content.example/errors",
    request_id: "r1",
  });
}
