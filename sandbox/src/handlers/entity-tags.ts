/** How the tags of a condition are compared: `If-Match` strongly, `If-None-Match` weakly (RFC 9110, section 13.1). */
export type Comparison = "strong" | "weak";

/**
 * Whether a condition such as `If-Match` names an etag: `*`, a list of entity tags, or the etag of a record as it is, alone. A
 * weak tag such as `W/"3"` only matches in a weak comparison.
 */
export function namesEtag(condition: string, etag: string, comparison: Comparison): boolean {
  const value = condition.trim();
  if (value === "*" || value === etag) return true;
  if (!LIST.test(value)) return false;
  return [...value.matchAll(TAG)].some(
    ([, weak, tag]) => tag === etag && (weak === undefined || comparison === "weak"),
  );
}

const TAG = /(W\/)?"([^"]*)"/g;
const LIST = /^(?:(?:W\/)?"[^"]*")?(?:\s*,\s*(?:(?:W\/)?"[^"]*")?)*$/;
