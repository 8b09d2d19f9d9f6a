import { type Client, sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { addLink, type FileUpdate, update } from "../../support/requests.js";
import { expectApiError, lastResponse } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

describe("a shared link", () => {
  const shared = shareSandbox();
  const ADDRESS = "https://content.example/s";
  const PASSWORD = "correct-horse";
  const find = (client: Client, url: string, password?: string) =>
    client.findSharedItem({ header: sharedLink({ url, password }) });
  const share = (client: Client, id: string, shared_link: FileUpdate["shared_link"] & object) =>
    update(client, id, { shared_link });

  test("leads to a file, a folder or a web link, without the folders above [OP-09] [BE-13]", async () => {
    const partner = shared.as("partner");
    expect(await find(partner, `${ADDRESS}/invoice`)).toMatchObject({
      type: "file",
      id: "4002",
      name: "invoice.pdf",
      parent: null,
      path_collection: { total_count: 1, entries: [{ id: "0" }] },
    });
    expect(await find(partner, `${ADDRESS}/leases`)).toMatchObject({ type: "folder", id: "3002", size: 182_044 });
    const url = "https://register.example.com/parcels/12";
    expect(await find(partner, `${ADDRESS}/register`)).toMatchObject({ type: "web_link", id: "6001", url });
    const owned = await find(shared.as("owner"), `${ADDRESS}/invoice`);
    expect(owned).toMatchObject({ parent: { id: "3001" }, path_collection: { total_count: 2 } });
  });

  test("gets an empty 304 response while the item is unchanged [ER-18]", async ({ setup }) => {
    const owner = setup.as("owner");
    const header = { ...sharedLink({ url: `${ADDRESS}/invoice` }), "If-None-Match": 'W/"0"' };
    expect(await owner.findSharedItem({ header })).toBeUndefined();
    expect(lastResponse(setup)).toMatchObject({ status: 304, body: "" });
    await expectApiError(
      owner.updateFile({ path: { file_id: "4002" }, header: { "If-Match": 'W/"0"' }, body: { name: "bill.pdf" } }),
      412,
    );
    await update(owner, "4002", { name: "bill.pdf" });
    expect(await owner.findSharedItem({ header })).toMatchObject({ name: "bill.pdf", etag: "1" });
  });

  test.for([
    ["open", ["owner", "reviewer", "member", "partner"]],
    ["company", ["owner", "reviewer", "member"]],
    ["collaborators", ["owner", "reviewer"]],
  ] as const)("with the access %s works only for %j", async ([access, people], { as }) => {
    await share(as("owner"), "4001", { access });
    for (const person of ["owner", "reviewer", "member", "partner"] as const) {
      const found = find(as(person), `${ADDRESS}/lease`, PASSWORD);
      if (people.some((one) => one === person)) expect(await found).toMatchObject({ id: "4001" });
      else await expectApiError(found, 404);
    }
  });

  test("works until it expires, and keeps its vanity name until replaced [ER-35] [OP-03]", async ({ as, sandbox }) => {
    const owner = as("owner");
    await share(owner, "4002", { vanity_name: "bill", unshared_at: "2026-11-20T09:00:00+00:00" });
    sandbox.clock.advance(3_599_999);
    expect(await find(owner, `${ADDRESS}/invoice`)).toMatchObject({ id: "4002" });
    sandbox.clock.advance(1);
    await expectApiError(find(owner, `${ADDRESS}/invoice`), 404);
    expect(await update(owner, "4002")).toMatchObject({ shared_link: null });
    await expectApiError(share(owner, "4001", { vanity_name: "bill" }), 400, "bad_request");
    const { shared_link } = await share(owner, "4002", {});
    expect(shared_link).toMatchObject({ unshared_at: null, vanity_name: null });
    expect(await find(owner, shared_link?.url ?? "")).toMatchObject({ id: "4002" });
    await expectApiError(find(owner, `${ADDRESS}/invoice`), 404);
    expect(await share(owner, "4001", { vanity_name: "bill" })).toMatchObject({ shared_link: { vanity_name: "bill" } });
  });

  const special = ["a&b=c%d+e f", "shared_link_password=x&shared_link=y", "%26%3D%25%20", "?q=1#/../b", "密码 und 🗝️"];

  test("transmits passwords and vanity names with special characters unchanged [BE-12]", async ({ as }) => {
    for (const text of special) {
      const { shared_link } = await share(as("owner"), "4002", { password: text, vanity_name: text });
      expect(shared_link).toMatchObject({ vanity_name: text });
      for (const url of [`${ADDRESS}/invoice`, shared_link?.vanity_url ?? ""])
        expect(await find(as("partner"), url, text)).toMatchObject({ id: "4002" });
      for (const wrong of [`${text}&`, text.slice(0, -1), encodeURIComponent(text)])
        await expectApiError(find(as("partner"), `${ADDRESS}/invoice`, wrong), 404);
    }
  });

  test.for([
    ["https://content.example/s/lease", "correct-horse"],
    ["https://content.example/s/lease?a=b%26c=d#top", "correct%2Dhorse"],
    ["https%3A%2F%2Fcontent.example%2Fs%2Flease%3Fa%3Db%26c", "correct%2dhorse"],
  ])("can be sent raw or encoded with its password: %s, %s [BE-12]", async ([link, password]) => {
    const header = { ServiceApi: `shared_link=${link}&shared_link_password=${password}` };
    expect(await shared.as("owner").findSharedItem({ header })).toMatchObject({ id: "4001" });
  });

  test("has a password until it is removed, which other updates keep [GC-2] [OP-03]", async ({ as }) => {
    const owner = as("owner");
    const url = `${ADDRESS}/lease`;
    await share(owner, "4001", { access: "open" });
    expect(await find(owner, url, PASSWORD)).toMatchObject({ id: "4001" });
    await share(owner, "4001", { password: "battery-staple" });
    await expectApiError(find(owner, url, PASSWORD), 404);
    expect(await find(owner, url, "battery-staple")).toMatchObject({ shared_link: { is_password_enabled: true } });
    await share(owner, "4001", { password: null });
    expect(await find(owner, url)).toMatchObject({ shared_link: { is_password_enabled: false } });
  });
});

describe("a web link", () => {
  const url = "https://register.example.com/parcels/13?a=1&b=2";

  test("belongs to the owner of its folder, also of the root folder [OP-07] [CO-2]", async ({ as, sandbox }) => {
    const link = await addLink(as("admin"), "3001", { url, name: "Parcel 13", description: "Next door" });
    expect(link).toMatchObject({
      type: "web_link",
      url,
      name: "Parcel 13",
      description: "Next door",
      etag: "0",
      item_status: "active",
      parent: { id: "3001" },
      path_collection: { total_count: 2 },
      shared_link: null,
      owned_by: { id: "1003" },
      created_by: { id: "1001" },
    });
    expect(sandbox.snapshot().web_links?.at(-1)).toMatchObject({ id: link.id, url, parent_id: "3001" });
    expect(await addLink(as("owner"), "0")).toMatchObject({ owned_by: { id: "1003" } });
    expect(await addLink(as("member"), "0")).toMatchObject({ owned_by: { id: "1005" } });
    await expectApiError(addLink(as("member"), "0"), 409, "item_name_in_use");
  });

  test("has its url, of http or https, as its name by default [BE-07] [BE-25]", async ({ as }) => {
    for (const url of ["http://example.com/", "https://example.com/a?b=c#d"])
      expect(await addLink(as("owner"), "3001", { url })).toMatchObject({ name: url, url, description: "" });
    await expectApiError(addLink(as("owner"), "3001", { url: "http://example.com/" }), 409, "item_name_in_use");
  });
});
