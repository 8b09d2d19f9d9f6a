/** Serializes a path template. Each parameter must stay within its segment. */
export function serializePath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== "string" || /^\.{0,2}$|\p{Cs}/u.test(value)) {
      throw new TypeError(`path.${name} must be a non-empty string other than . and ..`);
    }
    return encodeURIComponent(value);
  });
}

/** Checks and serializes a query. Arrays are comma-separated; those in `exploded` repeat their name instead. */
export function serializeQuery(query: object, exploded: readonly string[] = []): string {
  const parts = Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    const items = value === undefined ? [] : [value].flat();
    if (!items.every(isSerializable))
      throw new TypeError(`query.${name} must be a string, number, boolean or an array of them`);
    const texts = items.map(encodeURIComponent);
    if (exploded.includes(name)) return texts.map((text) => `${name}=${text}`);
    return texts.length > 0 ? `${name}=${texts.join(",")}` : [];
  });
  return parts.join("&");
}

/** Whether a value is a boolean, a finite number or well-formed text. */
function isSerializable(value: unknown): value is string | number | boolean {
  return typeof value === "string" ? !/\p{Cs}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
}
