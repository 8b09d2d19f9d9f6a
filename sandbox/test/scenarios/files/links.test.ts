import { type Client, sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { addLink, type FileUpdate, update } from "../../support/requests.js";
import { expectApiError, expectBadRequest, lastResponse } from "../../support/responses.js";
import { openSandbox, shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

describe("shared links", () => {
  const ADDRESS = "https://content.example/s";
  const PASSWORD = "correct-horse";
  const find = (client: Client, url: string, password?: string) =>
    client.findSharedItem({ header: sharedLink({ url, password }) });
  const share = (client: Client, id: string, shared_link: FileUpdate["shared_link"] & object) =>
    update(client, id, { shared_link });

  test("a link leads to a file, a folder or a web link, and the response has its type [OP-09] [BE-13]", async () => {
    const partner = shared.as("partner");
    const file = { type: "file", id: "4002", name: "invoice.pdf" };
    expect(await find(partner, `${ADDRESS}/invoice`)).toMatchObject(file);
    expect(await find(partner, `${ADDRESS}/leases`)).toMatchObject({ type: "folder", id: "3002", size: 182_044 });
    const url = "https://register.example.com/parcels/12";
    expect(await find(partner, `${ADDRESS}/register`)).toMatchObject({ type: "web_link", id: "6001", url });
  });

  test("a link does not show the folders above to users who have only the link [BE-13]", async () => {
    const item = await find(shared.as("partner"), `${ADDRESS}/invoice`);
    expect(item).toMatchObject({ parent: null, path_collection: { total_count: 1, entries: [{ id: "0" }] } });
    const owned = await find(shared.as("owner"), `${ADDRESS}/invoice`);
    expect(owned).toMatchObject({ parent: { id: "3001" }, path_collection: { total_count: 2 } });
  });

  test("a link gets an empty 304 response while the item is unchanged [ER-18]", async ({ setup }) => {
    const owner = setup.as("owner");
    const header = { ...sharedLink({ url: `${ADDRESS}/invoice` }), "If-None-Match": "0" };
    expect(await owner.findSharedItem({ header })).toBeUndefined();
    expect(lastResponse(setup)).toMatchObject({ status: 304, body: "" });
    await update(owner, "4002", { name: "bill.pdf" });
    expect(await owner.findSharedItem({ header })).toMatchObject({ name: "bill.pdf", etag: "1" });
  });

  test.each([
    ["open", ["owner", "reviewer", "member", "partner"]],
    ["company", ["owner", "reviewer", "member"]],
    ["collaborators", ["owner", "reviewer"]],
  ] as const)("a link with the access %s works only for %j", async (access, people: readonly string[]) => {
    const { as } = await openSandbox();
    await share(as("owner"), "4001", { access });
    for (const person of ["owner", "reviewer", "member", "partner"] as const) {
      const found = find(as(person), `${ADDRESS}/lease`, PASSWORD);
      if (people.includes(person)) expect(await found).toMatchObject({ id: "4001" });
      else await expectApiError(found, 404);
    }
  });

  test("a link works until it expires, and can be created again with another URL [ER-35]", async ({ as, sandbox }) => {
    const owner = as("owner");
    const shared_link = { unshared_at: "2026-11-20T09:00:00+00:00" };
    await update(owner, "4002", { shared_link });
    sandbox.clock.advance(3_599_999);
    expect(await find(owner, `${ADDRESS}/invoice`)).toMatchObject({ shared_link });
    sandbox.clock.advance(1);
    await expectApiError(find(owner, `${ADDRESS}/invoice`), 404);
    expect(await update(owner, "4002")).toMatchObject({ shared_link: null });
    const again = await share(owner, "4002", {});
    expect(again.shared_link).toMatchObject({ unshared_at: null });
    expect(await find(owner, again.shared_link?.url ?? "")).toMatchObject({ id: "4002" });
    await expectApiError(find(owner, `${ADDRESS}/invoice`), 404);
  });

  const special = [
    "a&b=c%d+e f",
    "shared_link_password=x&shared_link=y",
    "100% grün & blau",
    "%26%3D%25%2B%20",
    "a+b c%20d",
    "?q=1#top/../up",
    "密码 und 🗝️",
  ];

  test("passwords and vanity names with special characters are transmitted unchanged [BE-12]", async ({ as }) => {
    for (const text of special) {
      const { shared_link } = await share(as("owner"), "4002", { password: text, vanity_name: text });
      expect(shared_link).toMatchObject({ vanity_name: text });
      for (const url of [`${ADDRESS}/invoice`, shared_link?.vanity_url ?? ""])
        expect(await find(as("partner"), url, text)).toMatchObject({ id: "4002" });
      for (const wrong of [`${text}&`, text.slice(0, -1), encodeURIComponent(text)])
        await expectApiError(find(as("partner"), `${ADDRESS}/invoice`, wrong), 404);
    }
  });

  test.each([
    ["https://content.example/s/lease", "correct-horse"],
    ["https://content.example/s/lease?a=b", "correct-horse"],
    ["https://content.example/s/lease?a=b%26c=d#top", "correct%2Dhorse"],
    ["https%3A%2F%2Fcontent.example%2Fs%2Flease%3Fa%3Db%26c", "correct%2dhorse"],
  ])("another client can send a link and a password raw or encoded: %s, %s [BE-12]", async (link, password) => {
    const header = { ServiceApi: `shared_link=${link}&shared_link_password=${password}` };
    expect(await shared.as("owner").findSharedItem({ header })).toMatchObject({ id: "4001" });
  });

  test("a lone surrogate in a vanity name is replaced in its URL", async ({ as }) => {
    const { shared_link } = await share(as("owner"), "4002", { vanity_name: "half \ud83d" });
    expect(shared_link).toMatchObject({ vanity_url: "https://content.example/v/half%20%EF%BF%BD" });
  });

  test("a password can be changed and removed, and stays the same in other updates", async ({ as }) => {
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

describe("web links", () => {
  const url = "https://register.example.com/parcels/13?a=1&b=2";

  test("a web link belongs to the owner of its folder [OP-07]", async ({ as, sandbox }) => {
    const link = await addLink(as("admin"), "3001", { url, name: "Parcel 13", description: "Next door" });
    expect(link).toMatchObject({ type: "web_link", url, name: "Parcel 13", description: "Next door", etag: "0" });
    expect(link).toMatchObject({ item_status: "active", parent: { id: "3001" }, path_collection: { total_count: 2 } });
    expect(link).toMatchObject({ owned_by: { id: "1003" }, created_by: { id: "1001" }, shared_link: null });
    expect(sandbox.snapshot().web_links?.at(-1)).toMatchObject({ id: link.id, url, parent_id: "3001" });
  });

  test("the name of a web link defaults to its url [BE-07]", async ({ as }) => {
    expect(await addLink(as("owner"), "3001", { url })).toMatchObject({ name: url, url, description: "" });
  });

  test("users can add web links to the root folder, with names unique per user [OP-07] [CO-2]", async ({ as }) => {
    expect(await addLink(as("owner"), "0")).toMatchObject({ owned_by: { id: "1003" } });
    expect(await addLink(as("member"), "0")).toMatchObject({ owned_by: { id: "1005" } });
    await expectApiError(addLink(as("member"), "0"), 409, "item_name_in_use");
  });

  test("a web link can have any url with http or https, and no other [BE-25]", async ({ as }) => {
    for (const url of ["http://example.com/", "https://example.com/a?b=c#d"])
      expect(await addLink(as("owner"), "3001", { url })).toMatchObject({ url });
    for (const url of ["ftp://example.com/", "javascript:alert(1)"])
      await expectBadRequest(addLink(as("owner"), "3001", { url }), "url");
  });
});
