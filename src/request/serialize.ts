import { createQuerySerializer } from "openapi-fetch";

/** Serializes a path template. Each parameter must stay within its segment. */
export function serializePath(template: string, values: Record<string, unknown> = {}): string {
  return template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== "string" || /^\.{0,2}$|\p{Cs}/u.test(value)) {
      throw new TypeError(`path.${name} must be a non-empty string other than . and ..`);
    }
    return encodeURIComponent(value);
  });
}

/** Checks and serializes a query. openapi-fetch would silently drop a Date. */
export function serializeQuery(query: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && [value].flat().some(isInvalid)) {
      throw new TypeError(`query.${name} must be a string, number, boolean or an array of them`);
    }
  }
  return serialize(query);
}

/** Not a boolean, a finite number or well-formed text. */
function isInvalid(item: unknown): boolean {
  return typeof item === "string" ? /\p{Cs}/u.test(item) : typeof item !== "boolean" && !Number.isFinite(item);
}

const serialize = /* @__PURE__ */ createQuerySerializer({ array: { style: "form", explode: false } });
