import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { exec } from "jsonpath-rfc9535";

/**
 * Applies an overlay (OpenAPI Overlay Specification 1.0) to a document, in place. Returns the targets that match nothing.
 *
 * Throws an `Error` for a file that is no overlay, and for an invalid action.
 */
export function applyOverlay(document: JsonObject, overlay: unknown): string[] {
  const { overlay: version, actions } = Object(overlay) as { overlay?: unknown; actions?: unknown };
  if (typeof version !== "string" || !/^1\.\d+\.\d+$/.test(version) || !Array.isArray(actions))
    throw new Error("Expected an overlay of version 1.0 with a list of actions");
  return actions.flatMap((action: unknown, index) => {
    const { target, update, remove } = Object(action) as { target?: unknown; update?: Json; remove?: unknown };
    const unknown = Object.keys(Object(action)).find((name) => !/^(target|description|update|remove|x-.*)$/.test(name));
    if (unknown !== undefined)
      throw new Error(`actions[${index}] has an unknown member ${unknown}: the members are target, update, remove`);
    if (typeof target !== "string") throw new Error(`actions[${index}] has no target`);
    const places = placesAt(document, target, index);
    // An index stays valid if the later entries of its array are removed first.
    for (const { path, value } of places.reverse()) {
      if (remove === true) removeAt(document, path);
      else if (Array.isArray(value)) value.push(structuredClone(update ?? null));
      else if (isJsonObject(value) && isJsonObject(update)) merge(value, update);
      else throw new Error(`actions[${index}] cannot update ${target}: expected an object or an array`);
    }
    return places.length > 0 ? [] : [target];
  });
}

function placesAt(document: JsonObject, target: string, index: number) {
  const places: { path: (string | number)[]; value: unknown }[] = [];
  try {
    exec(document, target, (value, path) => places.push({ path: path.map(unescaped), value }));
  } catch (error) {
    throw new Error(`actions[${index}]: ${target} is not a JSONPath (RFC 9535)`, { cause: error });
  }
  return places;
}

/** A key without the escapes of a normalized path (RFC 9535 section 2.7). All are those of JSON, except for the quote. */
function unescaped(key: string | number): string | number {
  const escapes = /\\(?:u[\da-f]{4}|.)/gi;
  return String(key).replace(escapes, (text) => (text === "\\'" ? "'" : JSON.parse(`"${text}"`)));
}

function removeAt(document: JsonObject, path: readonly (string | number)[]): void {
  const last = path.at(-1);
  if (last === undefined) throw new Error("an overlay cannot remove the whole document");
  let parent: Json | undefined = document;
  for (const segment of path.slice(0, -1)) parent = Reflect.get(Object(parent), segment);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isJsonObject(parent)) Reflect.deleteProperty(parent, last);
}

/** Merges objects at any depth, appends to arrays, and replaces other values. */
function merge(target: JsonObject, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    const old = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isJsonObject(old) && isJsonObject(value)) merge(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) old.push(...structuredClone(value));
    else Object.defineProperty(target, key, { ...PLAIN, value: structuredClone(value) });
  }
}

/** Defined, since an assignment to `__proto__` would set the prototype. */
const PLAIN = { enumerable: true, configurable: true, writable: true };
