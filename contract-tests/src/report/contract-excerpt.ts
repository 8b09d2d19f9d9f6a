import { type Contract, isJsonObject, type Json, pointer, segmentsOf, valueAt } from "content-service-contract";
import { jsonLines } from "./body-lines.js";

/**
 * Quotes the contract at a pointer, a keyword with its schema; undefined when the pointer leads nowhere.
 *
 * @returns JSON with the place marked as `invalid`, and the nearest description, at the place or above
 */
export function contractExcerpt({ document }: Contract, at: string, { maxLines }: { readonly maxLines: number }) {
  const value = valueAt(document, at);
  if (value === undefined) return undefined;
  const segments = segmentsOf(at);
  const keyword = isJsonObject(value) ? undefined : segments.at(-1);
  const owner = keyword === undefined ? segments : segments.slice(0, -1);
  const shown = withoutProse(valueAt(document, pointer("", ...owner)) ?? null, keyword);
  const name = owner.at(-1) ?? "document";
  const path = keyword === undefined ? undefined : [name, keyword];
  return {
    lines: jsonLines({ [name]: shown }, { path, maxLines, maxDepth: 4 }),
    description: descriptionNear(document, segments),
  };
}

const PROSE = new Set(["description", "summary", "example", "examples", "x-assumed", "x-requirement"]);

/** The description stands apart. */
function withoutProse(value: Json, keyword: string | undefined): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key === keyword || !PROSE.has(key)));
}

function descriptionNear(document: Json, segments: readonly string[]): string | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const node = valueAt(document, pointer("", ...segments.slice(0, length)));
    const description = isJsonObject(node) ? node["description"] : undefined;
    // A property named `description` is a schema.
    if (typeof description === "string") return description;
  }
  return undefined;
}
