import bundled from "../../../generated/openapi.json" with { type: "json" };

/** The top-level attributes of `fields`: `metadata.global.properties` is in `metadata`. */
export function namesIn(fields: readonly string[]): string[] {
  return fields.map((field) => field.split(".")[0] ?? "");
}

/** Selects `fields` with `type`, `id` and `name`; without `fields`, the standard attributes. Ignores unknown fields. */
export function select<Full extends object>(
  full: Full,
  fields: readonly string[] | undefined,
  standard: ReadonlySet<string>,
): Full {
  const listed = fields === undefined ? standard : new Set(["type", "id", "name", ...namesIn(fields)]);
  // Every attribute that can be missing is optional in the type.
  return Object.fromEntries(Object.entries(full).filter(([name]) => listed.has(name))) as Full;
}

const { schemas } = bundled.components;

/** The standard attributes of each schema: the required properties of the contract. */
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
