import { objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import { type Misbehave, replaces, requests, runOn, type Sent } from "../../support/defects.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/10001(\?|$)/.test(path);
const acceptingPatch = requests(({ method }) => method === "PATCH" && { method: "PUT", body: {} });
/** Makes another change before it rejects an update. */
const changing = replaces(
  ({ status }, sent) => isUpdate(sent) && status === 400,
  (sent, response) => sent.forward({ body: { description: "Made" } }).then(() => response),
);

test.each<[defect: string, check: string, rule: string, misbehave: Misbehave]>([
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
  ["another method is accepted", "updateFile/rejects/method*", "method-rejected", acceptingPatch],
  // wrong-tokens.test.ts has the records of the other operations.
  ["a rejected change of a file is made", "updateFile/rejects/body*", "state-kept", changing],
])("finds that %s, and restores everything", async (_, check, rule, misbehave) => {
  const { rules, checks, leftBehind, sandbox } = await runOn([check], misbehave);
  expect([rules, leftBehind]).toEqual([[rule], []]);
  expect(checks.map(({ outcome }) => outcome)).toContain("failed");
  const file = sandbox.snapshot().files?.find(({ id }) => id === "10001");
  expect(file).toMatchObject({ name: "invoice-001.pdf", description: "", tags: [] });
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
