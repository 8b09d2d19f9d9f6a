import { createRequire } from "node:module";
import { isJsonObject, objectAt, stringAt } from "../contract/json.js";

/** What of the package's own manifest is needed when it runs. */
export interface PackageManifest {
  readonly version: string;
  /** Versions of what the package was tested with, and does not bring along. */
  readonly testedWith: Readonly<Record<string, string>>;
}

/** Reads the manifest of this package, wherever it is installed. */
export function packageManifest(): PackageManifest {
  // A package can load itself by its name, from the sources as well as from what is built of them.
  const manifest: unknown = createRequire(import.meta.url)("content-service-contract-tests/package.json");
  if (!isJsonObject(manifest)) throw new Error("The manifest of the package is no object");
  const versions = Object.entries(objectAt(manifest, "devDependencies"));
  return {
    version: stringAt(manifest, "version") ?? "0.0.0",
    testedWith: Object.fromEntries(versions.map(([name, version]) => [name, String(version)])),
  };
}
