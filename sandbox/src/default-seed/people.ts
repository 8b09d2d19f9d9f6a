import type { Seed } from "../store/records.js";

const since = "2026-01-05T08:00:00+00:00";
const tokenLife = "P30D";

/** Who there is, and what they sign in with. */
export const people = {
  enterprises: [{ id: "7001", allows_collaboration_expiry: true }, { id: "7002" }],
  users: [
    {
      id: "1001",
      name: "Enterprise Admin",
      login: "admin@example.com",
      enterprise_id: "7001",
      role: "admin",
      created_at: since,
      modified_at: "2026-02-20T09:30:00+00:00",
      space_used: 730_118,
      job_title: "Administrator",
      phone: "+1 202 555 0100",
      address: "1 Example Street",
    },
    {
      id: "1002",
      name: "Co-Admin",
      login: "coadmin@example.com",
      enterprise_id: "7001",
      role: "co-admin",
      created_at: since,
    },
    { id: "1003", name: "Contract Owner", login: "owner@example.com", enterprise_id: "7001", created_at: since },
    { id: "1004", name: "Contract Reviewer", login: "reviewer@example.com", enterprise_id: "7001", created_at: since },
    { id: "1005", name: "New Member", login: "member@example.com", enterprise_id: "7001", created_at: since },
    {
      id: "1009",
      name: "Service Account",
      login: "service@example.com",
      enterprise_id: "7001",
      role: "service",
      created_at: "2026-01-05T08:05:00+00:00",
    },
    {
      id: "1900",
      name: "Outside Partner",
      login: "partner@example.org",
      enterprise_id: "7002",
      role: "admin",
      created_at: since,
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
    { token: "token-admin", user_id: "1001", expires_at: tokenLife },
    { token: "token-co-admin", user_id: "1002", expires_at: tokenLife },
    { token: "token-owner", user_id: "1003", expires_at: tokenLife },
    { token: "token-reviewer", user_id: "1004", expires_at: tokenLife },
    { token: "token-member", user_id: "1005", expires_at: tokenLife },
    { token: "token-service", user_id: "1009", expires_at: tokenLife },
    { token: "token-partner", user_id: "1900", expires_at: tokenLife },
    { token: "token-expired", user_id: "1003", expires_at: "-PT1H" },
  ],
  refresh_tokens: [
    { token: "refresh-admin", user_id: "1001", client_id: "sandbox-client" },
    { token: "refresh-co-admin", user_id: "1002", client_id: "sandbox-client" },
    { token: "refresh-owner", user_id: "1003", client_id: "sandbox-client" },
    { token: "refresh-reviewer", user_id: "1004", client_id: "sandbox-client" },
    { token: "refresh-member", user_id: "1005", client_id: "sandbox-client" },
    { token: "refresh-service", user_id: "1009", client_id: "sandbox-client" },
    { token: "refresh-partner", user_id: "1900", client_id: "sandbox-client" },
    { token: "refresh-used", user_id: "1003", client_id: "sandbox-client", state: "used" },
    { token: "refresh-revoked", user_id: "1003", client_id: "sandbox-client", state: "revoked" },
    { token: "refresh-expired", user_id: "1003", client_id: "sandbox-client", expires_at: "-P1D" },
  ],
} satisfies Seed;
