import bundled from "../../../generated/openapi.json" with { type: "json" };

/**
 * Selects `fields` with `type`, `id`, `name` and the `etag` of an item; without `fields`, the standard attributes. Ignores
 * unknown fields.
 */
export function select<Full extends object>(
  full: Full,
  fields: readonly string[] | undefined,
  standard: ReadonlySet<string>,
): Full {
  // `metadata.global.properties` is in `metadata`.
  const names = fields?.map((field) => field.split(".")[0] ?? "");
  const listed = names === undefined ? standard : new Set(["type", "id", "etag", "name", ...names]);
  // Every attribute that can be missing is optional in the type.
  return Object.fromEntries(Object.entries(full).filter(([name]) => listed.has(name))) as Full;
}

const { schemas } = bundled.components;

/** The standard attributes of each resource: the properties of the contract, without those that only `fields` returns. */
export const standard = {
  user: properties(schemas.UserFields),
  file: properties(schemas.FileFields, ["lock", "tags", "permissions", "extension", "metadata"]),
  folder: properties(schemas.FolderFields, ["metadata"]),
  webLink: properties(schemas.WebLinkFields),
  collaboration: properties(schemas.CollaborationFields),
  legalHoldPolicyAssignment: properties(schemas.LegalHoldPolicyAssignmentFields),
  fileVersion: properties(schemas.FileVersionFields),
} satisfies Record<string, ReadonlySet<string>>;

function properties(schema: { readonly properties: object }, except: readonly string[] = []): ReadonlySet<string> {
  return new Set(Object.keys(schema.properties).filter((name) => !except.includes(name)));
}
