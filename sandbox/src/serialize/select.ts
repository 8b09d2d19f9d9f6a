/** The attributes that `fields` lists, as names of the record itself: `metadata.global.properties` is in `metadata`. */
export function namesIn(fields: readonly string[]): string[] {
  return fields.map((field) => field.split(".")[0] ?? "");
}

/**
 * Narrows a record to what `fields` lists, beside `type`, `id` and `name`. Without `fields` it keeps the attributes of
 * the standard representation. A name that the record does not have is passed over.
 */
export function select<Full extends object>(
  full: Full,
  fields: readonly string[] | undefined,
  standard: ReadonlySet<string>,
): Full {
  const listed = fields === undefined ? standard : new Set(["type", "id", "name", ...namesIn(fields)]);
  // What is left out is optional in the type of every narrowed record.
  return Object.fromEntries(Object.entries(full).filter(([name]) => listed.has(name))) as Full;
}
