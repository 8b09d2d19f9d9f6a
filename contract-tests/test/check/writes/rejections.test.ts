import { type JsonObject, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import { isUpdate, type Misbehave, replaces, requests, runOn, type Sent } from "../../support/defects.js";

const acceptingPatch = requests(({ method }) => method === "PATCH" && { method: "PUT", body: {} });
/** Makes another change before it rejects an update. */
const changing = replaces(
  ({ status }, sent) => isUpdate(sent) && status === 400,
  (sent, response) => sent.forward({ body: { description: "Made" } }).then(() => response),
);
const ignoringUnknown = requests((sent) => {
  const { no_such_property: unknown, ...body } = sent.json;
  return isUpdate(sent) && unknown !== undefined && { body };
});
const castingId = requests(({ json }) => {
  const { id } = objectAt(json, "parent");
  return typeof id === "number" && { body: { ...json, parent: { id: String(id) } } };
});
const CAST = "updateFile/rejects/body/parent/id/of-a-castable-type";

test.each<[defect: string, check: string, rule: string, misbehave: Misbehave]>([
  ["an unknown property is ignored", "updateFile/rejects/body*", "wrong-request-rejected", ignoringUnknown],
  ["the id of a folder can be a number", CAST, "wrong-request-rejected", castingId],
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

const LINK = "shared_link";

test.each([404, 409, 412])("finds that the parts of a change that is rejected with %i are made", async (rejection) => {
  const { messages, sandbox } = await runOn(["updateFile/all-or-nothing"], async (sent) => {
    const response = await sent.forward();
    const { description = "", tags = [], lock = null, shared_link: link = null } = sent.json;
    if (response.status === rejection && isUpdate(sent))
      await sent.forward({ headers: { "if-match": undefined }, body: { description, tags, lock, [LINK]: link } });
    return response;
  });
  for (const name of ["description", "tags", "lock", LINK]) expect(messages.join()).toContain(`\`${name}`);
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")).toMatchObject({ description: "" });
});

const ofLease = ({ json }: Sent) => objectAt(json, LINK)["vanity_name"] === "office-lease";
/** Its name is the one in the request already. */
const isMoved = ({ json }: Sent, file: JsonObject, status: number) =>
  status === 409 && objectAt(json, "parent")["id"] !== file["parent_id"] && file["name"] === json["name"];

const FILE = "of another file";

test.each<[what: string, found: string, isAccepted: (sent: Sent, file: JsonObject, status: number) => boolean]>([
  ["a new link takes the name of another one", FILE, (sent, file) => ofLease(sent) && file[LINK] == null],
  ["a link changes to the name of another one", FILE, (sent, file) => ofLease(sent) && file[LINK] != null],
  ["a file takes the name of a folder beside it", "another kind of record", ({ json }) => json["name"] === "Leases"],
  ["a file moves to where its name is taken", FILE, isMoved],
])("finds that %s", async (_, found, isAccepted) => {
  const { messages } = await runOn(["updateFile/all-or-nothing"], async (sent, sandbox) => {
    const file: JsonObject = Object(sandbox.snapshot().files?.find(({ id }) => id === "10001"));
    const response = await sent.forward();
    const isMeant = response.status >= 400 && isUpdate(sent) && isAccepted(sent, file, response.status);
    return isMeant ? sent.forward({ body: {} }) : response;
  });
  expect(messages.join()).toContain(found);
});
