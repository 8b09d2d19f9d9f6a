import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = readdirSync(join(root, "sandbox/src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(join("sandbox/src", file)));

test("the sandbox imports Node, ajv and the contract, evaluates no text, and uses no SQL", () => {
  const packages = sources.flatMap((source) => [
    ...source.matchAll(/\b(?:import|export)\s(?!type\s)[^;"]*?\bfrom "((?!\.|node:)[^"]+)"/g),
    ...source.matchAll(/\bimport\("([^"]+)"/g),
  ]);
  expect([...new Set(packages.map(([, name]) => name))].toSorted()).toEqual([
    "ajv/dist/2020.js",
    "content-service-contract",
    "content-service-contract/local-server",
    "content-service-contract/redaction",
  ]);
  for (const source of sources) expect(source).not.toMatch(/\beval\(|new Function\(|node:vm|node:sqlite/);
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
