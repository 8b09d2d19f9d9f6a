import type { Contract } from "../contract/contract.js";
import { exampleResponses } from "../contract/documented-responses.js";
import { isJsonObject } from "../contract/json.js";
import { pointer } from "../contract/json-pointer.js";
import type { Operation } from "../contract/operation.js";
import { recordsOf } from "../contract/schema-properties.js";

/**
 * What to list in `fields`, so that something comes of it: what the first narrowed example of the operation holds. The
 * example of the parameter is the same for all records, and some have none of its names.
 */
export function narrowedFields(contract: Contract, operation: Operation): string[] | undefined {
  for (const { status, media, example } of exampleResponses(operation)) {
    const body = example?.value;
    if (status >= 300 || media?.schema === undefined || !isJsonObject(body)) continue;
    if (!Array.isArray(contract.schemaAt(media.schema)["anyOf"])) continue;
    const whole = pointer(contract.pointerOf(media.schema), "anyOf", 0);
    if (contract.validate(whole, body).length === 0) continue;
    const names = recordsOf(body).flatMap(([, record]) => Object.keys(record));
    const listed = [...new Set(names)].filter((name) => !["type", "id", "name"].includes(name));
    if (listed.length > 0) return listed;
  }
  return undefined;
}
