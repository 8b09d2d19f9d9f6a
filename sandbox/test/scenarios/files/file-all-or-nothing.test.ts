import type { Client } from "content-service-client";
import { expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

type FileUpdate = Parameters<Client["updateFile"]>[0]["body"];

const refused: readonly { bad: string; body: FileUpdate; status: number; code: string }[] = [
  {
    bad: "a name in use",
    body: { name: "budget.xlsx", parent: { id: "3001" } },
    status: 409,
    code: "item_name_in_use",
  },
  {
    bad: "a destination that is closed",
    body: { parent: { id: "3005" } },
    status: 403,
    code: "access_denied_insufficient_permissions",
  },
  { bad: "a destination that is not there", body: { parent: { id: "3999" } }, status: 404, code: "not_found" },
  { bad: "a destination in the trash", body: { parent: { id: "3004" } }, status: 404, code: "not_found" },
  {
    bad: "a vanity name that is taken",
    body: { shared_link: { vanity_name: "taken" } },
    status: 400,
    code: "bad_request",
  },
  {
    bad: "a link that has ended",
    body: { shared_link: { unshared_at: "2026-11-20T08:00:00+00:00" } },
    status: 400,
    code: "bad_request",
  },
  {
    bad: "a lock that has ended",
    body: { lock: { access: "lock", expires_at: "2026-11-20T09:00:00+01:00" } },
    status: 400,
    code: "bad_request",
  },
  { bad: "too short a password", body: { shared_link: { password: "short12" } }, status: 400, code: "bad_request" },
  { bad: "too long a description", body: { description: "x".repeat(257) }, status: 400, code: "bad_request" },
  {
    bad: "101 tags",
    body: { tags: Array.from({ length: 101 }, (_, index) => `${index}`) },
    status: 400,
    code: "bad_request",
  },
];

for (const { bad, body, status, code } of refused) {
  test(`${bad} keeps the rest of an update from happening too [BE-03]`, async () => {
    const { as, sandbox } = await startSandbox();
    const owner = as("owner");
    await owner.updateFile({ path: { file_id: "4002" }, body: { shared_link: { vanity_name: "taken" } } });
    const before = sandbox.snapshot();
    const good: FileUpdate = {
      name: "rent.pdf",
      description: "Ended",
      parent: { id: "3006" },
      tags: ["rent"],
      permissions: { can_download: "company" },
      lock: { access: "lock" },
      shared_link: { access: "open" },
    };
    expect(await apiErrorOf(owner.updateFile({ path: { file_id: "4001" }, body: { ...good, ...body } }))).toMatchObject(
      {
        status,
        code,
      },
    );
    expect(sandbox.snapshot()).toEqual(before);
  });
}
