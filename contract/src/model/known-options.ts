/**
 * Throws a `TypeError` for an option that would have no effect, such as a misspelled one. The names are the members of an
 * object, so that the compiler finds a missing one. With `others`, options may come from a larger object, such as a sandbox:
 * then only a name in other letter case is an error.
 */
export function checkNames<Options extends object>(
  options: Options,
  names: Record<keyof Options, true>,
  { others = false } = {},
): void {
  if (Object(options) !== options) throw new TypeError("options must be an object");
  const lower = new Set(Object.keys(names).map((name) => name.toLowerCase()));
  const unknown = Object.entries(options).find(
    ([name, value]) => value !== undefined && !Object.hasOwn(names, name) && (!others || lower.has(name.toLowerCase())),
  );
  if (unknown === undefined) return;
  throw new TypeError(`Unknown option ${unknown[0]}: the options are ${Object.keys(names).join(", ")}`);
}
