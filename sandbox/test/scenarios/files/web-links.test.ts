import { describe, expect, test } from "vitest";
import { apiErrorOf, lastResponse, unchecked } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const url = "https://register.example.com/parcels/13?a=1&b=2";
const contracts = { parent: { id: "3001" } };

test("a web link is put into a folder, and belongs to the owner of the folder [OP-07]", async () => {
  const { as, sandbox } = await startSandbox();
  const body = { url, ...contracts, name: "Parcel 13", description: "Next door" };
  const link = await as("admin").createWebLink({ body });
  expect(link).toMatchObject({ type: "web_link", url, name: "Parcel 13", description: "Next door", etag: "0" });
  expect(link).toMatchObject({ item_status: "active", parent: { id: "3001" }, path_collection: { total_count: 2 } });
  expect(link).toMatchObject({ owned_by: { id: "1003" }, created_by: { id: "1001" }, shared_link: null });
  expect(sandbox.snapshot().web_links?.at(-1)).toMatchObject({ id: link.id, url, parent_id: "3001" });
});

test("a web link without a name is called like its url [BE-07]", async () => {
  const { as } = await startSandbox();
  expect(await as("owner").createWebLink({ body: { url, ...contracts } })).toMatchObject({
    name: url,
    url,
    description: "",
  });
});

test("the root folder takes web links of everybody, each with names of their own [OP-07] [CO-2]", async () => {
  const { as } = await startSandbox();
  const body = { url, parent: { id: "0" } };
  expect(await as("owner").createWebLink({ body })).toMatchObject({ owned_by: { id: "1003" } });
  expect(await as("member").createWebLink({ body })).toMatchObject({ owned_by: { id: "1005" } });
  expect(await apiErrorOf(as("member").createWebLink({ body }))).toMatchObject({
    status: 409,
    code: "item_name_in_use",
  });
});

describe("a web link is refused, and nothing is made,", () => {
  test.each(["ftp://example.com/", "javascript:alert(1)", "register.example.com", ""])(
    "when its url is %j",
    async (bad) => {
      const { as, sandbox } = await startSandbox();
      const before = sandbox.snapshot();
      const refusal = await apiErrorOf(as("owner").createWebLink({ body: { url: bad, ...contracts } }));
      expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
      const named = expect.arrayContaining([expect.objectContaining({ name: "url" })]);
      expect(refusal.body).toMatchObject({ context_info: { errors: named } });
      expect(sandbox.snapshot()).toEqual(before);
    },
  );

  test("without a folder", async () => {
    const { as } = await startSandbox();
    const refusal = await apiErrorOf(as("owner").createWebLink({ body: unchecked({ url }) }));
    expect(refusal).toMatchObject({ status: 400, body: { context_info: { errors: [{ name: "parent" }] } } });
  });

  test.each(["Leases", "budget.xlsx", "Land register"])("when the name %s is in the folder already", async (name) => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("owner").createWebLink({ body: { url, name, ...contracts } }));
    expect(refusal).toMatchObject({ status: 409, code: "item_name_in_use" });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("in a folder that the caller sees and may not add to", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("reviewer").createWebLink({ body: { url, parent: { id: "3002" } } }));
    expect(refusal).toMatchObject({ status: 403, code: "access_denied_insufficient_permissions" });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test.each([
    ["is hidden", "3005"],
    ["is in the trash", "3003"],
    ["lies in the trash", "3004"],
    ["is a file", "4001"],
  ])("in a folder that %s: to the byte as if there were none", async (_, id) => {
    const world = await startSandbox();
    const create = (folder: string) => world.as("owner").createWebLink({ body: { url, parent: { id: folder } } });
    expect(await apiErrorOf(create(id))).toMatchObject({ status: 404, code: "not_found" });
    const answer = lastResponse(world);
    await apiErrorOf(create("3999"));
    expect(lastResponse(world)).toEqual(answer);
  });
});
