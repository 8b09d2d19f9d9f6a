import { type Client, sharedLink } from "content-service-client";
import { describe, expect, test } from "vitest";
import { apiErrorOf, lastResponse } from "../../support/responses.js";
import { seedWithTrash } from "../../support/seeds.js";
import { startSandbox } from "../../support/start-sandbox.js";

const ADDRESS = "https://content.example/s";
const invoice = { path: { file_id: "4002" } };
const leaseLink = { url: `${ADDRESS}/lease`, password: "correct-horse" };
const find = (client: Client, url: string, password?: string) =>
  client.findSharedItem({ header: sharedLink({ url, password }) });

describe("a shared link", () => {
  test("leads to a file, a folder or a web link, and the type of the answer tells which [OP-09] [BE-13]", async () => {
    const { as } = await startSandbox();
    const partner = as("partner");
    expect(await find(partner, `${ADDRESS}/invoice`)).toMatchObject({ type: "file", id: "4002", name: "invoice.pdf" });
    expect(await find(partner, `${ADDRESS}/leases`)).toMatchObject({ type: "folder", id: "3002", size: 182_044 });
    const url = "https://register.example.com/parcels/12";
    expect(await find(partner, `${ADDRESS}/register`)).toMatchObject({ type: "web_link", id: "6001", url });
  });

  test("shows nothing of the folders above to those who have only the link [BE-13]", async () => {
    const { as } = await startSandbox();
    const item = await find(as("partner"), `${ADDRESS}/invoice`);
    expect(item).toMatchObject({ parent: null, path_collection: { total_count: 1, entries: [{ id: "0" }] } });
    const owned = await find(as("owner"), `${ADDRESS}/invoice`);
    expect(owned).toMatchObject({ parent: { id: "3001" }, path_collection: { total_count: 2 } });
  });

  test("gives no more than was asked for [OP-09]", async () => {
    const { as } = await startSandbox();
    const header = sharedLink({ url: `${ADDRESS}/invoice` });
    const item = await as("partner").findSharedItem({ header, query: { fields: ["etag"] } });
    expect(item).toEqual({ type: "file", id: "4002", name: "invoice.pdf", etag: "0" });
  });

  test("costs an empty 304 while the item is as the caller knows it [ER-18]", async () => {
    const world = await startSandbox();
    const owner = world.as("owner");
    const ask = () =>
      owner.findSharedItem({ header: { ...sharedLink({ url: `${ADDRESS}/invoice` }), "If-None-Match": "0" } });
    expect(await ask()).toBeUndefined();
    expect(lastResponse(world)).toMatchObject({ status: 304, body: "" });
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
      else expect(await apiErrorOf(found)).toMatchObject({ status: 404 });
    }
  });

  test("works until it ends by the clock, and can be made anew under another address [ER-35]", async () => {
    const { as, sandbox } = await startSandbox();
    const owner = as("owner");
    const shared_link = { unshared_at: "2026-11-20T09:00:00+00:00" };
    await owner.updateFile({ ...invoice, body: { shared_link } });
    sandbox.clock.advance(3_599_999);
    expect(await find(owner, `${ADDRESS}/invoice`)).toMatchObject({ shared_link });
    sandbox.clock.advance(1);
    expect(await apiErrorOf(find(owner, `${ADDRESS}/invoice`))).toMatchObject({ status: 404 });
    expect(await owner.updateFile({ ...invoice, body: {} })).toMatchObject({ shared_link: null });
    const again = await owner.updateFile({ ...invoice, body: { shared_link: {} } });
    expect(again.shared_link).toMatchObject({ unshared_at: null });
    expect(await find(owner, again.shared_link?.url ?? "")).toMatchObject({ id: "4002" });
    expect(await apiErrorOf(find(owner, `${ADDRESS}/invoice`))).toMatchObject({ status: 404 });
  });
});

test.each([
  ["the password is wrong", `${ADDRESS}/lease`, "Correct-horse"],
  ["the password is that of nothing", `${ADDRESS}/lease`, "x"],
  ["no password is given", `${ADDRESS}/lease`, undefined],
  ["the link has ended", `${ADDRESS}/flyer`, undefined],
  ["the link leads into the trash", `${ADDRESS}/old`, undefined],
  ["the address is that of another service", "https://elsewhere.example/s/invoice", undefined],
])("when %s, the answer is to the byte that for a link that never was [ER-35]", async (_, url, password) => {
  const seed = seedWithTrash();
  for (const file of seed.files ?? []) if (file.id === "4011") file.shared_link = { slug: "old" };
  const world = await startSandbox({ seed });
  const owner = world.as("owner");
  expect(await apiErrorOf(find(owner, url, password))).toMatchObject({ status: 404, code: "not_found" });
  const answer = lastResponse(world);
  await apiErrorOf(find(owner, `${ADDRESS}/never-was`));
  expect(lastResponse(world)).toEqual(answer);
});

describe("whatever is in it,", () => {
  const difficult = [
    "a&b=c%d+e f",
    "shared_link_password=x&shared_link=y",
    "100% grün & blau",
    "%26%3D%25%2B%20",
    "a+b c%20d",
    "?q=1#top/../up",
    "密码 und 🗝️",
  ];

  test.each(difficult)("a password arrives whole: %s [BE-12]", async (password) => {
    const { as } = await startSandbox();
    await as("owner").updateFile({ ...invoice, body: { shared_link: { password } } });
    const partner = as("partner");
    expect(await find(partner, `${ADDRESS}/invoice`, password)).toMatchObject({ id: "4002" });
    for (const wrong of [`${password}&`, password.slice(0, -1), encodeURIComponent(password)]) {
      expect(await apiErrorOf(find(partner, `${ADDRESS}/invoice`, wrong))).toMatchObject({ status: 404 });
    }
  });

  test.each(difficult)("a link arrives whole: %s [BE-12]", async (vanity_name) => {
    const { as } = await startSandbox();
    const { shared_link } = await as("owner").updateFile({ ...invoice, body: { shared_link: { vanity_name } } });
    expect(shared_link).toMatchObject({ vanity_name });
    expect(await find(as("partner"), shared_link?.vanity_url ?? "")).toMatchObject({ id: "4002" });
  });
});

test("half a character, which no address can hold, does no harm in a name", async () => {
  const { as } = await startSandbox();
  const body = { shared_link: { vanity_name: "half \ud83d" } };
  const { shared_link } = await as("owner").updateFile({ ...invoice, body });
  expect(shared_link).toMatchObject({ vanity_url: "https://content.example/v/half%20%EF%BF%BD" });
});

test("a password can be changed and taken away, and stays as it is when an update does not speak of it", async () => {
  const { as } = await startSandbox();
  const owner = as("owner");
  const { url, password } = leaseLink;
  const update = (shared_link: { password?: string | null; access?: "open" }) =>
    owner.updateFile({ path: { file_id: "4001" }, body: { shared_link } });
  await update({ access: "open" });
  expect(await find(owner, url, password)).toMatchObject({ id: "4001" });
  await update({ password: "battery-staple" });
  expect(await apiErrorOf(find(owner, url, password))).toMatchObject({ status: 404 });
  expect(await find(owner, url, "battery-staple")).toMatchObject({ shared_link: { is_password_enabled: true } });
  await update({ password: null });
  expect(await find(owner, url)).toMatchObject({ shared_link: { is_password_enabled: false } });
});
