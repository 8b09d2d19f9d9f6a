import { describe, expect, test } from "vitest";
import sizeLimits from "../../.size-limit.json" with { type: "json" };
import { versions } from "../../lab/consumers/versions.js";
import packageJson from "../../package.json" with { type: "json" };
import { read } from "../../support/repository.js";
import { documentedTable } from "../support/sandbox-page.js";

const page = read("docs/guides/install.md");

describe("the page about installation", () => {
  test("names the runtimes that are tested, with their versions [DS-3]", () => {
    const rows = documentedTable(page, "runtimes").map(([name, version]) => [name, version]);
    expect(rows).toEqual([
      ["Node", versions.node.join(", ")],
      ["Deno", versions.deno],
      ["Bun", versions.bun],
      ["workers (workerd)", versions.workerd],
      ["browsers", "Chromium"],
    ]);
    expect(packageJson.engines.node).toBe(">=20.19.0");
    expect(page).toContain("the minimum is 20.19 |");
  });

  test("names the TypeScript versions that are tested [DS-3]", () => {
    const minors = versions.typescript.map((version) => version.replace(/\.\d+$/, ""));
    const sentence = `${minors.slice(0, -1).join(", ")} and ${minors.at(-1)}`;
    expect(page).toContain(`tested with TypeScript ${sentence},`);
  });

  test("has the bundle sizes of .size-limit.json [DS-3]", () => {
    expect(documentedTable(page, "sizes")).toEqual(sizeLimits.map(({ name, limit }) => [name, limit]));
  });

  test("has sizes that a decision allows, with what users get for them [DS-3]", () => {
    const decisions = read("docs/decisions.md");
    const rows = documentedTable(decisions, "sizes");
    expect(rows.map(([name, limit]) => [name, limit])).toEqual(sizeLimits.map(({ name, limit }) => [name, limit]));
    for (const [, , gain] of rows) expect(gain).toMatch(/\w+/);
  });

  test("names the license of the package [DS-3]", () => {
    expect(page).toContain(`## License\n\n${packageJson.license}, for all packages.`);
  });
});
