import { type Client, sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { apiErrorOf, expectApiError, lastResponse, unchecked } from "../../support/responses.js";
import { seedWithTrash } from "../../support/seeds.js";
import { shareSandbox, startSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

describe("shared links", () => {
  const ADDRESS = "https://content.example/s";
  const invoice = { path: { file_id: "4002" } };
  const leaseLink = { url: `${ADDRESS}/lease`, password: "correct-horse" };
  const find = (client: Client, url: string, password?: string) =>
    client.findSharedItem({ header: sharedLink({ url, password }) });

  describe("a shared link", () => {
    test("leads to a file, a folder or a web link, and the response has its type [OP-09] [BE-13]", async ({ as }) => {
      const partner = as("partner");
      expect(await find(partner, `${ADDRESS}/invoice`)).toMatchObject({
        type: "file",
        id: "4002",
        name: "invoice.pdf",
      });
      expect(await find(partner, `${ADDRESS}/leases`)).toMatchObject({ type: "folder", id: "3002", size: 182_044 });
      const url = "https://register.example.com/parcels/12";
      expect(await find(partner, `${ADDRESS}/register`)).toMatchObject({ type: "web_link", id: "6001", url });
    });

    test("shows nothing of the folders above to those who have only the link [BE-13]", async ({ as }) => {
      const item = await find(as("partner"), `${ADDRESS}/invoice`);
      expect(item).toMatchObject({ parent: null, path_collection: { total_count: 1, entries: [{ id: "0" }] } });
      const owned = await find(as("owner"), `${ADDRESS}/invoice`);
      expect(owned).toMatchObject({ parent: { id: "3001" }, path_collection: { total_count: 2 } });
    });

    test("returns only the requested fields [OP-09]", async ({ as }) => {
      const header = sharedLink({ url: `${ADDRESS}/invoice` });
      const item = await as("partner").findSharedItem({ header, query: { fields: ["etag"] } });
      expect(item).toEqual({ type: "file", id: "4002", name: "invoice.pdf", etag: "0" });
    });

    test("gets an empty 304 response while the item is unchanged [ER-18]", async ({ setup }) => {
      const owner = setup.as("owner");
      const ask = () =>
        owner.findSharedItem({ header: { ...sharedLink({ url: `${ADDRESS}/invoice` }), "If-None-Match": "0" } });
      expect(await ask()).toBeUndefined();
      expect(lastResponse(setup)).toMatchObject({ status: 304, body: "" });
      await owner.updateFile({ ...invoice, body: { name: "bill.pdf" } });
      expect(await ask()).toMatchObject({ name: "bill.pdf", etag: "1" });
    });

    test.each([
      ["open", ["owner", "member", "partner"]],
      ["company", ["owner", "member"]],
      ["collaborators", ["owner", "reviewer"]],
    ] as const)("for access %s works for those whom it was made for alone", async (access, people) => {
      const { as } = await startSandbox();
      await as("owner").updateFile({ path: { file_id: "4001" }, body: { shared_link: { access } } });
      for (const person of ["owner", "reviewer", "member", "partner"] as const) {
        const found = find(as(person), leaseLink.url, leaseLink.password);
        const works = [...people, ...(access === "collaborators" ? [] : ["reviewer"])].includes(person);
        if (works) expect(await found).toMatchObject({ id: "4001" });
        else await expectApiError(found, 404);
      }
    });

    test("works until it expires, and can be created again with another URL [ER-35]", async ({ as, sandbox }) => {
      const owner = as("owner");
      const shared_link = { unshared_at: "2026-11-20T09:00:00+00:00" };
      await owner.updateFile({ ...invoice, body: { shared_link } });
      sandbox.clock.advance(3_599_999);
      expect(await find(owner, `${ADDRESS}/invoice`)).toMatchObject({ shared_link });
      sandbox.clock.advance(1);
      await expectApiError(find(owner, `${ADDRESS}/invoice`), 404);
      expect(await owner.updateFile({ ...invoice, body: {} })).toMatchObject({ shared_link: null });
      const again = await owner.updateFile({ ...invoice, body: { shared_link: {} } });
      expect(again.shared_link).toMatchObject({ unshared_at: null });
      expect(await find(owner, again.shared_link?.url ?? "")).toMatchObject({ id: "4002" });
      await expectApiError(find(owner, `${ADDRESS}/invoice`), 404);
    });
  });

  test.each([
    ["the password is wrong", `${ADDRESS}/lease`, "Correct-horse"],
    ["the password is that of nothing", `${ADDRESS}/lease`, "x"],
    ["no password is given", `${ADDRESS}/lease`, undefined],
    ["the link has ended", `${ADDRESS}/flyer`, undefined],
    ["the link leads into the trash", `${ADDRESS}/old`, undefined],
    ["the address is that of another service", "https://elsewhere.example/s/invoice", undefined],
  ])("when %s, the response is exactly that for an unknown link [ER-35]", async (_, url, password) => {
    const seed = seedWithTrash();
    for (const file of seed.files ?? []) if (file.id === "4011") file.shared_link = { slug: "old" };
    const setup = await startSandbox({ seed });
    const owner = setup.as("owner");
    await expectApiError(find(owner, url, password), 404, "not_found");
    const response = lastResponse(setup);
    await apiErrorOf(find(owner, `${ADDRESS}/never-was`));
    expect(lastResponse(setup)).toEqual(response);
  });

  describe("with special characters,", () => {
    const difficult = [
      "a&b=c%d+e f",
      "shared_link_password=x&shared_link=y",
      "100% grün & blau",
      "%26%3D%25%2B%20",
      "a+b c%20d",
      "?q=1#top/../up",
      "密码 und 🗝️",
    ];

    test.each(difficult)("a password is transmitted unchanged: %s [BE-12]", async (password) => {
      const { as } = await startSandbox();
      await as("owner").updateFile({ ...invoice, body: { shared_link: { password } } });
      const partner = as("partner");
      expect(await find(partner, `${ADDRESS}/invoice`, password)).toMatchObject({ id: "4002" });
      for (const wrong of [`${password}&`, password.slice(0, -1), encodeURIComponent(password)]) {
        await expectApiError(find(partner, `${ADDRESS}/invoice`, wrong), 404);
      }
    });

    test.each(difficult)("a vanity name is transmitted unchanged: %s [BE-12]", async (vanity_name) => {
      const { as } = await startSandbox();
      const { shared_link } = await as("owner").updateFile({ ...invoice, body: { shared_link: { vanity_name } } });
      expect(shared_link).toMatchObject({ vanity_name });
      expect(await find(as("partner"), shared_link?.vanity_url ?? "")).toMatchObject({ id: "4002" });
    });
  });

  test("a lone surrogate in a vanity name is replaced in its URL", async ({ as }) => {
    const body = { shared_link: { vanity_name: "half \ud83d" } };
    const { shared_link } = await as("owner").updateFile({ ...invoice, body });
    expect(shared_link).toMatchObject({ vanity_url: "https://content.example/v/half%20%EF%BF%BD" });
  });

  test("a password can be changed and removed, and stays the same in other updates", async ({ as }) => {
    const owner = as("owner");
    const { url, password } = leaseLink;
    const update = (shared_link: { password?: string | null; access?: "open" }) =>
      owner.updateFile({ path: { file_id: "4001" }, body: { shared_link } });
    await update({ access: "open" });
    expect(await find(owner, url, password)).toMatchObject({ id: "4001" });
    await update({ password: "battery-staple" });
    await expectApiError(find(owner, url, password), 404);
    expect(await find(owner, url, "battery-staple")).toMatchObject({ shared_link: { is_password_enabled: true } });
    await update({ password: null });
    expect(await find(owner, url)).toMatchObject({ shared_link: { is_password_enabled: false } });
  });
});

describe("web links", () => {
  const url = "https://register.example.com/parcels/13?a=1&b=2";
  const contracts = { parent: { id: "3001" } };

  test("a web link is put into a folder, and belongs to the owner of the folder [OP-07]", async ({ as, sandbox }) => {
    const body = { url, ...contracts, name: "Parcel 13", description: "Next door" };
    const link = await as("admin").createWebLink({ body });
    expect(link).toMatchObject({ type: "web_link", url, name: "Parcel 13", description: "Next door", etag: "0" });
    expect(link).toMatchObject({ item_status: "active", parent: { id: "3001" }, path_collection: { total_count: 2 } });
    expect(link).toMatchObject({ owned_by: { id: "1003" }, created_by: { id: "1001" }, shared_link: null });
    expect(sandbox.snapshot().web_links?.at(-1)).toMatchObject({ id: link.id, url, parent_id: "3001" });
  });

  test("a web link without a name is called like its url [BE-07]", async ({ as }) => {
    expect(await as("owner").createWebLink({ body: { url, ...contracts } })).toMatchObject({
      name: url,
      url,
      description: "",
    });
  });

  test("every user can add web links to the root folder, with names unique per user [OP-07] [CO-2]", async ({ as }) => {
    const body = { url, parent: { id: "0" } };
    expect(await as("owner").createWebLink({ body })).toMatchObject({ owned_by: { id: "1003" } });
    expect(await as("member").createWebLink({ body })).toMatchObject({ owned_by: { id: "1005" } });
    await expectApiError(as("member").createWebLink({ body }), 409, "item_name_in_use");
  });

  describe("a web link is rejected, and nothing is created,", () => {
    test.each(["ftp://example.com/", "javascript:alert(1)", "register.example.com", ""])(
      "when its url is %j",
      async (bad) => {
        const { as } = shared();
        const error = await expectApiError(
          as("owner").createWebLink({ body: { url: bad, ...contracts } }),
          400,
          "bad_request",
        );
        const named = expect.arrayContaining([expect.objectContaining({ name: "url" })]);
        expect(error.body).toMatchObject({ context_info: { errors: named } });
      },
    );

    test("without a folder", async ({ as }) => {
      const error = await apiErrorOf(as("owner").createWebLink({ body: unchecked({ url }) }));
      expect(error).toMatchObject({ status: 400, body: { context_info: { errors: [{ name: "parent" }] } } });
    });

    test.each(["Leases", "budget.xlsx", "Land register"])("when the name %s is in the folder already", async (name) => {
      const { as } = shared();
      await expectApiError(as("owner").createWebLink({ body: { url, name, ...contracts } }), 409, "item_name_in_use");
    });

    test("in a folder that the caller sees and may not add to", async () => {
      const { as } = shared();
      await expectApiError(
        as("reviewer").createWebLink({ body: { url, parent: { id: "3002" } } }),
        403,
        "access_denied_insufficient_permissions",
      );
    });

    test.each([
      ["is hidden", "3005"],
      ["is in the trash", "3003"],
      ["lies in the trash", "3004"],
      ["is a file", "4001"],
    ])("in a folder that %s: exactly like a missing one", async (_, id) => {
      const setup = await startSandbox();
      const create = (folder: string) => setup.as("owner").createWebLink({ body: { url, parent: { id: folder } } });
      await expectApiError(create(id), 404, "not_found");
      const response = lastResponse(setup);
      await apiErrorOf(create("3999"));
      expect(lastResponse(setup)).toEqual(response);
    });
  });
});
