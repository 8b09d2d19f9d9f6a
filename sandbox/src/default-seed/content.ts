import type { Seed } from "../store/records.js";

/** The ids of the invoices and of their versions: enough for several pages of each list. */
export const invoiceIds = Array.from({ length: 250 }, (_, index) => ({
  fileId: String(10_001 + index),
  versionId: String(20_001 + index),
}));

/** The counts of an item that was changed before the start. */
const changed = (count: string) => ({ etag: count, sequence_id: count });

const folders: Seed["folders"] = [
  { id: "3001", name: "Contracts", owner_id: "1003", ...changed("4"), created_at: "2026-01-12T07:50:00+00:00" },
  {
    id: "3002",
    name: "Leases",
    parent_id: "3001",
    ...changed("1"),
    created_at: "2026-01-12T08:10:00+00:00",
    modified_at: "2026-03-02T14:30:00+00:00",
    content_created_at: "2026-01-12T08:10:00+00:00",
    content_modified_at: "2026-03-02T14:30:00+00:00",
    shared_link: { slug: "leases", can_download: false, preview_count: 31 },
  },
  {
    id: "3003",
    name: "Archive",
    parent_id: "3001",
    description: "Contracts that have ended",
    ...changed("1"),
    created_at: "2026-01-12T08:00:00+00:00",
    created_by: "1001",
    content_created_at: "2026-01-12T08:00:00+00:00",
    content_modified_at: "2026-03-05T11:20:00+00:00",
    trashed_at: "2026-03-04T17:00:00+00:00",
  },
  { id: "3004", name: "2019", parent_id: "3003" },
  { id: "3005", name: "Board", owner_id: "1001" },
  { id: "3006", name: "Exchange", owner_id: "1003" },
  { id: "3007", name: "Invoices", owner_id: "1003" },
  { id: "3008", name: "Drafts", parent_id: "3999", owner_id: "1003", trashed_at: "2026-03-09T12:00:00+00:00" },
  { id: "3009", name: "Reviews", owner_id: "1004" },
  { id: "3010", name: "Service reports", owner_id: "1009" },
  { id: "3900", name: "Partner files", owner_id: "1900" },
];

const files: Seed["files"] = [
  {
    id: "4001",
    name: "lease.pdf",
    parent_id: "3002",
    description: "Signed lease of the ground floor",
    ...changed("3"),
    created_at: "2026-02-02T09:15:00+00:00",
    modified_at: "2026-03-02T14:30:00+00:00",
    content_created_at: "2026-01-30T16:05:00+00:00",
    content_modified_at: "2026-03-02T14:29:00+00:00",
    tags: ["lease", "ground floor"],
    versions: [
      {
        id: "5001",
        sha1: "89e6c98d92887913cadf06b2adb97f26cde4849b",
        size: 179_310,
        created_at: "2026-02-02T09:15:00+00:00",
      },
      {
        id: "5002",
        sha1: "3f786850e387550fdab836ed7e6dc881de23001b",
        size: 182_044,
        created_at: "2026-03-02T14:30:00+00:00",
      },
    ],
    shared_link: {
      slug: "lease",
      access: "company",
      password: "correct-horse",
      vanity_name: "office-lease",
      unshared_at: "P365D",
      download_count: 4,
      preview_count: 12,
    },
  },
  {
    id: "4002",
    name: "invoice.pdf",
    parent_id: "3001",
    versions: [{ id: "5003", sha1: "2b66fd261ee5c6cfc8de7fa466bab600bcfe4f69", size: 20_112 }],
    shared_link: { slug: "invoice" },
  },
  { id: "4003", name: "old lease.pdf", parent_id: "3003", versions: [{ id: "5004", size: 548_074 }] },
  { id: "4004", name: "minutes.pdf", parent_id: "3005", versions: [{ id: "5005", size: 9_001 }] },
  {
    id: "4005",
    name: "budget.xlsx",
    parent_id: "3001",
    versions: [
      { id: "5006", size: 38_912 },
      { id: "5011", size: 40_960 },
    ],
    lock: { id: "4901", created_by: "1003", created_at: "2026-03-04T08:00:00+00:00" },
  },
  {
    id: "4006",
    name: "flyer.pdf",
    parent_id: "3001",
    versions: [{ id: "5007", size: 1_200 }],
    shared_link: { slug: "flyer", unshared_at: "-P1D" },
  },
  {
    id: "4007",
    name: "offer.pdf",
    parent_id: "3006",
    versions: [{ id: "5008", size: 2_400 }],
    shared_link: { slug: "offer" },
  },
  { id: "4008", name: "draft.txt", parent_id: "3008", versions: [{ id: "5009", size: 120 }] },
  { id: "4009", name: "review.txt", parent_id: "3009", versions: [{ id: "5010", size: 64 }] },
  { id: "4900", name: "partner.pdf", parent_id: "3900", versions: [{ id: "5900", size: 512 }] },
  ...invoiceIds.map(({ fileId, versionId }, index) => ({
    id: fileId,
    name: `invoice-${String(index + 1).padStart(3, "0")}.pdf`,
    parent_id: "3007",
    versions: [{ id: versionId, size: 1_000 + index }],
  })),
];

const web_links: Seed["web_links"] = [
  {
    id: "6001",
    name: "Land register",
    url: "https://register.example.com/parcels/12",
    description: "The parcel of the leased building",
    parent_id: "3001",
    created_at: "2026-03-06T07:45:00+00:00",
    shared_link: { slug: "register" },
  },
];

const metadata_templates: Seed["metadata_templates"] = [
  { id: "properties", scope: "global", templateKey: "properties", displayName: "Custom metadata" },
  {
    id: "b4a7c1e0-5d2f-4c3a-9e8b-1f0d2c3b4a55",
    scope: "enterprise_7001",
    templateKey: "contract",
    displayName: "Contract",
    fields: [
      {
        id: "0e6f2b1c-7a44-4d0b-8f55-9c1d2e3f4a01",
        type: "enum",
        key: "status",
        displayName: "Status",
        description: "Where the contract stands",
        options: [
          { id: "5b7c9d10-2e3f-4a5b-8c6d-7e8f9a0b1c21", key: "open" },
          { id: "5b7c9d10-2e3f-4a5b-8c6d-7e8f9a0b1c22", key: "signed" },
          { id: "5b7c9d10-2e3f-4a5b-8c6d-7e8f9a0b1c23", key: "ended" },
        ],
      },
      { id: "0e6f2b1c-7a44-4d0b-8f55-9c1d2e3f4a02", type: "float", key: "amount", displayName: "Amount" },
      { id: "0e6f2b1c-7a44-4d0b-8f55-9c1d2e3f4a03", type: "date", key: "signed_at", displayName: "Signed on" },
      { id: "0e6f2b1c-7a44-4d0b-8f55-9c1d2e3f4a04", type: "string", key: "party", displayName: "Other party" },
      {
        id: "0e6f2b1c-7a44-4d0b-8f55-9c1d2e3f4a05",
        type: "multiSelect",
        key: "tags",
        displayName: "Tags",
        options: [
          { id: "5b7c9d10-2e3f-4a5b-8c6d-7e8f9a0b1c31", key: "lease" },
          { id: "5b7c9d10-2e3f-4a5b-8c6d-7e8f9a0b1c32", key: "purchase" },
        ],
      },
    ],
  },
  {
    id: "2f8e6d4c-1b3a-4f5e-8d7c-6b5a4f3e2d10",
    scope: "enterprise_7001",
    templateKey: "approval",
    displayName: "Approval",
    hidden: true,
    copyInstanceOnItemCopy: true,
    fields: [
      { id: "3a1b5c7d-9e0f-4a2b-8c4d-6e8f0a1b2c11", type: "string", key: "approved_by", displayName: "Approved by" },
    ],
  },
  { id: "partnership", scope: "enterprise_7002", templateKey: "partnership", displayName: "Partnership" },
];

const contract = { scope: "enterprise_7001", templateKey: "contract" };
const statuses = ["open", "signed", "ended"];

const metadata_instances: Seed["metadata_instances"] = [
  {
    id: "7d1e5f3a-9b20-4c64-a1d8-3e5f7a9b0c12",
    item: { type: "file", id: "4001" },
    ...contract,
    values: {
      status: "open",
      amount: 1250.5,
      signed_at: "2026-02-27T00:00:00+00:00",
      party: "Outside Partner",
      tags: ["lease"],
    },
  },
  {
    id: "1c3e5a7b-2d4f-4680-9a1b-3c5d7e9f0a21",
    item: { type: "file", id: "4001" },
    scope: "global",
    templateKey: "properties",
    values: { cost_center: "4711", reviewed: "yes" },
  },
  { id: "instance-3002", item: { type: "folder", id: "3002" }, ...contract, values: { status: "signed", amount: 50 } },
  { id: "instance-4004", item: { type: "file", id: "4004" }, ...contract, values: { status: "open", amount: 9000 } },
  ...invoiceIds.map(({ fileId }, index) => ({
    id: `instance-${fileId}`,
    item: { type: "file" as const, id: fileId },
    ...contract,
    values: {
      status: statuses[index % 3],
      amount: 100 + index,
      signed_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
      party: `Party ${String.fromCharCode(65 + (index % 26))}`,
      // Every tenth invoice has no tags, for IS NULL.
      ...(index % 10 === 0 ? {} : { tags: index % 2 === 0 ? ["lease"] : ["lease", "purchase"] }),
    },
  })),
];

/** The folders, files and web links, with their metadata. */
export const content: Seed = { folders, files, web_links, metadata_templates, metadata_instances };
