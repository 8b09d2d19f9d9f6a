import bundled from "../../../generated/openapi.json" with { type: "json" };

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

const { schemas } = bundled.components;

/** The attributes of each standard representation, as the contract requires them. */
export const standard = {
  user: new Set(schemas.User.required),
  file: new Set(schemas.File.required),
  folder: new Set(schemas.Folder.required),
  webLink: new Set(schemas.WebLink.required),
  collaboration: new Set(schemas.Collaboration.required),
  legalHoldPolicyAssignment: new Set(schemas.LegalHoldPolicyAssignment.required),
  fileVersion: new Set(schemas.FileVersion.required),
  fileOnHold: new Set([...schemas.FileMini.required, "file_version"]),
} satisfies Record<string, ReadonlySet<string>>;
