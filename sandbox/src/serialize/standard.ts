import bundled from "../../../generated/openapi.json" with { type: "json" };

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
