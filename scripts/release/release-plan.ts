import { type ChangelogEntry, impactOf, newestRelease, releasedChangelog, unreleasedEntries } from "./changelog.js";
import { type ContractDiff, RELEASED_CONTRACT, TODAYS_CONTRACT } from "./contract-diff.js";
import { contractGate } from "./contract-gate.js";
import { atLeast, largestStep, nextVersion, type Step, stepFrom } from "./version-step.js";
import { versionOf, withVersion, withVersionInLock } from "./with-version.js";

/** What a release is made from. All of it is read before anything is written. */
export interface ReleaseInput {
  /** `first` releases the version that stands in package.json, when nothing has been released. */
  readonly step: Step | "first";
  /** The day of the release, such as `2026-03-10`. */
  readonly date: string;
  /** What `git status --porcelain` prints. */
  readonly status: string;
  /** What `npm run check:generated` complains of; empty when all is fresh. */
  readonly stale: string;
  readonly diff: ContractDiff;
  /** The texts of `RELEASE_FILES`. */
  readonly files: Readonly<Record<ReleaseFile, string>>;
}

export const RELEASE_FILES = [
  "package.json",
  "contract-tests/package.json",
  "package-lock.json",
  "CHANGELOG.md",
  TODAYS_CONTRACT,
] as const;
export type ReleaseFile = (typeof RELEASE_FILES)[number];

/** A release, worked out. */
export interface ReleasePlan {
  readonly version: string;
  /** The new texts, by path. */
  readonly writes: Readonly<Record<string, string>>;
}

/** Works a release out, or says everything that stands in its way. Reads and writes nothing. */
export function releasePlan(input: ReleaseInput): ReleasePlan | { readonly problems: readonly string[] } {
  const { step, status, stale, diff, files, date } = input;
  const problems: string[] = [];
  const current = versionOf(files["package.json"]);
  const released = newestRelease(files["CHANGELOG.md"]);
  const version = step === "first" ? current : nextVersion(current, step);

  if (status.trim() !== "") problems.push(`There are changes that are not committed:\n${status.trimEnd()}`);
  // The contract that is released is the generated one.
  if (stale.trim() !== "") problems.push(stale.trimEnd());
  const contract = contractGate(diff);
  if (!contract.held) problems.push(contract.message);
  if (released === undefined && step !== "first")
    problems.push(`Nothing has been released yet. Use the step "first": it releases ${current} as it stands.`);
  if (released !== undefined && step === "first") problems.push(`This is not the first release: ${released} was.`);
  if (released !== undefined && released !== current)
    problems.push(`package.json has version ${current}, but the newest release in CHANGELOG.md is ${released}.`);
  const entries = entriesOrProblem(files["CHANGELOG.md"], problems);
  if (entries && step !== "first" && released !== undefined) problems.push(...tooSmall(step, current, entries, diff));
  if (problems.length > 0) return { problems };

  return {
    version,
    writes: {
      "package.json": withVersion(files["package.json"], version),
      "contract-tests/package.json": withVersion(files["contract-tests/package.json"], version),
      "package-lock.json": withVersionInLock(files["package-lock.json"], version),
      "CHANGELOG.md": releasedChangelog(files["CHANGELOG.md"], version, date),
      [RELEASED_CONTRACT]: files[TODAYS_CONTRACT],
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

/** What breaks in the contract breaks in the client's types too, so both ask for a step. */
function tooSmall(step: Step, current: string, entries: readonly ChangelogEntry[], diff: ContractDiff): string[] {
  const asked: Array<[string, Step]> = [["The changelog", impactOf(entries)]];
  const contract = largestStep(diff.changes.map((change) => change.step));
  if (contract) asked.push(["The contract", contract]);
  return asked.flatMap(([who, impact]) => {
    const needed = stepFrom(current, impact);
    if (atLeast(step, needed)) return [];
    return [
      `${who} has ${MEANING[impact]}: after ${current} that needs a ${needed} step, to ${nextVersion(current, needed)}.`,
    ];
  });
}

const MEANING = { major: "a breaking change", minor: "something new", patch: "a correction" } as const;
