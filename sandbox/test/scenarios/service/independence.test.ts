import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const files = readdirSync(join(root, "sandbox/src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => join("sandbox/src", file));

/** What a file imports when it runs: our files by their paths from the root, packages by name. */
function importsOf(file: string): string[] {
  const statements = read(file).matchAll(/\b(?:import|export)\s+(type\s)?[^;"]*?\bfrom\s+"([^"]+)"/g);
  const dynamic = read(file).matchAll(/\bimport\(()\s*"([^"]+)"/g);
  return [...statements, ...dynamic]
    .filter(([, type]) => !type)
    .map(([, , name = ""]) =>
      name.startsWith(".") ? normalize(join(file, "..", name)).replace(/\.js$/, ".ts") : name,
    );
}
const imports = [...new Set(files.flatMap(importsOf))].toSorted();

test("the sandbox runs on Node, its packages, its generated documents and the contract, without the client", () => {
  const others = imports.filter((target) => !target.startsWith("sandbox/src/") && !target.startsWith("node:"));
  expect(others).toEqual([
    "ajv/dist/2020.js",
    "content-service-contract",
    "content-service-contract/local-server",
    "content-service-contract/redaction",
    "generated/openapi.json",
    "sandbox/generated/control.json",
    "sandbox/generated/inspector.json",
  ]);
});

test("an installation of the sandbox has these packages only", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const installed = new Set<string>();
  const visit = (name: string) => {
    if (installed.has(name)) return;
    installed.add(name);
    const { link, resolved } = packages[`node_modules/${name}`];
    const { dependencies = {} } = packages[link ? resolved : `node_modules/${name}`];
    for (const other of Object.keys(dependencies)) visit(other);
  };
  visit("content-service-sandbox");
  // Look a new package up in the advisories before adding it: our overrides do not reach users.
  expect([...installed].toSorted()).toEqual([
    "ajv",
    "ajv-formats",
    "content-service-contract",
    "content-service-sandbox",
    "fast-deep-equal",
    "fast-uri",
    "json-schema-traverse",
    "require-from-string",
  ]);
});

test("the sandbox never evaluates text as code, and uses no SQL", () => {
  const evaluating = files.filter((file) => /\beval\(|new Function\(|node:vm|node:sqlite/.test(read(file)));
  expect(evaluating).toEqual([]);
});
