import type { Seed } from "content-service-sandbox";

const FILES = 100_000;
const RETENTIONS = 50_000;
export const TEMPLATE = "enterprise_7001.contract";

/** The highest amount of an instance. */
export const MAX_AMOUNT = 1_000_000;

/** A large seed: 1,000 folders in three levels, files in the lowest, a metadata instance each, and retentions. */
export function largeSeed(): Seed {
  return {
    enterprises: [{ id: ENTERPRISE }],
    users: [
      { id: "1001", name: "Admin", login: "admin@example.com", enterprise_id: ENTERPRISE, role: "admin" },
      ...times(OWNERS, (index) => ({
        id: ownerId(index),
        name: `Owner ${index}`,
        login: `owner-${index}@example.com`,
        enterprise_id: ENTERPRISE,
      })),
    ],
    access_tokens: [
      { token: "token-admin", user_id: "1001", expires_at: "P1D" },
      { token: "token-owner", user_id: ownerId(0), expires_at: "P1D" },
    ],
    folders: folders(),
    files: times(FILES, (index) => ({
      id: fileId(index),
      name: `contract-${index}.pdf`,
      parent_id: leafId(index % LEAVES),
      versions: [{ id: versionId(index), size: 1000 + index }],
    })),
    metadata_templates: [template],
    metadata_instances: times(FILES, (index) => ({
      id: `instance-${index}`,
      item: { type: "file", id: fileId(index) },
      scope: SCOPE,
      templateKey: "contract",
      values: valuesOf(index),
    })),
    retention_policies: [{ id: "8501", policy_name: "Ten years", enterprise_id: ENTERPRISE }],
    file_version_retentions: times(RETENTIONS, (index) => ({
      id: String(500_000 + index),
      file_version_id: versionId((index * 2) % FILES),
      policy_id: "8501",
      applied_at: "2026-01-01T00:00:00Z",
      disposition_at: instant(index),
    })),
  };
}

const ENTERPRISE = "7001";
const SCOPE = `enterprise_${ENTERPRISE}`;
const OWNERS = 20;
const LEAVES = 900;

function folders(): NonNullable<Seed["folders"]> {
  const tops = times(OWNERS, (index) => ({ id: String(2000 + index), name: "All", owner_id: ownerId(index) }));
  const middles = times(80, (index) => ({
    id: String(2100 + index),
    name: `Part ${index}`,
    parent_id: String(2000 + (index % OWNERS)),
  }));
  const leaves = times(LEAVES, (index) => ({
    id: leafId(index),
    name: `Folder ${index}`,
    parent_id: String(2100 + (index % middles.length)),
  }));
  return [...tops, ...middles, ...leaves];
}

const template: NonNullable<Seed["metadata_templates"]>[number] = {
  id: "contract",
  scope: SCOPE,
  templateKey: "contract",
  fields: [
    {
      id: "1",
      type: "enum",
      key: "status",
      options: ["open", "signed", "ended"].map((key) => ({ id: key, key })),
    },
    { id: "2", type: "float", key: "amount" },
    { id: "3", type: "date", key: "signed_at" },
    { id: "4", type: "string", key: "party" },
  ],
};

function valuesOf(index: number) {
  return {
    status: ["open", "signed", "ended"][index % 3],
    // A prime step spreads the amounts.
    amount: (index * 7_919) % MAX_AMOUNT,
    signed_at: instant((index * 31) % 40_000),
    party: `Party ${(index * 17) % 5_000}`,
  };
}

function instant(hours: number): string {
  return new Date(Date.UTC(2026, 0, 1, hours)).toISOString();
}

const ownerId = (index: number) => String(1100 + index);
const leafId = (index: number) => String(3000 + index);
const fileId = (index: number) => String(100_000 + index);
const versionId = (index: number) => String(300_000 + index);

function times<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
