import { type Client, type components, paginate } from "content-service-client";
import type { Sandbox, Seed } from "content-service-sandbox";
import { loadSeed } from "../../src/seed/load-seed.js";
import { SeedError } from "../../src/seed/validate-seed.js";
import { START_MS, smallSeed } from "./start-sandbox.js";

type MetadataQuery = components["schemas"]["MetadataQuery"];

/** What is wrong with a seed, as `place message`. */
export function issuesOf(seed: unknown): string[] {
  try {
    loadSeed(structuredClone(seed), START_MS);
    return [];
  } catch (error) {
    if (error instanceof SeedError) return error.issues.map(({ at, message }) => `${at} ${message}`);
    throw error;
  }
}

/** The file with an id, as a snapshot has it. */
export function storedFile(sandbox: Sandbox, id: string): NonNullable<Seed["files"]>[number] {
  const found = sandbox.snapshot().files?.find((file) => file.id === id);
  if (found === undefined) throw new Error(`The sandbox has no file ${id}`);
  return found;
}

/** The small seed with nothing on hold: all users can be deleted. */
export const seedWithoutHolds: Seed = { ...smallSeed, legal_hold_policy_assignments: [] };

/**
 * The small seed with more items in the trash: a file (4010), a file two folders down (4011), a folder in a folder in
 * the trash (3011), and folders from the root folders of the owner (3012) and the reviewer (3013).
 */
export function seedWithTrash(): Seed {
  const seed = structuredClone(seedWithoutHolds);
  const trashed_at = "-P1D";
  seed.files?.push(
    { id: "4010", name: "gone.pdf", parent_id: "3001", trashed_at, versions: [{ id: "5100" }] },
    { id: "4011", name: "old.pdf", parent_id: "3004", versions: [{ id: "5101" }] },
  );
  seed.folders?.push(
    { id: "3011", name: "2018", parent_id: "3003", trashed_at },
    { id: "3012", name: "Notes", owner_id: "1003", trashed_at },
    { id: "3013", name: "Notes", owner_id: "1004", trashed_at },
  );
  return seed;
}

/** Values of the template `record`, which has one field of each type. */
export interface RecordValues {
  readonly name?: string;
  readonly amount?: number;
  readonly due?: string;
  readonly state?: "open" | "signed" | "ended";
  readonly colors?: readonly ("red" | "blue" | "green")[];
}

const RECORDS_FOLDER = "3100";
const RECORD = { scope: "enterprise_7001", templateKey: "record" };
const FIRST_FILE = 60_000;

/** The small seed and a folder with one file a record. For `undefined` the file has no metadata instance. */
export function seedWithRecords(records: readonly (RecordValues | undefined)[]): Seed {
  const seed = structuredClone(smallSeed);
  const options = (...keys: string[]) => keys.map((key) => ({ id: `option-${key}`, key }));
  seed.metadata_templates?.push({
    id: "record",
    ...RECORD,
    fields: [
      { id: "record-name", type: "string", key: "name" },
      { id: "record-amount", type: "float", key: "amount" },
      { id: "record-due", type: "date", key: "due" },
      { id: "record-state", type: "enum", key: "state", options: options("open", "signed", "ended") },
      { id: "record-colors", type: "multiSelect", key: "colors", options: options("red", "blue", "green") },
    ],
  });
  seed.folders?.push({ id: RECORDS_FOLDER, name: "Records", owner_id: "1003" });
  for (const [index, values] of records.entries()) {
    const id = recordFile(index);
    seed.files?.push({ id, name: `record-${index}`, parent_id: RECORDS_FOLDER, versions: [{ id: `v${id}` }] });
    if (values === undefined) continue;
    const item = { type: "file", id } as const;
    seed.metadata_instances?.push({ id: `instance-${id}`, item, ...RECORD, values: { ...values } });
  }
  return seed;
}

export const recordFile = (index: number): string => String(FIRST_FILE + index);

export const recordOf = ({ id }: { readonly id: string }): number => Number(id) - FIRST_FILE;

/** A query for records, with defaults for what it leaves out. */
export function recordQuery(query: Partial<MetadataQuery> = {}): MetadataQuery {
  return { from: "enterprise_7001.record", ancestor_folder_id: RECORDS_FOLDER, ...query };
}

/** The indexes of the records that a query finds, in the order of its pages. */
export async function findRecords(client: Client, query: Partial<MetadataQuery> = {}): Promise<number[]> {
  const found: number[] = [];
  for await (const item of paginate(client.queryMetadata, { body: recordQuery(query) })) found.push(recordOf(item));
  return found;
}
