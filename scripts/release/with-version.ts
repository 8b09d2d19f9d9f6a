/** The name of the package that the other one goes along with. */
const CLIENT = "content-service-client";

/** The version in the text of a package.json. */
export function versionOf(manifest: string): string {
  // A manifest of this repository, which npm reads too.
  return (JSON.parse(manifest) as { version: string }).version;
}

/**
 * The text of a package.json with another version, and with that version in the range of the client where it stands. The
 * sign in front of the range stays, and so does every other letter: the formatter has its own opinion on arrays.
 */
export function withVersion(manifest: string, version: string): string {
  return manifest
    .replace(/^( {2}"version": ")[^"]+(")/m, `$1${version}$2`)
    .replace(new RegExp(`("${CLIENT}": "[\\^~]?)\\d+\\.\\d+\\.\\d+(")`, "g"), `$1${version}$2`);
}

/** The text of the package-lock.json with another version of both packages. */
export function withVersionInLock(lock: string, version: string): string {
  // A lock file of version 3: npm writes it, and these are the places where it repeats the manifests.
  const parsed = JSON.parse(lock) as { version: string; packages: Record<string, LockedPackage> };
  parsed.version = version;
  for (const path of ["", "contract-tests"]) {
    const entry = parsed.packages[path];
    if (!entry) throw new Error(`package-lock.json has no entry "${path}".`);
    entry.version = version;
    for (const ranges of [entry.peerDependencies, entry.dependencies, entry.devDependencies]) {
      const range = ranges?.[CLIENT];
      if (ranges && range) ranges[CLIENT] = range.replace(/\d+\.\d+\.\d+/, version);
    }
  }
  return `${JSON.stringify(parsed, null, 2)}\n`;
}

interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
