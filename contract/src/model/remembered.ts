/** Remembers what a function finds for its last argument, such as a contract, an operation of it, or a received body. */
export function remembered<Args extends readonly unknown[], Found>(find: (...args: Args) => Found) {
  const known = new WeakMap<object, { readonly found: Found }>();
  return (...args: Args): Found => {
    const key = args.at(-1);
    if (typeof key !== "object" || key === null) return find(...args);
    const { found } = known.get(key) ?? { found: find(...args) };
    known.set(key, { found });
    return found;
  };
}
