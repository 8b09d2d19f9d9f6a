import type { Seed } from "../store/records.js";
import { invoiceIds } from "./content.js";

type Templates = NonNullable<Seed["metadata_templates"]>;
type Instances = NonNullable<Seed["metadata_instances"]>;

export const templates: Templates = [
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

export const instances: Instances = [
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
    values: { cost_centre: "4711", reviewed: "yes" },
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
      // Every tenth invoice has no tags at all, for IS NULL.
      ...(index % 10 === 0 ? {} : { tags: index % 2 === 0 ? ["lease"] : ["lease", "purchase"] }),
    },
  })),
];
