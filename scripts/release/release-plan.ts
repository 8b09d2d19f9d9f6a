import type { ContractDiff, Step } from "content-service-contract-tests/diff";
import { atLeast, contractGate, largestStep, nextVersion, stepFrom } from "content-service-contract-tests/diff";
import { read } from "../../support/repository.js";
import { type ChangelogEntry, impactOf, newestRelease, releasedChangelog, unreleasedEntries } from "./changelog.js";

/** The input of a release. All of it is read before anything is written. */
export interface ReleaseInput {
  /** `first` releases the version in package.json, before any other release. */
  readonly step: Step | "first";
  /** The day of the release, such as `2026-03-10`. */
  readonly date: string;
  /** The output of `git status --porcelain`. */
  readonly status: string;
  /** The errors of `npm run generate -- --check`; empty when it passes. */
  readonly stale: string;
  /** Undefined before the first release. */
  readonly diff: ContractDiff | undefined;
  /** The texts of `RELEASE_FILES`. */
  readonly files: Readonly<Record<ReleaseFile, string>>;
}

/** The manifests of the packages, by the folder of the package in package-lock.json. They have one version. */
const MANIFESTS = {
  "": "package.json",
  contract: "contract/package.json",
  "contract-tests": "contract-tests/package.json",
  sandbox: "sandbox/package.json",
  codegen: "codegen/package.json",
} as const;
export const RELEASE_FILES = [...Object.values(MANIFESTS), "package-lock.json", "CHANGELOG.md"] as const;
export type ReleaseFile = (typeof RELEASE_FILES)[number];

export function readReleaseFiles(): Record<ReleaseFile, string> {
  const texts = RELEASE_FILES.map((path) => [path, read(path)]);
  // The line above has every name.
  return Object.fromEntries(texts) as Record<ReleaseFile, string>;
}

export interface ReleasePlan {
  readonly version: string;
  /** The new texts, by path. */
  readonly writes: Readonly<Record<string, string>>;
}

/** Plans a release, or lists every problem that prevents it. Reads and writes nothing. */
export function releasePlan(input: ReleaseInput): ReleasePlan | { readonly problems: readonly string[] } {
  const { step, status, stale, diff, files, date } = input;
  const problems: string[] = [];
  const current = versionOf(files["package.json"]);
  const released = newestRelease(files["CHANGELOG.md"]);
  const version = step === "first" ? current : nextVersion(current, step);

  if (status.trim() !== "") problems.push(`There are uncommitted changes:\n${status.trimEnd()}`);
  // The release contains the generated contract.
  if (stale.trim() !== "") problems.push(stale.trimEnd());
  const contract = diff && contractGate(diff);
  if (contract?.passed === false) problems.push(contract.message);
  if (released === undefined && step !== "first")
    problems.push(`There is no release yet. Use the step "first": it releases ${current} as it is.`);
  if (released !== undefined && step === "first") problems.push(`This is not the first release: ${released} was.`);
  if (released !== undefined && released !== current)
    problems.push(`package.json has version ${current}, but the newest release in CHANGELOG.md is ${released}.`);
  const entries = entriesOrProblem(files["CHANGELOG.md"], problems);
  if (entries && step !== "first" && released !== undefined) problems.push(...tooSmall(step, current, entries, diff));
  if (problems.length > 0) return { problems };

  const manifests = Object.values(MANIFESTS).map((path) => [path, withVersion(files[path], version)]);
  return {
    version,
    writes: {
      ...Object.fromEntries(manifests),
      "package-lock.json": withVersionInLock(files["package-lock.json"], version),
      "CHANGELOG.md": releasedChangelog(files["CHANGELOG.md"], version, date),
    },
  };
}

function entriesOrProblem(changelog: string, problems: string[]): ChangelogEntry[] | undefined {
  try {
    return unreleasedEntries(changelog);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** A breaking change of the contract breaks the client's types too, so both need a step. */
function tooSmall(step: Step, current: string, entries: readonly ChangelogEntry[], diff: ContractDiff | undefined) {
  const impacts: Array<[string, Step]> = [["The changelog", impactOf(entries)]];
  const contract = largestStep(diff?.changes.map((change) => change.step) ?? []);
  if (contract) impacts.push(["The contract", contract]);
  return impacts.flatMap(([source, impact]) => {
    const needed = stepFrom(current, impact);
    if (atLeast(step, needed)) return [];
    return [
      `${source} has ${MEANING[impact]}: after ${current} that needs a ${needed} step, to ${nextVersion(current, needed)}.`,
    ];
  });
}

const MEANING = { major: "a breaking change", minor: "something new", patch: "a correction" } as const;

/** Why a tag must not be published. Empty for the tag of a release that `npm run release` made. */
export function tagProblems(tag: string, files: Readonly<Record<ReleaseFile, string>>): string[] {
  const versions = Object.values(MANIFESTS).map((path) => [path, versionOf(files[path])] as const);
  const newest = newestRelease(files["CHANGELOG.md"]);
  return [
    ...versions
      .filter(([, version]) => tag !== `v${version}`)
      .map(([path, version]) => `The tag is ${tag}, and the version in ${path} is ${version}.`),
    ...(tag === `v${newest}`
      ? []
      : [`The tag is ${tag}, and the newest release in CHANGELOG.md is ${newest ?? "none"}.`]),
  ];
}

export function versionOf(manifest: string): string {
  // npm reads the same manifests of this repository.
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The package of this repository that others depend on. */
const CONTRACT = "content-service-contract";

/** The text of a package.json with another version, also in its dependency on `CONTRACT`. All other characters stay. */
function withVersion(manifest: string, version: string): string {
  return manifest
    .replace(/^( {2}"version": ")[^"]+(")/m, `$1${version}$2`)
    .replace(new RegExp(`("${CONTRACT}": "[\\^~]?)\\d+\\.\\d+\\.\\d+(")`, "g"), `$1${version}$2`);
}

function withVersionInLock(lock: string, version: string): string {
  // Version 3 of the lock file repeats the manifests here.
  const parsed = JSON.parse(lock) as {
    version: string;
    packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
  };
  parsed.version = version;
  for (const path of Object.keys(MANIFESTS)) {
    const entry = parsed.packages[path];
    if (!entry) throw new Error(`package-lock.json has no entry "${path}".`);
    entry.version = version;
    const range = entry.dependencies?.[CONTRACT];
    if (entry.dependencies && range) entry.dependencies[CONTRACT] = range.replace(/\d+\.\d+\.\d+/, version);
  }
  return `${JSON.stringify(parsed, null, 2)}\n`;
}
