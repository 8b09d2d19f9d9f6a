import type { ExportedName } from "./exported-name.js";

/**
 * The order in which a reader needs names: what is called, what is caught, and then the types as those name them, each
 * with the types that it names behind it.
 */
export function inReadingOrder(exports: readonly ExportedName[]): ExportedName[] {
  const ordered = ["function", "constant", "class"].flatMap((kind) => exports.filter((one) => one.kind === kind));
  const types = new Map(exports.filter(({ kind }) => kind === "type").map((one) => [one.name, one]));
  const take = (code: string): void => {
    // The names of the contract's own types look like those of variables, so they come last.
    for (const [name] of code.matchAll(/\b[A-Z]\w*/g)) {
      const type = types.get(name);
      if (type === undefined || !types.delete(name)) continue;
      ordered.push(type);
      take(codeOf(type));
    }
  };
  for (const one of [...ordered]) take(codeOf(one));
  for (const one of types.values()) {
    ordered.push(one);
    types.delete(one.name);
    take(codeOf(one));
  }
  return ordered;
}

function codeOf({ code, named, members }: ExportedName): string {
  return [code, named, ...members.map((member) => member.code)].join("\n");
}
