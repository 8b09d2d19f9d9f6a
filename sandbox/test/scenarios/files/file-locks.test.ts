import type { Client } from "content-service-client";
import { describe, expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { storedFile } from "../../support/seeds.js";
import { startSandbox } from "../../support/start-sandbox.js";

type FileUpdate = Parameters<Client["updateFile"]>[0]["body"];

// The owner of the contracts has locked it, without an end.
const budget = { path: { file_id: "4005" } };
const invoice = { path: { file_id: "4002" } };
const HOUR_MS = 3_600_000;

const changes: readonly [what: string, body: FileUpdate][] = [
  ["renamed", { name: "plan.xlsx" }],
  ["moved", { parent: { id: "3007" } }],
  ["described", { description: "Plan" }],
  ["tagged", { tags: ["plan"] }],
  ["shared", { shared_link: { access: "open" } }],
  ["kept from download", { permissions: { can_download: "company" } }],
  ["locked anew", { lock: { access: "lock" } }],
  ["unlocked", { lock: null }],
];

test.each(changes)("a locked file can be %s by the creator of the lock, and by nobody else [ST-3]", async (_, body) => {
  const { as, sandbox } = await startSandbox();
  const before = sandbox.snapshot();
  const refusal = await apiErrorOf(as("admin").updateFile({ ...budget, body }));
  expect(refusal).toMatchObject({ status: 403, code: "access_denied_item_locked" });
  expect(sandbox.snapshot()).toEqual(before);
  expect(await as("owner").updateFile({ ...budget, body })).toMatchObject({ etag: "1" });
});

test("a lock of somebody else keeps out the owner of the file as well [ST-3]", async () => {
  const { as } = await startSandbox();
  await as("co-admin").updateFile({ ...invoice, body: { lock: { access: "lock" } } });
  const refusal = await apiErrorOf(as("owner").updateFile({ ...invoice, body: { name: "mine.pdf" } }));
  expect(refusal).toMatchObject({ status: 403, code: "access_denied_item_locked" });
});

test("a lock ends at its time, and not a moment before [ST-3]", async () => {
  const { as, sandbox } = await startSandbox();
  const lock = { access: "lock", expires_at: "2026-11-20T10:00:00+01:00" } as const;
  await as("owner").updateFile({ ...invoice, body: { lock } });
  const rename = () => as("admin").updateFile({ ...invoice, query: { fields: ["lock"] }, body: { name: "ours.pdf" } });
  sandbox.clock.advance(HOUR_MS - 1);
  expect(await apiErrorOf(rename())).toMatchObject({ status: 403, code: "access_denied_item_locked" });
  sandbox.clock.advance(1);
  expect(await rename()).toMatchObject({ name: "ours.pdf", lock: null });
});

test("whoever opens a file that they locked lets others change it again [ST-4]", async () => {
  const { as, sandbox } = await startSandbox();
  const opened = await as("owner").updateFile({ ...budget, query: { fields: ["lock"] }, body: { lock: null } });
  expect(opened).toMatchObject({ lock: null });
  expect(storedFile(sandbox, "4005")).toMatchObject({ lock: null });
  expect(await as("admin").updateFile({ ...budget, body: { name: "plan.xlsx" } })).toMatchObject({ name: "plan.xlsx" });
});

test("a file that was unlocked can be locked by somebody else, in whose name the lock is [ST-3] [ST-4]", async () => {
  const { as } = await startSandbox();
  await as("owner").updateFile({ ...budget, body: { lock: null } });
  const body = { lock: { access: "lock", is_download_prevented: null } } as const;
  const { lock } = await as("co-admin").updateFile({ ...budget, query: { fields: ["lock"] }, body });
  expect(lock).toMatchObject({ type: "lock", created_by: { id: "1002" }, is_download_prevented: false });
  expect(lock).toMatchObject({ created_at: "2026-11-20T08:00:00+00:00", expires_at: null, expired_at: null });
});

describe("a lock that prevents downloads", () => {
  const found = { header: { ServiceApi: "shared_link=https://content.example/s/invoice" } };
  const body = {
    lock: { access: "lock", expires_at: "2026-11-20T09:00:00+00:00", is_download_prevented: true },
  } as const;

  test("takes the download from everybody but its creator, until it ends [ST-3]", async () => {
    const { as, sandbox } = await startSandbox();
    await as("owner").updateFile({ ...invoice, body });
    const link = async (who: "owner" | "admin" | "partner") => (await as(who).findSharedItem(found))?.shared_link;
    for (const other of ["admin", "partner"] as const) {
      expect(await link(other)).toMatchObject({ effective_permission: "can_preview", download_url: null });
    }
    const open = { effective_permission: "can_download", download_url: "https://content.example/d/invoice.pdf" };
    expect(await link("owner")).toMatchObject(open);
    sandbox.clock.advance(HOUR_MS);
    for (const other of ["admin", "partner"] as const) expect(await link(other)).toMatchObject(open);
  });

  test("is not what a plain lock is [ST-3]", async () => {
    const { as } = await startSandbox();
    await as("owner").updateFile({ ...invoice, body: { lock: { access: "lock" } } });
    const item = await as("partner").findSharedItem(found);
    expect(item?.shared_link).toMatchObject({ effective_permission: "can_download" });
  });
});
