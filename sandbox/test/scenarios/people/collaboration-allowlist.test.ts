import { paginate } from "content-service-client";
import { defaultSeed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

test("entries say which domain may collaborate, and in which direction [OP-20]", async () => {
  const { as } = await startSandbox();
  const page = await as("admin").listCollaborationAllowlistEntries({ query: { limit: 2 } });
  const enterprise = { type: "enterprise", id: "7001" };
  expect(page).toEqual({
    entries: [
      {
        type: "collaboration_whitelist_entry",
        id: "9501",
        domain: "example.org",
        direction: "both",
        enterprise,
        created_at: "2026-01-08T12:00:00+00:00",
      },
      {
        type: "collaboration_whitelist_entry",
        id: "9502",
        domain: "example.net",
        direction: "inbound",
        enterprise,
        created_at: "2026-01-08T12:05:00+00:00",
      },
    ],
    offset: 0,
    limit: 2,
    total_count: 122,
  });
});

test("all entries arrive by marker, which usemarker asks for [OP-20] [PG-2]", async () => {
  const { as } = await startSandbox();
  const domains: string[] = [];
  const query = { limit: 50 };
  for await (const { domain } of paginate(as("co-admin").listCollaborationAllowlistEntries, { query }))
    domains.push(domain);
  expect(domains).toHaveLength(122);
  expect(domains.slice(0, 3)).toEqual(["example.org", "example.net", "partner-001.example"]);
  expect(new Set(domains).size).toBe(122);
});

test("only admins and co-admins see the list, and that of their own enterprise alone [OP-20]", async () => {
  const seed = defaultSeed();
  seed.allowlist_entries?.push({ id: "9590", enterprise_id: "7002", domain: "example.com" });
  const { as } = await startSandbox({ seed });
  for (const person of ["owner", "reviewer", "member", "service"] as const) {
    const refusal = await apiErrorOf(as(person).listCollaborationAllowlistEntries());
    expect(refusal).toMatchObject({ status: 403, code: "forbidden" });
  }
  const { entries, total_count } = await as("partner").listCollaborationAllowlistEntries();
  expect(entries).toMatchObject([{ id: "9590", domain: "example.com" }]);
  expect(total_count).toBe(1);
});

test("the list says whom the enterprise may invite, by its outbound entries alone [OP-20]", async () => {
  const { as } = await startSandbox();
  const invite = (login: string) =>
    as("owner").createCollaboration({
      body: { item: { type: "folder", id: "3001" }, accessible_by: { type: "user", login }, role: "viewer" },
    });
  expect(await invite("somebody@example.org")).toMatchObject({ status: "pending" });
  // The entry of example.net is inbound: people of that domain may invite, and may not be invited.
  for (const login of ["somebody@example.net", "somebody@elsewhere.example"]) {
    expect(await apiErrorOf(invite(login))).toMatchObject({ status: 403, code: "forbidden_by_policy" });
  }
});
