import type { ContractChange } from "./contract-change.js";
import { placeOf } from "./rate-change.js";

/**
 * The places of two documents that differ although no change names them. The comparison does not look into the values of
 * examples, nor far into `x-` marks; a document that differs there is another version all the same.
 */
export function unlistedChanges(base: unknown, revision: unknown, listed: readonly ContractChange[]): ContractChange[] {
  const known = new Set(listed.map(({ place }) => place));
  const places = new Set(
    differences(base, revision, "#")
      .filter((pointer) => pointer !== "#/info/version")
      .map((pointer) => placeOf({ path: pointer, kind: "modified", impact: "patch", verdicts: [] })),
  );
  return [...places]
    .filter((place) => !known.has(place))
    .map((place) => ({ place, says: "An example or a mark for tools changed.", step: "patch" }));
}

/** JSON pointers of what differs; arrays are taken as a whole. */
function differences(base: unknown, revision: unknown, pointer: string): string[] {
  if (!isRecord(base) || !isRecord(revision)) return JSON.stringify(base) === JSON.stringify(revision) ? [] : [pointer];
  return [...new Set([...Object.keys(base), ...Object.keys(revision)])].flatMap((key) =>
    differences(base[key], revision[key], `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
