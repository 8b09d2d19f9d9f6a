import {
  arrayAt,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  placeAt,
  pointer,
} from "content-service-contract";

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
  const at = pointer(owner, "parameters");
  return [...arrayAt(placeAt(document, owner).node, "parameters").keys()].map(
    (index) => placeAt(document, pointer(at, index)).node,
  );
}

function isNamed({ in: place, name }: JsonObject, value: Json): boolean {
  return place === "path" && value === `{${name}}`;
}
