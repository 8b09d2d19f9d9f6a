import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The files of `src/`, from the top down: a file imports from its own row and the rows below it. A new file needs a row. */
const rows: string[][] = [
  ["index"],
  ["refreshing-auth"],
  ["client", "token-exchange", "refresh"],
  ["paginate", "http", "operation-method"],
  ["items-of"],
  ["auth", "retry", "attempt"],
  [
    "known-tokens",
    "bounded",
    "answer-error",
    "secrets",
    "check-offset",
    "brand-header",
    "to-token-server",
    "operation",
  ],
  ["hide-secrets"],
  ["call", "request-checks"],
  ["options"],
  ["errors", "events", "metadata-query", "shared-link", "base-url", "retry-after", "read-text", "is-token"],
  ["token-store", "clock"],
];
/** What runs on Node only. */
const stores = ["token-stores/file", "token-stores/file-lock", "token-stores/redis", "token-stores/parse-tokens"];
const transport = [
  "",
  "/answer-headers",
  "/answer",
  "/dispatcher-of",
  "/exchange",
  "/incoming",
  "/options",
  "/unpacked",
  "/wanted",
].map((file) => `node-transport${file}`);
const onNode = [...stores, ...transport];

const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));
const files = [...sources("src"), ...sources("generated")];
const moduleOf = (file: string) => file.replace(/^src\/|\.ts$/g, "");
const rowOf = (file: string) => rows.findIndex((row) => row.includes(moduleOf(file)));

/** What a file imports: our own files by path from the root, others by name. */
function importsOf(file: string): string[] {
  const specifiers = [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    ([, specifier = ""]) => specifier,
  );
  return specifiers.map((specifier) =>
    specifier.startsWith(".") ? normalize(join(file, "..", specifier)).replace(/\.js$/, ".ts") : specifier,
  );
}
const core = files.filter((file) => file.startsWith("src/") && !onNode.includes(moduleOf(file)));

describe("the imports of src/", () => {
  it("know every file: each has its place", () => {
    const placed = [...rows.flat(), ...onNode].toSorted();
    expect(sources("src").map(moduleOf).toSorted()).toEqual(placed);
  });

  it.each(core)("point one way: %s", (file) => {
    const imported = importsOf(file).filter((target) => target.startsWith("src/"));
    expect(imported.filter((target) => rowOf(target) < rowOf(file))).toEqual([]);
    // Only files of src/ and what is made from the contract: no tests, scripts or contract tests.
    const others = importsOf(file).filter((target) => target.includes("/") && !target.startsWith("src/"));
    expect(others.filter((target) => !["generated/types.ts", "generated/operations.ts"].includes(target))).toEqual([]);
  });

  it("make no cycle, not even one of types", () => {
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      expect(path, `${path.join(" → ")} → ${file}`).not.toContain(file);
      if (done.has(file)) return;
      for (const target of importsOf(file)) if (files.includes(target)) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(done.size).toBe(files.length);
  });

  it("are web standards and openapi-fetch in the core, so that it runs in browsers, Deno, Bun and workers", () => {
    const packages = new Set(core.flatMap(importsOf).filter((name) => !name.endsWith(".ts")));
    expect([...packages]).toEqual(["openapi-fetch"]);
    const nodeGlobals = /^(?!\s*(?:\*|\/\*|\/\/)).*(?:\b(?:process|Buffer|global)\.|\b(?:require|setImmediate)\()/m;
    expect(core.filter((file) => nodeGlobals.test(read(file)))).toEqual([]);
  });

  it("of a token store are Node and the store's interface, with the clock", () => {
    for (const store of stores) {
      const own = importsOf(`src/${store}.ts`).filter((name) => !name.startsWith("node:"));
      const allowed = ["token-store", "clock", ...stores].map((name) => `src/${name}.ts`);
      expect(own.filter((name) => !allowed.includes(name))).toEqual([]);
    }
  });

  it("of the transport for Node are undici, Node, and what a fetch is", () => {
    for (const file of transport) {
      const own = importsOf(`src/${file}.ts`).filter((name) => !name.startsWith("node:"));
      const allowed = ["undici", "src/options.ts", ...transport.map((name) => `src/${name}.ts`)];
      expect(own.filter((name) => !allowed.includes(name))).toEqual([]);
    }
  });

  it("of what is made from the contract are types, and what prepares the requests of some operations", () => {
    expect(importsOf("generated/types.ts")).toEqual([]);
    const runs = [...read("generated/operations.ts").matchAll(/^import \{ (\w+) \}/gm)].map(([, name]) => name);
    expect(runs).toEqual(["brandHeader", "checkOffset", "hideSecrets", "toTokenServer"]);
  });
});

describe("the package", () => {
  it("has one runtime dependency", () => {
    const { dependencies, optionalDependencies } = JSON.parse(read("package.json"));
    expect(Object.keys({ ...dependencies, ...optionalDependencies })).toEqual(["openapi-fetch"]);
  });

  it("has one peer, which only those need who take its transport for Node", () => {
    const { peerDependencies, peerDependenciesMeta } = JSON.parse(read("package.json"));
    expect(peerDependencies).toEqual({ undici: expect.any(String) });
    expect(peerDependenciesMeta).toEqual({ undici: { optional: true } });
  });

  it.each(sources("src"))("keeps its files short enough to read at once: %s", (file) => {
    expect(read(file).trimEnd().split("\n").length).toBeLessThanOrEqual(200);
  });
});
