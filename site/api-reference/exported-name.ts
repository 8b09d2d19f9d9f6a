import type { DocComment } from "./doc-comment.js";

/** A name that an entry point exports. */
export interface ExportedName {
  readonly name: string;
  readonly kind: "function" | "class" | "type" | "constant";
  readonly doc: DocComment;
  /** The declaration as in the source, without its docstring and body. */
  readonly code: string;
  /** The declarations of types that it names and that no entry point exports. */
  readonly named: string;
  readonly members: readonly Member[];
  /** The specifier of the entry point whose page describes it. */
  readonly home: string;
}

/** A part of an interface or a class. */
export interface Member {
  readonly name: string;
  readonly kind: "property" | "method" | "constructor";
  readonly optional: boolean;
  /** The type of a property; the whole signature of anything else. */
  readonly code: string;
  readonly doc: DocComment;
}

/** Functions, constants and classes first, then types in the order of their first use. */
export function inReadingOrder(exports: readonly ExportedName[]): ExportedName[] {
  const ordered = ["function", "constant", "class"].flatMap((kind) => exports.filter((one) => one.kind === kind));
  const types = new Map(exports.filter(({ kind }) => kind === "type").map((one) => [one.name, one]));
  const take = (code: string): void => {
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
