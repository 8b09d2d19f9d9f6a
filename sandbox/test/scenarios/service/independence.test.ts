import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const source = fileURLToPath(new URL("../../../../contract-tests/src", import.meta.url));
const read = (file: string) => readFileSync(join(source, file), "utf8");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);
const sandboxFiles = files.filter((file) => file.startsWith("sandbox/"));

interface Import {
  /** A file of ours by its path from `src`, anything else by name. */
  readonly target: string;
  /** Whether nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const statements = [...read(file).matchAll(/\b(import|export)\s+(type\s)?[^;"]*?\bfrom\s+"([^"]+)"/g)];
  const dynamic = [...read(file).matchAll(/\bimport\(\s*"([^"]+)"/g)];
  const all = [
    ...statements.map(([, , type, name = ""]) => ({ name, typeOnly: type !== undefined })),
    ...dynamic.map(([, name = ""]) => ({ name, typeOnly: false })),
  ];
  return all.map(({ name, typeOnly }) => {
    const path = normalize(join(file, "..", name)).replace(/\.js$/, ".ts");
    return { target: name.startsWith(".") ? path : name, typeOnly };
  });
}

/** Everything that a file needs when it runs, by way of others too. */
function runsWith(file: string, found = new Set<string>()): Set<string> {
  for (const { target, typeOnly } of importsOf(file)) {
    if (typeOnly || found.has(target)) continue;
    found.add(target);
    if (files.includes(target)) runsWith(target, found);
  }
  return found;
}

describe("the sandbox", () => {
  test("has files to look at", () => {
    expect(sandboxFiles.length).toBeGreaterThan(50);
    expect(importsOf("sandbox/call.ts")).toContainEqual({ target: "content-service-client", typeOnly: true });
  });

  test.each(sandboxFiles)("shares with the client its types alone: %s", (file) => {
    const shared = importsOf(file).filter(({ target, typeOnly }) => !typeOnly && target.startsWith("content-service"));
    expect(shared).toEqual([]);
    // Nor by a path out of this package.
    const outside = importsOf(file).filter(
      ({ target }) => target.startsWith("..") && !target.startsWith("../generated/"),
    );
    expect(outside).toEqual([]);
  });

  test("runs on Node, the contract, a router and what checks and parses, and on no line of the client", () => {
    const packages = [...runsWith("sandbox/index.ts"), ...runsWith("sandbox/cli.ts")].filter(
      (target) => !target.endsWith(".ts") && !target.startsWith("node:"),
    );
    expect([...new Set(packages)].toSorted()).toEqual([
      "../generated/openapi.json",
      "../generated/sandbox.json",
      "@hono/node-server",
      "ajv-formats",
      "ajv-formats/dist/formats.js",
      "ajv/dist/2020.js",
      "chevrotain",
      "hono",
    ]);
  });

  test("has no imports in a ring, apart from types", () => {
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      expect(path, [...path, file].join(" → ")).not.toContain(file);
      if (done.has(file)) return;
      for (const { target, typeOnly } of importsOf(file))
        if (!typeOnly && files.includes(target)) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of sandboxFiles) visit(file, []);
    expect(sandboxFiles.every((file) => done.has(file))).toBe(true);
  });

  test("is built without reading queries or programs from text", () => {
    const evaluating = sandboxFiles.filter((file) => /\beval\(|new Function\(|node:vm|node:sqlite/.test(read(file)));
    expect(evaluating).toEqual([]);
  });

  test.each(sandboxFiles)("keeps its files short enough to read at once: %s", (file) => {
    expect(read(file).trimEnd().split("\n").length).toBeLessThanOrEqual(200);
  });
});
