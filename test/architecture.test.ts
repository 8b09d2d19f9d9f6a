import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { entryPoints } from "../scripts/entry-points.js";
import { listFiles, read } from "../support/repository.js";
import tsconfig from "../tsconfig.json" with { type: "json" };

const MAX_FILES = 25;

/** The TypeScript files of the repository. A folder with a package.json of its own, like a consumer's program, counts too. */
const files = listFiles("*.ts", "*.tsx", "*.mts");
const isTest = (file: string) => /(^|\/)test\/|\.test\.tsx?$/.test(file);

const entries = new Map(
  Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = ""]]) => [name, normalize(path)]),
);

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** The imported file from the root; undefined for a module of Node or of npm. */
  readonly target: string | undefined;
}

/** Every import of the repository, type-only ones included. */
const imports: Import[] = files.flatMap((file) =>
  ts
    .preProcessFile(read(file), true, true)
    .importedFiles.map(({ fileName }) => ({ file, specifier: fileName, target: targetOf(file, fileName) })),
);

function targetOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return entries.get(specifier);
  const path = normalize(join(dirname(file), specifier));
  const named = [path, path.replace(/\.js$/, ".ts"), path.replace(/\.js$/, ".tsx"), path.replace(/\.mjs$/, ".mts")];
  return named.find((candidate) => files.includes(candidate));
}

/** Finds the cycles among edges: the path of each edge that leads back to a node on the way. */
function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, way: readonly string[]): void => {
    const start = way.indexOf(node);
    if (start >= 0) cycles.push([...way.slice(start), node].join(" → "));
    if (start >= 0 || done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...way, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return cycles;
}

function edgesBetween(nodeOf: (file: string) => string, from: readonly Import[]): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { file, target } of from) {
    if (target === undefined || nodeOf(file) === nodeOf(target)) continue;
    edges.set(nodeOf(file), (edges.get(nodeOf(file)) ?? new Set()).add(nodeOf(target)));
  }
  return edges;
}

/** The folders around a file, up to the root of the repository, which is "". */
function parentsOf(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [""] : [...parentsOf(folder), `${folder}/`];
}

/** Imports between files that are both below a folder. */
const within = (folder: string) => (one: Import) => one.file.startsWith(folder) && one.target?.startsWith(folder);

/** The file or folder directly in a folder that leads to a file. The generated part of the client is in its room. */
function roomIn(folder: string, file: string): string {
  const [name = ""] = file.slice(folder.length).split("/");
  return folder + (folder === "" && name === "generated" ? "src" : name);
}

/** The imports that break a rule, one a line. */
const listed = (broken: readonly Import[]) => broken.map(({ file, specifier }) => `${file} imports ${specifier}`);

it("tsconfig.json maps each entry point of the packages to its source", () => {
  const paths = Object.fromEntries(entryPoints().map(({ specifier, source }) => [specifier, [`./${source}`]]));
  expect(tsconfig.compilerOptions.paths, 'copy the expected value to "paths" in tsconfig.json').toEqual({
    ...paths,
    // Internal: the kit reads documents with it.
    "content-service-codegen/documents": ["./codegen/src/documents.ts"],
    "content-service-client/openapi.json": ["./generated/openapi.json"],
  });
});

describe("the imports of the repository", () => {
  it("make no cycle between the files and folders of any folder, tests and dynamic imports included", () => {
    const folders = new Set(files.flatMap((file) => [...parentsOf(file)]));
    const cycles = [...folders].flatMap((folder) =>
      cyclesOf(edgesBetween((file) => roomIn(folder, file), imports.filter(within(folder)))),
    );
    expect(cycles).toEqual([]);
  });

  it("reach another package by its public entry point", () => {
    const packageOf = (file: string) => /^(src|generated|contract|contract-tests|sandbox)\//.exec(file)?.[1];
    const owner = (file: string) => packageOf(file)?.replace("generated", "src");
    const broken = imports.filter(
      ({ file, specifier, target }) =>
        target !== undefined &&
        specifier.startsWith(".") &&
        !isTest(file) &&
        owner(target) !== owner(file) &&
        /^(src|contract\/src|contract-tests\/src|sandbox\/src)\//.test(target),
    );
    expect(listed(broken)).toEqual([]);
  });
});

it("the contract tests interpret English in one room", () => {
  // JSON:API documents are flat with descriptions that this room reads.
  const others = files.filter((file) => /^contract-tests\/src\/check\/(?!sentences\/|flat\/)/.test(file));
  expect(others.filter((file) => /"(description|summary)"|\bsentences(Of|In)\b|\bpattern`/.test(read(file)))).toEqual(
    [],
  );
});

describe("the imports of src/", () => {
  const own = imports.filter(({ file }) => file.startsWith("src/"));
  const onNode = /^src\/(tokens\/stores|node-transport)\//;

  it("are src/, the types and operations of generated/, and openapi-fetch; each optional package has its entry point", () => {
    const inside = (path: string) => /^src\/|^generated\/(types|operations|resources)\.ts$/.test(path);
    const allowed = ({ file, specifier, target }: Import) =>
      target === undefined
        ? specifier === "openapi-fetch" ||
          (onNode.test(file) && /^(node:|undici$)/.test(specifier)) ||
          (file === "src/opentelemetry.ts" && specifier === "@opentelemetry/api")
        : inside(target);
    expect(listed(own.filter((one) => !allowed(one)))).toEqual([]);
  });

  it("use Node only in the token stores and the Node transport, so that the core runs everywhere", () => {
    const core = files.filter((file) => file.startsWith("src/") && !onNode.test(file));
    const nodeGlobals = /^(?!\s*(?:\*|\/\*|\/\/)).*(?:\b(?:process|Buffer|global)\.|\b(?:require|setImmediate)\()/m;
    expect(core.filter((file) => nodeGlobals.test(read(file)))).toEqual([]);
  });
});

describe("the sandbox", () => {
  const isOwn = (file: string) => file.startsWith("sandbox/src/");

  it("decides by itself who may do what, so that it does not share a mistake of the contract", () => {
    const mentions = /x-access|accessRules|operation\.access|readAccess/;
    expect(files.filter((file) => isOwn(file) && mentions.test(read(file)))).toEqual([]);
  });

  it("imports Node, ajv and the contract, and evaluates no text", () => {
    const others = imports.filter(({ file, specifier }) => isOwn(file) && !/^\.|^node:(?!vm|sqlite)/.test(specifier));
    const packages = new Set(others.map(({ specifier }) => specifier.split("/")[0]));
    expect([...packages].toSorted()).toEqual(["ajv", "content-service-contract"]);
    expect(files.filter((file) => isOwn(file) && /\beval\(|new Function\(/.test(read(file)))).toEqual([]);
  });
});

it.each([
  ["the client", "", "openapi-fetch openapi-typescript-helpers"],
  [
    "the sandbox",
    "sandbox",
    "ajv ajv-formats content-service-contract fast-deep-equal fast-uri json-schema-traverse require-from-string",
  ],
])("an application installs few packages with %s", (_, folder, expected) => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const installed = new Set<string>();
  const visit = (path: string): void => {
    const { link, resolved, dependencies = {}, optionalDependencies = {} } = packages[path];
    if (link) visit(resolved);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (installed.has(name)) continue;
      installed.add(name);
      visit(`node_modules/${name}`);
    }
  };
  visit(folder);
  // Look a new package up in the advisories before adding it: our overrides do not reach users.
  expect([...installed].toSorted()).toEqual(expected.split(" "));
});

describe("the folders of the repository", () => {
  it(`have at most ${MAX_FILES} files each`, () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const crowded = [...counts]
      .filter(([, count]) => count > MAX_FILES)
      .map(([folder, count]) => `${folder}: ${count}`);
    expect(crowded).toEqual([]);
  });

  it("keep src/ in files of at most 250 lines", () => {
    const long = files.filter((file) => file.startsWith("src/") && read(file).trimEnd().split("\n").length > 250);
    expect(long).toEqual([]);
  });
});
