import type { DocComment } from "./doc-comment.js";

/** What an entry point exports under one name. */
export interface ExportedName {
  readonly name: string;
  readonly kind: "function" | "class" | "type" | "constant";
  readonly doc: DocComment;
  /** The declaration as it is written, without its docstring and without a body. */
  readonly code: string;
  /** Types that it names and that nobody can import, as they are written. */
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
