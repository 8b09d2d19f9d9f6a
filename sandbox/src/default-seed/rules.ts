import type { Seed } from "../store/records.js";
import { invoiceIds } from "./content.js";

/** The collaborations, tasks, legal holds, retentions and other rules for the users and the content. */
export const rules = {
  collaborations: [
    {
      id: "9001",
      item: { type: "folder", id: "3002" },
      accessible_by: { type: "user", id: "1004" },
      role: "viewer",
      created_by: "1003",
      created_at: "2026-03-03T10:00:00+00:00",
      acknowledged_at: "2026-03-03T10:00:00+00:00",
    },
    {
      id: "9002",
      item: { type: "folder", id: "3006" },
      accessible_by: { type: "user", id: "1900" },
      role: "editor",
      created_by: "1003",
      acknowledged_at: "PT0S",
    },
    {
      id: "9003",
      item: { type: "folder", id: "3007" },
      accessible_by: { type: "group", id: "2001" },
      role: "previewer",
      created_by: "1003",
      acknowledged_at: "PT0S",
    },
    {
      id: "9004",
      item: { type: "file", id: "4007" },
      // Nobody has the invited address yet, so nobody has this id.
      accessible_by: { type: "user", id: "1901" },
      role: "viewer",
      status: "pending",
      invite_email: "invited@example.org",
      created_by: "1003",
    },
  ],
  allowlist_entries: [
    { id: "9501", enterprise_id: "7001", domain: "example.org", created_at: "2026-01-08T12:00:00+00:00" },
    {
      id: "9502",
      enterprise_id: "7001",
      domain: "example.net",
      direction: "inbound",
      created_at: "2026-01-08T12:05:00+00:00",
    },
    ...Array.from({ length: 120 }, (_, index) => ({
      id: String(50_001 + index),
      enterprise_id: "7001",
      domain: `partner-${String(index + 1).padStart(3, "0")}.example`,
    })),
  ],
  tasks: [
    {
      id: "9101",
      file_id: "4001",
      message: "Please check the rent.",
      due_at: "2026-04-15T16:00:00+02:00",
      created_by: "1003",
      created_at: "2026-03-09T13:10:00+00:00",
    },
    { id: "9102", file_id: "4004", action: "complete", created_by: "1001" },
  ],
  task_assignments: [
    {
      id: "9201",
      task_id: "9101",
      assigned_to: "1004",
      assigned_by: "1003",
      message: "Please check the rent.",
      assigned_at: "2026-03-09T13:12:00+00:00",
    },
    { id: "9202", task_id: "9102", assigned_to: "1002", assigned_by: "1001" },
  ],
  email_aliases: [{ id: "9401", user_id: "1003", email: "leases@example.com", is_confirmed: true }],
  terms_of_services: [
    {
      id: "9301",
      enterprise_id: "7001",
      status: "enabled",
      text: "Keep contracts confidential.",
      created_at: "2026-01-15T09:00:00+00:00",
    },
  ],
  legal_hold_policies: [
    { id: "8001", policy_name: "Lease dispute", enterprise_id: "7001" },
    { id: "8002", policy_name: "Audit", enterprise_id: "7001" },
    { id: "8900", policy_name: "Partner audit", enterprise_id: "7002" },
  ],
  legal_hold_policy_assignments: [
    {
      id: "8101",
      policy_id: "8001",
      assigned_to: { type: "folder", id: "3002" },
      assigned_by: "1001",
      assigned_at: "2026-03-05T08:30:00+00:00",
    },
    {
      id: "8102",
      policy_id: "8001",
      assigned_to: { type: "user", id: "1003" },
      assigned_by: "1001",
      assigned_at: "2026-03-05T09:00:00+00:00",
    },
    // Among those of files, so that a filter by type can tell them apart.
    { id: "8103", policy_id: "8002", assigned_to: { type: "file_version", id: "20001" }, assigned_by: "1001" },
    ...invoiceIds.map(({ fileId }, index) => ({
      id: String(30_001 + index),
      policy_id: "8002",
      assigned_to: { type: "file" as const, id: fileId },
      assigned_by: "1001",
    })),
  ],
  retention_policies: [
    { id: "8501", policy_name: "Keep contracts for ten years", enterprise_id: "7001" },
    {
      id: "8502",
      policy_name: "Delete invoices after a year",
      enterprise_id: "7001",
      retention_length: "365",
      disposition_action: "permanently_delete",
    },
  ],
  file_version_retentions: [
    {
      id: "8601",
      file_version_id: "5002",
      policy_id: "8501",
      applied_at: "2026-03-02T14:30:00+00:00",
      disposition_at: "2036-02-28T14:30:00+00:00",
    },
    {
      id: "8602",
      file_version_id: "5004",
      policy_id: "8501",
      applied_at: "2026-03-06T10:40:00+00:00",
      disposition_at: "2036-03-03T10:40:00+00:00",
    },
    ...invoiceIds.map(({ versionId }, index) => ({
      id: String(40_001 + index),
      file_version_id: versionId,
      policy_id: "8502",
      applied_at: "2026-01-01T00:00:00+00:00",
      disposition_at: new Date(Date.UTC(2027, 0, 1 + index)).toISOString(),
    })),
  ],
} satisfies Seed;
