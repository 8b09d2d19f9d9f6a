import { readdirSync, readFileSync } from "node:fs";
import { isJsonObject, type Json, loadContract, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import { isCommonName } from "../support/common-names.js";

const CHECKS = new URL("../../src/check/", import.meta.url).pathname;
test("no check knows an operation, a schema, a role or a property of one contract by its name", () => {
  const contract = loadContract();
  const { document } = contract;
  const names = new Set([
    ...contract.operations.flatMap(({ id, path }) => [id, ...path.split("/").filter((one) => /^[a-z]+_/.test(one))]),
    ...Object.keys(objectAt(objectAt(document, "components"), "schemas")),
    ...Object.keys(objectAt(objectAt(document, "x-access"), "roles")).filter((role) => role !== "member"),
    ...propertiesIn(document).filter((name) => !isCommonName(name)),
  ]);
  // The facts of the default seed are facts of a target.
  const files = readdirSync(CHECKS, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && file !== "sandbox-target.ts",
  );
  const found = files.flatMap((file) => {
    const code = readFileSync(`${CHECKS}${file}`, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const ids = contract.operations.map(({ id }) => id).filter((id) => new RegExp(`\\b${id}\\b`).test(code));
    const texts = [...code.matchAll(/"([^"\n]*)"|`([^`]*)`|\["?([\w$]+)"?\]|\.([a-z]+(?:_[a-z]+)+)\b/g)];
    const words = texts.flatMap((match) =>
      match
        .slice(1)
        .flatMap((text = "") => text.replace(/\$\{[^}]*\}/g, " ").split(/[/.#]/))
        .filter((word) => names.has(word))
        .map((word) => `${file}: ${word}`),
    );
    return [...ids.map((id) => `${file}: ${id}`), ...words];
  });
  expect([...new Set(found)]).toEqual([]);
});

function propertiesIn(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap(propertiesIn);
  if (!isJsonObject(node)) return [];
  const own = typeof node["in"] === "string" && typeof node["name"] === "string" ? [node["name"]] : [];
  return [...own, ...Object.keys(objectAt(node, "properties")), ...Object.values(node).flatMap(propertiesIn)];
}
