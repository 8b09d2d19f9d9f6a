import { largestStep, type Step } from "content-service-contract-tests/diff";

/** A change, in the users' words. */
export interface ChangelogEntry {
  readonly heading: Heading;
  readonly text: string;
}

/** The headings of a section of the changelog, in order. */
export const HEADINGS = ["Added", "Changed", "Fixed", "Removed"] as const;
export type Heading = (typeof HEADINGS)[number];

/**
 * The entries of the next release.
 *
 * Throws an `Error` if there are none, or if the section has anything but the four headings and their lists.
 */
export function unreleasedEntries(changelog: string): ChangelogEntry[] {
  const [, ...parts] = `\n${unreleased(changelog).body.trim()}`.split("\n### ");
  const entries = parts.flatMap((part) => {
    const [title = "", ...lines] = part.split("\n");
    const heading = HEADINGS.find((each) => each === title);
    if (!heading) throw new Error(`CHANGELOG.md: "${title}" is none of ${HEADINGS.join(", ")}.`);
    return entriesOf(heading, lines);
  });
  if (entries.length === 0) throw new Error("CHANGELOG.md has no entry under Unreleased. A release is for its users.");
  return entries;
}

/**
 * The step that entries need, before the rule for versions below 1.0.0: a removal, and a change that
 * calls itself breaking, are major; an addition or another change is minor.
 */
export function impactOf(entries: readonly ChangelogEntry[]): Step {
  const steps = entries.map(({ heading, text }): Step => {
    if (heading === "Removed" || (heading === "Changed" && /\bbreaking\b/i.test(text))) return "major";
    return heading === "Fixed" ? "patch" : "minor";
  });
  return largestStep(steps) ?? "patch";
}

/** The version of the newest release in the changelog; undefined before the first. */
export function newestRelease(changelog: string): string | undefined {
  return /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m.exec(changelog)?.[1];
}

/** Turns the section `Unreleased` into that of a release, below an empty `Unreleased`. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const { before, body, after } = unreleased(changelog);
  return `${before}\n## ${version} - ${date}\n\n${body.trim()}\n${after === "" ? "" : `\n${after}`}`;
}

/** The text up to the heading of the section, the section, and the text after it. */
function unreleased(changelog: string): { before: string; body: string; after: string } {
  const found = /^## Unreleased\n/m.exec(changelog);
  if (!found) throw new Error("CHANGELOG.md has no section Unreleased.");
  const start = found.index + found[0].length;
  const next = changelog.slice(start).search(/^## /m);
  const end = next === -1 ? changelog.length : start + next;
  return { before: changelog.slice(0, start), body: changelog.slice(start, end), after: changelog.slice(end) };
}

function entriesOf(heading: Heading, lines: readonly string[]): ChangelogEntry[] {
  const texts: string[] = [];
  for (const line of lines.filter((each) => each.trim() !== "")) {
    const last = texts.length - 1;
    if (line.startsWith("- ")) texts.push(line.slice(2));
    else if (line.startsWith("  ") && last >= 0) texts[last] += ` ${line.trim()}`;
    else throw new Error(`CHANGELOG.md: this line under ${heading} is no entry: ${line}`);
  }
  if (texts.length === 0) throw new Error(`CHANGELOG.md: there is nothing under ${heading}. Take the heading away.`);
  return texts.map((text) => ({ heading, text }));
}
