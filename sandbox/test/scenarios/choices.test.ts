import { sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { addLink, file, invite, update, user } from "../support/requests.js";
import { expectApiError } from "../support/responses.js";
import { test } from "../support/start-sandbox.js";

describe("where the interface leaves a choice", () => {
  test("two enabled terms of service of a type are accepted [OP-13]", async ({ as }) => {
    const body = { status: "enabled", text: "Be kind.", tos_type: "external" } as const;
    const made = await Promise.all([1, 2].map(() => as("admin").createTermsOfService({ body })));
    expect(made).toMatchObject([{ status: "enabled" }, { status: "enabled" }]);
  });

  test("a web link without a name has the name of its url, which is taken the second time [BE-07]", async ({ as }) => {
    const url = "https://example.com/";
    expect(await addLink(as("owner"), "3001", { url })).toMatchObject({ name: url });
    await expectApiError(addLink(as("owner"), "3001", { url }), 409, "item_name_in_use");
  });

  test("an expired link keeps its vanity name until it is replaced [OP-03]", async ({ as, sandbox }) => {
    const unshared_at = new Date(sandbox.clock.now() + 60_000).toISOString();
    await update(as("owner"), "4002", { shared_link: { access: "open", vanity_name: "bill", unshared_at } });
    sandbox.clock.advance(120_000);
    const taken = update(as("owner"), "4001", { shared_link: { vanity_name: "bill" } });
    await expectApiError(taken, 400, "bad_request");
    await update(as("owner"), "4002", { shared_link: {} });
    const replaced = await update(as("owner"), "4001", { shared_link: { vanity_name: "bill" } });
    expect(replaced).toMatchObject({ shared_link: { vanity_name: "bill" } });
  });

  test("a previewer may download, even if the link does not let everyone [OP-09]", async ({ as }) => {
    const permissions = { can_download: false };
    const { shared_link } = await update(as("owner"), "4002", { shared_link: { access: "open", permissions } });
    const input = { header: sharedLink({ url: shared_link?.url ?? "" }), query: { fields: ["permissions"] } } as const;
    expect(await as("member").findSharedItem(input)).toMatchObject({ permissions });
    await invite(as("owner"), file("4002"), user("1005"), "previewer");
    expect(await as("member").findSharedItem(input)).toMatchObject({ permissions: { can_download: true } });
  });
});
