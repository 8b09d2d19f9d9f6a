import { newestRelease } from "./changelog.js";
import type { ReleaseFile } from "./release-plan.js";
import { versionOf } from "./with-version.js";

/** What keeps a tag from being published. Empty when it is the tag of a release that `npm run release` made. */
export function tagProblems(
  tag: string,
  files: Readonly<Record<ReleaseFile, string>>,
  releasedContract: string,
): string[] {
  const problems: string[] = [];
  for (const path of ["package.json", "contract-tests/package.json"] as const) {
    const version = versionOf(files[path]);
    if (tag !== `v${version}`) problems.push(`The tag is ${tag}, and the version in ${path} is ${version}.`);
  }
  const newest = newestRelease(files["CHANGELOG.md"]);
  if (tag !== `v${newest}`)
    problems.push(`The tag is ${tag}, and the newest release in CHANGELOG.md is ${newest ?? "none"}.`);
  if (releasedContract !== files["generated/openapi.json"])
    problems.push(
      "releases/contract.json is not the contract of this commit: the release was not made by npm run release.",
    );
  return problems;
}
