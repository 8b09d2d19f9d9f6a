import { objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import { type Misbehave, requests, runOn, type Sent } from "../../support/defects.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/10001(\?|$)/.test(path);
const isMetadata = ({ path }: Sent) => path.includes("/metadata/global/properties");

/** Does something else before it rejects a request. */
const rejecting =
  (isMeant: (sent: Sent) => boolean, act: (...given: Parameters<Misbehave>) => unknown): Misbehave =>
  async (sent, sandbox) => {
    const response = await sent.forward();
    if (isMeant(sent) && response.status === 400) await act(sent, sandbox);
    return response;
  };

const defects: [defect: string, check: string, rule: string, misbehave: Misbehave][] = [
  [
    "an unknown property is ignored",
    "updateFile/rejects/body*",
    "wrong-request-rejected",
    requests((sent) => {
      const { no_such_property: unknown, ...body } = sent.json;
      return isUpdate(sent) && unknown !== undefined && { body };
    }),
  ],
  [
    "the id of a folder can be a number",
    "updateFile/rejects/body/parent/id/of-a-castable-type",
    "wrong-request-rejected",
    requests(({ json: { parent, ...body } }) => {
      const { id } = objectAt({ parent: parent ?? null }, "parent");
      return typeof id === "number" && { body: { ...body, parent: { id: String(id) } } };
    }),
  ],
  [
    "another method is accepted",
    "updateFile/rejects/method*",
    "method-rejected",
    requests(({ method }) => method === "PATCH" && { method: "PUT", body: {} }),
  ],
  [
    "a rejected change of a file is made",
    "updateFile/rejects/body*",
    "state-kept",
    rejecting(isUpdate, (sent) => sent.forward({ body: { description: "Made" } })),
  ],
  [
    "rejected metadata is created",
    "createFileMetadata/rejects/body*",
    "state-kept",
    rejecting(isMetadata, (sent) => sent.forward({ body: { status: "made" } })),
  ],
  [
    "metadata is deleted by a rejected request",
    "deleteFileMetadata/rejects/query*",
    "state-kept",
    rejecting(
      ({ method }) => method === "DELETE",
      (_, sandbox) => {
        const { metadata_instances: all = [], ...records } = sandbox.snapshot();
        const others = all.filter(({ item, scope }) => item.id !== "10001" || scope !== "global");
        sandbox.restore({ ...records, metadata_instances: others });
      },
    ),
  ],
];

test.each(defects)("finds that %s, and restores everything", async (_, check, rule, misbehave) => {
  const { rules, checks, leftBehind, sandbox } = await runOn([check], misbehave);
  expect([rules, leftBehind]).toEqual([[rule], []]);
  expect(checks.map(({ outcome }) => outcome)).toContain("failed");
  const { files = [], metadata_instances = [] } = sandbox.snapshot();
  expect(files.find(({ id }) => id === "10001")).toMatchObject({ name: "invoice-001.pdf", description: "", tags: [] });
  expect(metadata_instances.filter(({ item }) => item.id === "10001")).toHaveLength(1);
});

test("reports an accepted invalid request that cannot be undone", async () => {
  const { rules, leftBehind } = await runOn(
    ["createWebLink/rejects/body/url/against-the-pattern"],
    requests(({ json }) => ({ body: { ...json, url: "https://elsewhere.example/" } })),
  );
  expect(rules).toEqual(["wrong-request-rejected"]);
  expect(leftBehind).toEqual(["createWebLink accepted a request that it must reject."]);
});

test("sends no invalid request that another value makes valid", async () => {
  const { checks } = await runOn(["createTermsOfService/rejects*"]);
  expect(checks.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(checks.map(({ id }) => id)).toContain("createTermsOfService/rejects/body/text/too-short");
});

test("sends invalid requests only with the given ids", async () => {
  const ids = new Set<string>();
  const bodies: string[] = [];
  await runOn(
    ["deleteUser", "addEmailAlias", "restoreFolder", "updateFile"].map((id) => `${id}/rejects/*`),
    (sent) => {
      for (const [id] of sent.path.replace(/\?.*$/, "").matchAll(/\d{4,}/g)) ids.add(id);
      bodies.push(sent.body ?? "");
      return sent.forward();
    },
  );
  expect(ids).toEqual(new Set(["1005", "1009", "3003", "10001"]));
  expect(bodies.filter((body) => /"id":"(?!3006")\d+"|lease\.pdf|office-lease/.test(body))).toEqual([]);
});
