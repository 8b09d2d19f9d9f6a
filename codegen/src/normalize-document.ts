import type { Json, JsonObject } from "content-service-contract";
import { arrayAt, isJsonObject, objectAt, placeAt, pointer, segmentsOf } from "content-service-contract";

/**
 * Gives the target of each `$ref` a place in `components`, in place: a document can also refer to the schema of a response,
 * or to a parameter of another operation, and the types have names for components only.
 */
export function hoistReferences(document: JsonObject): void {
  const names = new Map<string, string>();
  const hoist = (reference: string, kind: string): string => {
    const known = names.get(`${kind} ${reference}`);
    if (known) return known;
    const at = decodeURIComponent(reference.slice(1));
    const all = objectIn(objectIn(document, "components"), kind);
    const base = segmentsOf(at).join("_").replace(/\W+/g, "_");
    let name = base;
    while (Object.hasOwn(all, name)) name += "_";
    const place = `#/components/${kind}/${name}`;
    names.set(`${kind} ${reference}`, place);
    const target: Json = structuredClone(placeAt(document, at).node);
    all[name] = target;
    visit(target, [name, kind, "components"]);
    return place;
  };
  const visit = (node: Json | undefined, keys: readonly string[]): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref: reference } = node as JsonObject;
    if (typeof reference === "string" && reference.startsWith("#/") && !isComponent(reference) && keys[1] !== "paths")
      (node as JsonObject)["$ref"] = hoist(reference, kindAt(keys));
    for (const [key, child] of Object.entries(node))
      if (!IS_DATA.test(key) || /properties$/i.test(keys[0] ?? "")) visit(child, [key, ...keys]);
  };
  visit(objectAt(document, "paths"), ["paths"]);
  visit(objectAt(document, "components"), ["components"]);
}

/** The object under a key, which is added where it is missing. */
function objectIn(owner: JsonObject, key: string): JsonObject {
  const found = owner[key];
  if (isJsonObject(found)) return found;
  const added: JsonObject = {};
  owner[key] = added;
  return added;
}

/** Values, in which `$ref` is no reference. */
const IS_DATA = /^(example|examples|default|enum|const)$/;

function isComponent(reference: string): boolean {
  return /^#\/components\/[^/]+\/[^/]+$/.test(reference);
}

/** The kind of component at the place of a reference; `keys` lead from there to the document. */
function kindAt([key = "", parent = "", owner = ""]: readonly string[]): string {
  if (key === "requestBody") return "requestBodies";
  if (/^(properties|patternProperties|\$defs|definitions)$/.test(parent) || owner === "properties") return "schemas";
  return /^(parameters|responses|headers)$/.test(parent) ? parent : "schemas";
}

/**
 * Makes query parameters of the query in a path, such as `/weather?city={city}&v=2`, in place: a fixed value is a parameter
 * with that value alone. OpenAPI allows no query there, but documents have one where operations differ in nothing else.
 */
export function moveQueries(document: JsonObject): void {
  for (const [path, item] of Object.entries(objectAt(document, "paths"))) {
    const pairs = [...new URLSearchParams(path.split("?").slice(1).join("?"))];
    if (pairs.length === 0 || !isJsonObject(item)) continue;
    const ofAll = parametersAt(document, pointer("/paths", path));
    delete item["parameters"];
    for (const [method, operation] of Object.entries(item)) {
      if (!isJsonObject(operation)) continue;
      const listed = [...ofAll, ...parametersAt(document, pointer("/paths", path, method))];
      const moved = pairs.map(([name, value]): JsonObject => {
        const fixed: JsonObject = { schema: { type: "string", enum: [value] } };
        // Those of a path.
        const { style, explode, ...own } = listed.find((one) => isNamed(one, value)) ?? fixed;
        return { ...own, name, in: "query", required: true };
      });
      const kept = listed.filter((one) => !pairs.some(([, value]) => isNamed(one, value)));
      operation["parameters"] = [...kept, ...moved];
    }
  }
}

function parametersAt(document: JsonObject, owner: string): JsonObject[] {
  const listed = arrayAt(placeAt(document, owner).node, "parameters");
  return listed.map((_, index) => placeAt(document, pointer(owner, "parameters", index)).node);
}

function isNamed({ in: place, name }: JsonObject, value: Json): boolean {
  return place === "path" && value === `{${name}}`;
}
