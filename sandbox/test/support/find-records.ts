import { type Client, type components, paginate } from "content-service-client";
import { RECORDS_FOLDER, recordOf } from "./seed-with-records.js";

type MetadataQuery = components["schemas"]["MetadataQuery"];

/** A query for records, wherever it does not say otherwise. */
export function recordQuery(query: Partial<MetadataQuery> = {}): MetadataQuery {
  return { from: "enterprise_7001.record", ancestor_folder_id: RECORDS_FOLDER, ...query };
}

/** The records that a query finds, as the numbers of `seedWithRecords`, in the order in which all its pages have them. */
export async function findRecords(client: Client, query: Partial<MetadataQuery> = {}): Promise<number[]> {
  const found: number[] = [];
  for await (const item of paginate(client.queryMetadata, { body: recordQuery(query) })) found.push(recordOf(item));
  return found;
}
