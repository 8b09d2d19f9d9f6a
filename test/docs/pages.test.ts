import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect, it } from "vitest";
import sizeLimits from "../../.size-limit.json" with { type: "json" };
import { versions } from "../../lab/consumers/versions.js";
import { experiments } from "../../lab/index.js";
import packageJson from "../../package.json" with { type: "json" };
import { allSteps, steps } from "../../scripts/steps.js";
import { markdownPages } from "../../site/markdown-pages.js";
import { documentedTable, listFiles, read, root } from "../../support/repository.js";
import { type GuideBlock, isPart, readGuides, readSandboxOptions } from "../support/guides.js";

/** All that a pattern finds in a text: its first group. */
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = ""]) => group);

describe("docs, messages and comments", () => {
  // The changelog names what there was at its time.
  const files = listFiles("*.md", "*.ts", "*.tsx", "*.yaml", "*.yml", ".ci/run")
    .filter((file) => file !== "CHANGELOG.md")
    .map((file) => [file, read(file)] as const);

  it.each([
    ["a script of package.json", /npm run (?:--silent )?([a-z]+(?::[a-z]+)*)/g, Object.keys(packageJson.scripts)],
    ["an experiment", /npm run lab -- ([a-z]+(?:-[a-z]+)*)/g, Object.keys(experiments)],
    ["a step of the tests", /npm test -- --only ([a-z]+(?:-[a-z]+)*)/g, Object.keys({ ...steps, ...allSteps })],
  ])("name %s that there is", (_, command, known) => {
    const names = files.flatMap(([file, text]) => found(text, command).map((name) => [name, file] as const));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(([name]) => !known.includes(name))).toEqual([]);
  });

  it.each(["SECURITY.md", "docs/broken-networks.md"])("name test files that there are: %s", (page) => {
    const named = found(read(page), /`((?:[\w-]+\/)*test\/[\w./-]+\.test\.ts)`/g);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((file) => !existsSync(root + file))).toEqual([]);
  });
});

it("CONTRIBUTING.md describes every folder in its table, and no other", () => {
  const [, section = ""] = read("CONTRIBUTING.md").split("\n## Folders\n");
  const described = found(section.split("\n## ")[0] ?? "", /^\| (`.*?) \|/gm).flatMap((cell) => {
    let before = "";
    return found(cell, /`([^`]+)\/`/g).map((name) => {
      // A name of one part stands beside the folder before it.
      before = name.includes("/") ? name : join(dirname(before), name);
      return before;
    });
  });
  // What a newcomer meets: two levels, and the rooms of a package's `src`.
  const existing = listFiles().flatMap((file) => {
    const parts = file.split("/").slice(0, -1);
    const depths = parts[1] === "src" ? [1, 2, 3] : [1, 2];
    return depths.flatMap((depth) => (parts.length < depth ? [] : [parts.slice(0, depth).join("/")]));
  });
  const advice = "Expected a row for each folder in the table of CONTRIBUTING.md, section Folders";
  expect(described.toSorted(), advice).toEqual([...new Set(existing)].toSorted());
});

it("docs/assumptions.md lists every assumption that the contract marks, and no other", () => {
  const marked = found(read("generated/openapi.json"), /"x-assumed": "(D\d\d)"/g);
  expect(found(read("docs/assumptions.md"), /^\| (D\d\d) /gm)).toEqual([...new Set(marked)].toSorted());
});

it("docs/crashes.md names, in each row, a test that there is", () => {
  const tests = listFiles("test/tokens", "test/reliability").map(read).join("\n");
  const rows = ["crashes", "pauses", "failures"].flatMap((name) => documentedTable(read("docs/crashes.md"), name));
  expect(rows.map((row) => row.at(-1)).filter((title) => !tests.includes(`"${title}"`))).toEqual([]);
});

it("docs/sandbox-data.md names every record of the default seed by its id, and nothing else", () => {
  const page = read("docs/sandbox-data.md");
  const seed = defaultSeed();
  const { users = [], groups = [], folders = [], files = [], web_links = [] } = seed;
  // Many files of a folder share a row.
  const single = files.filter(({ parent_id }) => files.filter((file) => file.parent_id === parent_id).length < 10);
  const ids = [users, groups, folders, single, web_links].flat().map(({ id }) => id);
  expect(ids.filter((id) => !page.includes(`| ${id} |`))).toEqual([]);
  const held = [...(seed.legal_hold_policy_assignments ?? []), ...(seed.file_version_retentions ?? [])];
  for (const [id, , , , contents = ""] of documentedTable(page, "policies"))
    expect(Number.parseInt(contents, 10), id).toBe(held.filter(({ policy_id }) => policy_id === id).length);
  const tables = ["items", "people", "groups", "links", "policies"].flatMap((name) => documentedTable(page, name));
  const named = found(tables.flat().join("\n"), /(\b\d{4,5}\b|(?<=`)[^`\n]+(?=`))/g);
  expect(named.filter((name) => !JSON.stringify({ seed, gone: "3999" }).includes(`"${name}"`))).toEqual([]);
});

describe("docs/guides/install.md", () => {
  const page = read("docs/guides/install.md");

  it("names the runtimes and the TypeScript versions that are tested [DS-3]", () => {
    const { node, deno, bun, workerd, typescript } = versions;
    const rows = documentedTable(page, "runtimes").map(([, version]) => version);
    expect(rows).toEqual([node.join(", "), deno, bun, workerd, "Chromium"]);
    expect(page).toContain(`the minimum is ${packageJson.engines.node.replace(/^>=(.*)\.0$/, "$1")} |`);
    const minors = typescript.map((version) => version.replace(/\.\d+$/, ""));
    expect(page).toContain(`tested with TypeScript ${minors.slice(0, -1).join(", ")} and ${minors.at(-1)},`);
  });

  it("lists for CORS the headers of the contract and of downloads, and those that the client reads [CL-16]", () => {
    const [, , allowed, exposed] = documentedTable(page, "cors").map(([, value = ""]) =>
      value.slice(1, -1).split(", "),
    );
    const parameters = found(read("generated/openapi.json"), /"name": "([\w-]+)",\s+"in": "header"/g);
    const own = ["Authorization", "Content-Type", "If-Range", "Range"];
    expect(allowed).toEqual([...new Set([...parameters, ...own])].toSorted());
    const received = found(listFiles("src/*.ts").map(read).join(""), /headers\.(?:get|has)\("([a-z-]+)"\)/g);
    // Those of requests and of redirects, and those that browsers always expose.
    const others = /^(accept.*|cookie|location|content-(type|length))$/;
    expect(exposed).toEqual([...new Set(received.filter((name) => !others.test(name)))].toSorted());
  });

  it("has the bundle sizes of .size-limit.json, each of which a decision allows [DS-3]", () => {
    const limits = sizeLimits.map(({ name, limit }) => [name, limit]);
    expect(documentedTable(page, "sizes"), "the table of docs/guides/install.md").toEqual(limits);
    const decided = documentedTable(read("docs/decisions.md"), "sizes");
    const explained = limits.map((row) => [...row, expect.stringMatching(/\w/)]);
    expect(decided, "the table of docs/decisions.md").toEqual(explained);
  });

  it("names the license of the packages, which have one version and need the same Node [DS-3]", () => {
    const { license, version, engines } = packageJson;
    expect(page).toContain(`## License\n\n${license}, for all packages.`);
    for (const folder of packageJson.workspaces)
      expect(JSON.parse(read(`${folder}/package.json`))).toMatchObject({ license, version, engines });
  });
});

it("the repository has no more lines than a decision allows", () => {
  const counted = listFiles().filter((file) => !/(^|\/)package-lock\.json$|^generated\/|^CHANGELOG\.md$/.test(file));
  const texts = counted.filter((file) => !/\.(png|webp|woff2)$/.test(file)).map((file) => [file, read(file)] as const);
  for (const [part = "", limit = ""] of documentedTable(read("docs/decisions.md"), "lines")) {
    const folder = part.replaceAll("`", "").replace(/^\//, "");
    const lines = texts.flatMap(([file, text]) => (file.startsWith(folder) ? text.split("\n").slice(1) : []));
    expect(lines.length, part).toBeGreaterThan(0);
    const advice = `lines in ${part}: make room, or say in docs/decisions.md, table "lines", what users get for more`;
    expect(lines.length, advice).toBeLessThanOrEqual(Number(limit.replace(",", "")));
  }
});

it("each experiment has a program, a row in lab/README.md and a page", () => {
  const rows = documentedTable(read("lab/README.md"), "experiments");
  const programs = Object.values(experiments).flatMap(({ command: [kind, file = ""] }) => (kind === "tsx" ? file : []));
  const pages = rows.flatMap((row) => row[3]?.replace(/^the output$/, "lab/README.md") ?? []);
  expect([...programs, ...pages].filter((path) => !existsSync(root + path))).toEqual([]);
  expect(rows.map((row) => row[1])).toEqual(Object.keys(experiments).map((name) => `\`npm run lab -- ${name}\``));
});

it("the README of the contract tests has no link out of the package", () => {
  expect(found(read("contract-tests/README.md"), /\]\((?!#)([^)]*)\)/g)).toEqual([]);
});

const pages = markdownPages();
describe.each(readGuides())("the guide $name", ({ name, text, blocks }) => {
  it("shows the output of each program and command, and has no unchecked code", () => {
    const problems = blocks.flatMap((block) => {
      const wrong = problemOf(block, blocks);
      return wrong ? [`${wrong}: ${block.code}`] : [];
    });
    expect(problems).toEqual([]);
    const names = blocks.flatMap((block) => (block.mark === "run" ? [block.name] : []));
    expect(names).toEqual([...new Set(names)]);
    for (const [, program] of text.matchAll(/^npx tsx (?:--test )?([\w.-]+)\.ts$/gm)) expect(names).toContain(program);
  });

  it("names the files of its programs on the site, and says how to install what they import", () => {
    const { html } = pages.find(({ path }) => path === `guides/${name}.html`) ?? { html: "" };
    const programs = blocks.filter(({ mark }) => mark === "run");
    for (const program of programs) expect(html).toContain(`<p class="file">${program.name}.ts</p>`);
    const shared = html.includes('href="start.html#install"') ? read("docs/guides/start.md") : "";
    const installed = found(text + shared, /npm i ([^`\n]*)/g).flatMap((names) => names.split(" "));
    const imported = programs.flatMap(({ code }) => found(code, / from "((?:@[\w-]+\/)?(?!node:)[\w-]+)/g));
    const needed = programs.length > 0 ? [...imported, "tsx"] : [];
    expect(needed.filter((one) => !installed.includes(one))).toEqual([]);
  });
});

it("each program that keeps connections survives a restart of their server: it listens for their errors", () => {
  const programs = readGuides().flatMap(({ blocks }) => blocks.map(({ code }) => code));
  const connections = programs.flatMap((code) =>
    [...code.matchAll(/const (\w+) = (?:new (?:Pool|Redis)|connectRedis)\(/g)].map(([, name = ""]) => ({ code, name })),
  );
  expect(connections.length).toBeGreaterThan(1);
  // Node ends a process at an "error" event without a listener.
  expect(connections.filter(({ code, name }) => !code.includes(`${name}.on("error", `))).toEqual([]);
});

function problemOf(block: GuideBlock, blocks: readonly GuideBlock[]): string | undefined {
  const { language, code, mark, output } = block;
  if (language === "ts") {
    if (mark !== "run") return "expected <!-- run: name --> before a ts block";
    return output || isPart(block, blocks) ? undefined : "expected a text block with the output after it";
  }
  if (language === "sh") return commandProblem(block);
  if (mark) return `unexpected <!-- ${mark} --> before a ${language} block`;
  if (language === "json") return void JSON.parse(code);
  return `no check for a block of ${language || "no language"}`;
}

function commandProblem({ code, mark, output }: GuideBlock): string | undefined {
  if (mark === "run-sh") return output ? undefined : "expected a json or text block with the response after it";
  if (mark) return "expected <!-- run-sh: name --> before a sh block";
  const lines = code.split("\n").map((line) => line.replace(/\s+#.*$/, ""));
  for (const line of lines) {
    const [, options] = /^npx content-sandbox ?(.*)$/.exec(line) ?? [];
    if (options !== undefined) readSandboxOptions(options);
    const [, shipped] = /^cp node_modules\/content-service-(\S+) \.github\/workflows\/$/.exec(line) ?? [];
    if (shipped !== undefined && existsSync(root + shipped)) continue;
    if (!/^((np[mx]|mkdir) .*)?$/.test(line)) return `expected a command of npm, or <!-- run-sh: name -->: ${line}`;
  }
  return undefined;
}
