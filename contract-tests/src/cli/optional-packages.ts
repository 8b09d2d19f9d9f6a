import { createRequire } from "node:module";
import { isJsonObject, objectAt, stringAt } from "content-service-contract";
import { UsageError } from "./usage-error.js";

export function packageVersions() {
  // A package can load itself by its name, from its sources and from its build.
  const manifest: unknown = createRequire(import.meta.url)("content-service-contract-tests/package.json");
  if (!isJsonObject(manifest)) throw new Error("Expected the package manifest to be a JSON object");
  const version = stringAt(manifest, "version") ?? "0.0.0";
  // The last two are released together with this package.
  const together = { "content-service-sandbox": version, "content-service-codegen": version };
  return { version, testedWith: { ...objectAt(manifest, "devDependencies"), ...together } };
}

/** Imports packages that are installed only on demand, and merges their exports. Throws a `UsageError` when one is missing. */
export async function importOptional<Exports>(subject: string, specifiers: readonly string[]): Promise<Exports> {
  try {
    const modules = await Promise.all(specifiers.map((name): Promise<object> => import(name)));
    // The manifest pins the versions that these types were written for, and the tests load them.
    return Object.assign({}, ...modules) as Exports;
  } catch (error) {
    throw missingPackages(subject, specifiers, error);
  }
}

/** The error with the install command, or the given one when it has another cause. */
export function missingPackages(subject: string, specifiers: readonly string[], error: unknown): unknown {
  const packages = specifiers.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  if (!isMissing(error, packages)) return error;
  const { testedWith } = packageVersions();
  const wanted = packages.map((name) => `${name}@${stringAt(testedWith, name) ?? "latest"}`).join(" ");
  return new UsageError(`${subject} needs packages that are not installed: npm install --save-dev ${wanted}`, {
    cause: error,
  });
}

function isMissing(error: unknown, packages: readonly string[]): boolean {
  const isModule = error instanceof Error && "code" in error && /MODULE_NOT_FOUND$/.test(String(error.code));
  return isModule && packages.some((name) => error.message.includes(`'${name}`));
}
