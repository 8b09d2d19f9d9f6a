import { defaultSeed, type Seed } from "content-service-sandbox";

/** Values of the template `record`, which has one field of each type. */
export interface RecordValues {
  readonly name?: string;
  readonly amount?: number;
  readonly due?: string;
  readonly state?: "open" | "signed" | "ended";
  readonly colours?: readonly ("red" | "blue" | "green")[];
}

/** The folder of the records. */
export const RECORDS_FOLDER = "3100";

/** The file of a record. */
export function recordFile(index: number): string {
  return String(FIRST_FILE + index);
}

/** Which record a file is. */
export function recordOf({ id }: { readonly id: string }): number {
  return Number(id) - FIRST_FILE;
}

/**
 * The default world and a folder with a file for each record, which has the values in an instance of
 * `enterprise_7001.record`. For undefined there is a file without an instance.
 */
export function seedWithRecords(records: readonly (RecordValues | undefined)[]): Seed {
  const seed = defaultSeed();
  const options = (...keys: string[]) => keys.map((key) => ({ id: `option-${key}`, key }));
  seed.metadata_templates?.push({
    id: "record",
    ...RECORD,
    fields: [
      { id: "record-name", type: "string", key: "name" },
      { id: "record-amount", type: "float", key: "amount" },
      { id: "record-due", type: "date", key: "due" },
      { id: "record-state", type: "enum", key: "state", options: options("open", "signed", "ended") },
      { id: "record-colours", type: "multiSelect", key: "colours", options: options("red", "blue", "green") },
    ],
  });
  seed.folders?.push({ id: RECORDS_FOLDER, name: "Records", owner_id: "1003" });
  for (const [index, values] of records.entries()) {
    const id = recordFile(index);
    seed.files?.push({ id, name: `record-${index}`, parent_id: RECORDS_FOLDER, versions: [{ id: `v${id}` }] });
    if (values === undefined) continue;
    seed.metadata_instances?.push({
      id: `instance-${id}`,
      item: { type: "file", id },
      ...RECORD,
      values: { ...values },
    });
  }
  return seed;
}

const FIRST_FILE = 60_000;
const RECORD = { scope: "enterprise_7001", templateKey: "record" };
