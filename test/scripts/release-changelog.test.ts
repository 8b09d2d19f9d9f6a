import { describe, expect, it } from "vitest";
import { impactOf, newestRelease, releasedChangelog, unreleasedEntries } from "../../scripts/release/changelog.js";
import { read } from "../../support/repository.js";

const changelog = `# Changelog

Words before.

## Unreleased

### Added

- \`paginate\` takes a limit,
  which is how many items to take at most.
- A sandbox.

### Fixed

- An empty page is not the end.

## 0.2.0 - 2026-02-01

### Added

- The client.
`;

describe("the changelog", () => {
  it("reads the entries that wait, with their headings, and joins what is wrapped", () => {
    expect(unreleasedEntries(changelog)).toEqual([
      { heading: "Added", text: "`paginate` takes a limit, which is how many items to take at most." },
      { heading: "Added", text: "A sandbox." },
      { heading: "Fixed", text: "An empty page is not the end." },
    ]);
  });

  it("moves what waited below its version and date, and leaves an empty section and every other line", () => {
    const next = releasedChangelog(changelog, "0.3.0", "2026-03-10");
    expect(next).toBe(changelog.replace("## Unreleased\n", "## Unreleased\n\n## 0.3.0 - 2026-03-10\n"));
    expect(newestRelease(changelog)).toBe("0.2.0");
    expect(newestRelease(next)).toBe("0.3.0");
    expect(() => unreleasedEntries(next)).toThrow("no entry under Unreleased");
  });

  const rejected = [
    ["no section", "# Changelog\n", "no section Unreleased"],
    ["an empty section", "## Unreleased\n\n## 0.1.0 - 2026-02-01\n\n### Added\n\n- The client.\n", "no entry under"],
    ["a heading without entries", "## Unreleased\n\n### Added\n\n### Fixed\n\n- A bug.\n", "nothing under Added"],
    ["another heading", "## Unreleased\n\n### Improved\n\n- All.\n", '"Improved" is none of'],
    ["an entry without a heading", "## Unreleased\n\n- All.\n", '"- All." is none of|no entry under'],
    ["text that is no entry", "## Unreleased\n\n### Added\n\nAll of it.\n", "All of it."],
  ] as const;
  for (const [title, text, message] of rejected) {
    it(`rejects ${title}, and says so`, () => {
      expect(() => unreleasedEntries(text)).toThrow(new RegExp(message));
    });
  }

  it("takes from the headings what a release means for those who upgrade", () => {
    const of = (heading: string, text = "Something.") =>
      impactOf(unreleasedEntries(`## Unreleased\n### ${heading}\n- ${text}`));
    expect(of("Removed")).toBe("major");
    expect(of("Changed", "Breaking: the limit is a number.")).toBe("major");
    expect(of("Changed", "A list that is breaking off is an error.")).toBe("major");
    expect(of("Changed")).toBe("minor");
    expect(of("Added", "Nothing breaks.")).toBe("minor");
    expect(of("Fixed")).toBe("patch");
    expect(impactOf(unreleasedEntries(changelog))).toBe("minor");
  });

  it("of this repository can be released, or has just been", () => {
    const text = read("CHANGELOG.md");
    const [, section = ""] = text.split(/^## /m);
    if (/^Unreleased\n\s*$/.test(section)) expect(newestRelease(text)).toBeDefined();
    else expect(unreleasedEntries(text).length).toBeGreaterThan(0);
  });
});
