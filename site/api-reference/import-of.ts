import type { EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./exported-name.js";

/** An import of an entry point, with the first of what can be called there. */
export function importOf({ specifier }: EntryPoint, exports: readonly ExportedName[]): string {
  const names = exports.filter(({ kind }) => kind === "function").map(({ name }) => name);
  const line = `import { ${names.slice(0, 4).join(", ")} } from "${specifier}";`;
  // What fits into the column need not be scrolled.
  return line.length <= 80 ? line : line.replace(/ (?=\w+,|\w+ \})/g, "\n  ").replace(" }", ",\n}");
}
