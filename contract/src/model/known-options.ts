/**
 * Throws a `TypeError` for an option that would have no effect, such as a misspelled one. The names are the members of an
 * object, so that the compiler finds a missing one.
 */
export function checkNames<Options extends object>(options: Options, names: Record<keyof Options, true>): void {
  const unknown = Object.entries(options).find(([name, value]) => value !== undefined && !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  throw new TypeError(`Unknown option ${unknown[0]}: the options are ${Object.keys(names).join(", ")}`);
}
