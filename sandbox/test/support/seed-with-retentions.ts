import { defaultSeed, type Seed } from "content-service-sandbox";

/** The id of the first retention, as a number; those of the others follow. */
export const FIRST_RETENTION = 1_000_000;

/** The default world with so many retentions, of which one file version has all. */
export function seedWithRetentions(count: number): Seed {
  const kept = { file_version_id: "5003", policy_id: "8501", applied_at: "PT0S", disposition_at: "P3650D" };
  const retentions = Array.from({ length: count }, (_, index) => ({ id: String(FIRST_RETENTION + index), ...kept }));
  return { ...defaultSeed(), file_version_retentions: retentions };
}
