import { readdirSync, readFileSync } from "node:fs";
import { isJsonObject, type Json, loadContract, objectAt } from "content-service-contract";
import { expect, test } from "vitest";

const CHECKS = new URL("../../src/check/", import.meta.url).pathname;
/** Names of RFC 6749, and common ones that inference reads in any contract. */
const STANDARD =
  /^(\$?id|by|password|user_id|If-(None-)?Match|type|name|title|email|login|url|key|value|text|status|code|error|message|body|path|query|header|fields|role|roles|parent|domain|etag|sha1|lock|scope|from|format|limit|offset|page|marker|entries|items|item|tags|order|direction|description|options|version|events|size|action|access|force|hidden|policy|user|permissions|enabled|(access|refresh)_token|client_(id|secret)|(grant|token)_type|expires_in|error_description|(created|modified|assigned|applied|acknowledged|trashed)_at|(created|owned|assigned|modified)_by)$/;
/** Members that `x-paging` and `x-conventions: [errors]` stand for. */
const CONVENTIONS = /^(total_count|(next|prev)_marker|usemarker|context_info|request_id|reason|errors|help_url)$/;

test("no check knows an operation, a schema, a role or a property of one contract by its name", () => {
  const contract = loadContract();
  const { document } = contract;
  const names = new Set([
    ...contract.operations.flatMap(({ id, path }) => [id, ...path.split("/").filter((one) => /^[a-z]+_/.test(one))]),
    ...Object.keys(objectAt(objectAt(document, "components"), "schemas")),
    ...Object.keys(objectAt(objectAt(document, "x-access"), "roles")).filter((role) => role !== "member"),
    ...propertiesIn(document).filter((name) => !STANDARD.test(name) && !CONVENTIONS.test(name)),
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

/** The names of all properties and parameters of a contract. */
function propertiesIn(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap(propertiesIn);
  if (!isJsonObject(node)) return [];
  const own = typeof node["in"] === "string" && typeof node["name"] === "string" ? [node["name"]] : [];
  return [...own, ...Object.keys(objectAt(node, "properties")), ...Object.values(node).flatMap(propertiesIn)];
}
