import type { Seed } from "../store/records.js";

const since = "2026-01-05T08:00:00+00:00";

/** The users with a token: `token-<name>` and `refresh-<name>`. */
const userIds = Object.entries({
  admin: "1001",
  "co-admin": "1002",
  owner: "1003",
  reviewer: "1004",
  member: "1005",
  service: "1009",
  partner: "1900",
});

function member(id: string, name: string, account: string) {
  return { id, name, login: `${account}@example.com`, enterprise_id: "7001", created_at: since };
}

/** The enterprises, users and groups, with their clients and tokens. */
export const people = {
  enterprises: [{ id: "7001", allows_collaboration_expiry: true }, { id: "7002" }],
  users: [
    {
      ...member("1001", "Enterprise Admin", "admin"),
      role: "admin",
      modified_at: "2026-02-20T09:30:00+00:00",
      space_used: 730_118,
      job_title: "Administrator",
      phone: "+1 202 555 0100",
      address: "1 Example Street",
    },
    { ...member("1002", "Co-Admin", "coadmin"), role: "co-admin" },
    member("1003", "Contract Owner", "owner"),
    member("1004", "Contract Reviewer", "reviewer"),
    member("1005", "New Member", "member"),
    { ...member("1009", "Service Account", "service"), role: "service", created_at: "2026-01-05T08:05:00+00:00" },
    {
      ...member("1900", "Outside Partner", "partner"),
      login: "partner@example.org",
      enterprise_id: "7002",
      role: "admin",
    },
  ],
  groups: [
    { id: "2001", name: "Legal", enterprise_id: "7001", member_ids: ["1004"] },
    { id: "2002", name: "Board", enterprise_id: "7001", is_invitable: false, member_ids: ["1001"] },
  ],
  clients: [
    { client_id: "sandbox-client", client_secret: "sandbox-secret" },
    { client_id: "other-client", client_secret: "other-secret" },
  ],
  access_tokens: [
    ...userIds.map(([name, user_id]) => ({ token: `token-${name}`, user_id, expires_at: "P30D" })),
    { token: "token-expired", user_id: "1003", expires_at: "-PT1H" },
  ],
  refresh_tokens: [
    ...userIds.map(([name, user_id]) => ({ token: `refresh-${name}`, user_id, client_id: "sandbox-client" })),
    { token: "refresh-used", user_id: "1003", client_id: "sandbox-client", state: "used" },
    { token: "refresh-revoked", user_id: "1003", client_id: "sandbox-client", state: "revoked" },
    { token: "refresh-expired", user_id: "1003", client_id: "sandbox-client", expires_at: "-P1D" },
  ],
} satisfies Seed;
