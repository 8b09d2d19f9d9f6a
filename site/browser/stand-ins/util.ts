/** Whether two values are the same all the way down. As Node has it, for plain data. */
export function isDeepStrictEqual(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return Object.is(first, second);
  const names = Object.keys(first);
  return (
    Array.isArray(first) === Array.isArray(second) &&
    names.length === Object.keys(second).length &&
    names.every((name) => Object.hasOwn(second, name) && isDeepStrictEqual(first[name], second[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
