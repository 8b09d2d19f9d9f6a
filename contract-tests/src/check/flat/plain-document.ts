import { isJsonObject, type Json, type JsonObject, stringsAt, valueAt } from "content-service-contract";

/**
 * A document whose paths have no slash at their end, and in which a choice of a value or null, or of one schema alone, is that
 * schema: what frameworks write that make a document from code. The document itself where it has none of these.
 */
export function plainDocument(document: JsonObject): JsonObject {
  let isChanged = false;
  const paths = Object.entries(isJsonObject(document["paths"]) ? document["paths"] : {});
  const renamed = paths.map(([path, item]): [string, Json] => {
    const short = path.replace(/(?<=[^/])\/$/, "");
    const isFree = short !== path && paths.every(([other]) => other !== short);
    isChanged ||= isFree;
    return [isFree ? short : path, plainIn(item)];
  });
  const components = plainIn(document["components"] ?? {});
  return isChanged ? { ...document, paths: Object.fromEntries(renamed), components } : document;

  function plainIn(node: Json): Json {
    if (Array.isArray(node)) return node.map(plainIn);
    if (!isJsonObject(node)) return node;
    const only = onlyChoice(node);
    if (only === undefined)
      return Object.fromEntries(
        Object.entries(node).map(([name, value]) => [name, /^examples?$/.test(name) ? value : plainIn(value)]),
      );
    isChanged = true;
    return only;
  }

  /** The schema of a value, with null where that is the other choice. Undefined for objects, which are known by their names. */
  function onlyChoice({ anyOf, oneOf, allOf, ...rest }: JsonObject): JsonObject | undefined {
    const forms = [anyOf, oneOf, allOf].find((one) => one !== undefined);
    if (!Array.isArray(forms)) return undefined;
    const isNull = (form: Json) => isJsonObject(form) && form["type"] === "null";
    const [only, ...others] = forms.filter((one) => !isNull(one));
    const own = isJsonObject(only) ? resolved(only) : {};
    const [types, { enum: values }] = [stringsAt(own, "type"), own];
    const isValue = (types.length > 0 || Array.isArray(values)) && !types.includes("object");
    if (others.length > 0 || forms.length > 2 || !isValue) return undefined;
    if (forms.length === 1) return { ...own, ...rest };
    return {
      ...{ ...own, ...rest },
      ...(types.length > 0 && { type: [...types, "null"] }),
      ...(Array.isArray(values) && { enum: [...values, null] }),
    };
  }

  function resolved(schema: JsonObject): JsonObject {
    const { $ref: place, ...rest } = schema;
    const target = typeof place === "string" ? valueAt(document, place.slice(1)) : undefined;
    return isJsonObject(target) ? { ...target, ...rest } : schema;
  }
}
